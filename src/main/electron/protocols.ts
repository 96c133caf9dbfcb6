import { Readable } from 'node:stream'
import type { CustomScheme, Protocol } from 'electron'
import { isPhonolensError } from '#shared/errors.ts'
import { err, ok } from '#shared/result.ts'
import { answerWithFile } from '../../platform/byte-range.ts'
import { securityHeaders } from '../host/content-security.ts'
import { receiveFile } from '../host/incoming-files.ts'
import { pageFile } from '../host/page-files.ts'
import { attachmentHeader, type ServedFiles } from '../host/served-files.ts'

export const PAGES_ORIGIN = 'app://phonolens'
/** A media id is appended to it. */
export const MEDIA_BASE = 'media://task/'

/** To be registered before the app is ready. A scheme of our own, because file:// pages may read any file. */
export const SCHEMES: CustomScheme[] = [
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  // corsEnabled: the waveform is drawn from the recording, which the page fetches from another origin than its own.
  {
    scheme: 'media',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, corsEnabled: true },
  },
]

export interface ProtocolDeps extends ServedFiles {
  pagesDir: string
  /** Where pasted files are kept, which have no path of their own. */
  incomingDir: string
}

const EXPORTS = '/exports/'
const FILES = '/bridge/files'

/** Serves the pages and what the person takes away from `app:`, and recordings and photos, by id only, from `media:`. */
export function serveProtocols(protocol: Pick<Protocol, 'handle'>, deps: ProtocolDeps): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    if (url.host !== 'phonolens') return notFound()
    if (url.pathname === FILES) return takeFile(request, url, deps.incomingDir)
    const headers = securityHeaders('media:')
    if (url.pathname.startsWith(EXPORTS)) {
      const file = deps.exportFile(url.pathname.slice(EXPORTS.length))
      if (!file) return notFound()
      const extra = { ...headers, 'content-disposition': attachmentHeader(file.fileName) }
      return fileResponse(request, file.path, file.contentType, extra)
    }
    const file = pageFile(deps.pagesDir, url.pathname)
    return file ? fileResponse(request, file.path, file.contentType, headers) : notFound()
  })
  protocol.handle('media', async (request) => {
    const url = new URL(request.url)
    const mediaId = url.host === 'task' ? decoded(url.pathname.slice(1)) : null
    const media = mediaId === null ? null : await deps.mediaFile(mediaId)
    const cors = { 'access-control-allow-origin': PAGES_ORIGIN, 'cache-control': 'no-store' }
    return media ? fileResponse(request, media.path, media.contentType, cors) : notFound()
  })
}

/** Takes a file that the page has in memory only. No other origin can ask: the answer is of the pages' own scheme. */
async function takeFile(request: Request, url: URL, incomingDir: string): Promise<Response> {
  if (request.method !== 'POST' || !request.body || request.headers.get('x-phonolens') !== '1')
    return notFound()
  try {
    const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
    return Response.json(ok(await receiveFile(incomingDir, url.searchParams.get('name') || 'photo', body)))
  } catch (error) {
    if (isPhonolensError(error)) return Response.json(err(error.info))
    throw error
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

async function fileResponse(
  request: Request,
  path: string,
  contentType: string,
  extra: Record<string, string>,
): Promise<Response> {
  try {
    const answer = await answerWithFile(path, contentType, request.headers.get('range') ?? undefined)
    const stream = request.method === 'HEAD' ? undefined : answer.open?.()
    const body = stream ? (Readable.toWeb(stream) as ReadableStream<Uint8Array>) : null
    return new Response(body, { status: answer.status, headers: { ...answer.headers, ...extra } })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return notFound()
  }
}

function notFound(): Response {
  return new Response('There is nothing at this address.', {
    status: 404,
    headers: { 'content-type': 'text/plain' },
  })
}
