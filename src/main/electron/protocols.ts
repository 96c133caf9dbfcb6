import { Readable } from 'node:stream'
import type { CustomScheme, Protocol } from 'electron'
import { answerWithFile } from '../../platform/byte-range.ts'
import { securityHeaders } from '../host/content-security.ts'
import { pageFile } from '../host/page-files.ts'

export const PAGES_ORIGIN = 'app://phonolens'
/** A task id is appended to it. */
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

export interface ProtocolDeps {
  pagesDir: string
  mediaFile(taskId: string): Promise<{ path: string; contentType: string } | null>
}

/** Serves the pages from `app:` and recordings, by task id only, from `media:`. */
export function serveProtocols(protocol: Pick<Protocol, 'handle'>, deps: ProtocolDeps): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const file = url.host === 'phonolens' ? pageFile(deps.pagesDir, url.pathname) : null
    return file ? fileResponse(request, file.path, file.contentType, securityHeaders('media:')) : notFound()
  })
  protocol.handle('media', async (request) => {
    const url = new URL(request.url)
    const media = url.host === 'task' ? await deps.mediaFile(decodeURIComponent(url.pathname.slice(1))) : null
    const cors = { 'access-control-allow-origin': PAGES_ORIGIN, 'cache-control': 'no-store' }
    return media ? fileResponse(request, media.path, media.contentType, cors) : notFound()
  })
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
