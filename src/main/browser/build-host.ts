import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { answerWithFile } from '../../platform/byte-range.ts'
import { hostCall, type HostCallDeps } from '#shared/bridge/host-call.ts'
import { isPhonolensError } from '#shared/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import { err, ok } from '#shared/result.ts'
import { securityHeaders } from '../host/content-security.ts'
import { receiveFile } from '../host/incoming-files.ts'
import { pageFile } from '../host/page-files.ts'
import { attachmentHeader, type ServedFiles } from '../host/served-files.ts'
import { cookieName, readCookie, refuseRequest } from './access.ts'
import { createEventStreams } from './event-stream.ts'
import type { EventListener } from '#shared/bridge/contract.ts'

export interface BrowserHostDeps extends HostCallDeps, ServedFiles {
  pagesDir: string
  incomingDir: string
  /** Random for each run; whoever has it may use the app. */
  token: string
  onEvent(listener: EventListener): () => void
}

const REFUSALS = {
  'wrong-host': 'This address is not the one Phonolens was opened at.',
  'wrong-origin': 'Only the pages of Phonolens may ask this.',
  'cross-site': 'Only the pages of Phonolens may ask this.',
  'no-token': 'This address belongs to an earlier run of Phonolens. Open the one it printed when it started.',
} as const

/**
 * The pages and the bridge over loopback HTTP, for computers without a display or without Electron's binary, and for
 * tests in a browser.
 */
export function buildBrowserHost(deps: BrowserHostDeps): FastifyInstance {
  const app = Fastify({
    bodyLimit: LIMITS.jsonBodyBytes,
    forceCloseConnections: true,
    // Fastify's own HEAD routes read the whole file to count it; sendFile knows better.
    exposeHeadRoutes: false,
  })
  const streams = createEventStreams()
  const stopListening = deps.onEvent(streams.publish)
  app.addHook('onClose', async () => stopListening())
  app.addHook('preClose', async () => streams.close())

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders(), 'cache-control': 'no-store' })
    const port = request.socket.localPort ?? 0
    const query = tokenInAddress(request)
    const token = query ?? readCookie(request.headers.cookie, cookieName(port))
    const refusal = refuseRequest(
      { method: request.method, headers: request.headers, token },
      port,
      deps.token,
    )
    if (refusal)
      return reply
        .code(refusal === 'no-token' ? 401 : 403)
        .type('text/plain')
        .send(REFUSALS[refusal])
    if (query === undefined) return
    // From here on the token is in a cookie that no script can read, and out of the address bar and the history.
    const cookie = `${cookieName(port)}=${deps.token}; HttpOnly; SameSite=Strict; Path=/`
    return reply.header('set-cookie', cookie).redirect('/', 303)
  })

  app.post<{ Body: { name?: unknown; input?: unknown } | null }>('/bridge/call', async (request) =>
    hostCall(deps, request.body?.name, request.body?.input, { trusted: true }),
  )

  app.get('/bridge/events', (_request, reply) => {
    reply.hijack()
    streams.add(reply.raw)
  })

  void app.register(async (files) => {
    // A dropped recording is streamed to disk as it is, whatever type the browser gives it.
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, _payload, done) => done(null))
    files.post<{ Querystring: { name?: string } }>('/bridge/files', async (request) => {
      try {
        return ok(await receiveFile(deps.incomingDir, request.query.name || 'recording', request.raw))
      } catch (error) {
        if (isPhonolensError(error)) return err(error.info)
        return err({ code: 'internal', params: { incident: deps.reportUnexpected(error, 'files') } })
      }
    })
  })

  app.route<{ Params: { mediaId: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:mediaId',
    handler: async (request, reply) => {
      const media = await deps.mediaFile(request.params.mediaId)
      if (!media) return reply.code(404).type('text/plain').send('There is no recording at this address.')
      return sendFile(request, reply, media.path, media.contentType)
    },
  })

  app.route<{ Params: { exportId: string } }>({
    method: ['GET', 'HEAD'],
    url: '/exports/:exportId',
    handler: async (request, reply) => {
      const file = deps.exportFile(request.params.exportId)
      if (!file) return reply.code(404).type('text/plain').send('This file is not kept any more.')
      reply.header('content-disposition', attachmentHeader(file.fileName))
      return sendFile(request, reply, file.path, file.contentType)
    },
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const file = pageFile(deps.pagesDir, new URL(request.url, 'http://localhost').pathname)
      if (!file) return reply.code(404).type('text/plain').send('There is no such page.')
      return sendFile(request, reply, file.path, file.contentType)
    },
  })

  return app
}

function tokenInAddress(request: FastifyRequest): string | undefined {
  const url = new URL(request.url, 'http://localhost')
  return url.pathname === '/' && request.method === 'GET'
    ? (url.searchParams.get('token') ?? undefined)
    : undefined
}

async function sendFile(
  request: Pick<FastifyRequest, 'headers' | 'method'>,
  reply: FastifyReply,
  path: string,
  contentType: string,
) {
  try {
    const answer = await answerWithFile(path, contentType, request.headers.range)
    reply.code(answer.status).headers(answer.headers)
    return reply.send(request.method === 'HEAD' ? null : answer.open?.())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return reply.code(404).type('text/plain').send('There is no such file.')
  }
}
