import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorEnvelope, SERVICE_ERRORS } from '#shared/api/envelope.ts'
import type { AppDeps } from '../app.ts'
import { errorAnswers } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'
import type { StoredFile } from '../storage/file-store.ts'
import { mediaTypeOf } from '../storage/media-types.ts'
import { parseRange } from '../storage/range.ts'

/** The path of a stored file: whoever knows it may read it. */
export function filePath(file: StoredFile): string {
  return `/files/${file.folder}/${file.id}${file.extension === '' ? '' : `.${file.extension}`}`
}

export function addFiles(app: FastifyInstance, deps: AppDeps): void {
  const schema = {
    operationId: 'getFile',
    summary: 'Read an uploaded file or an output; takes range requests',
    produces: ['application/octet-stream'],
    security: [],
    response: {
      ...errorAnswers(['noSuchEndpoint', 'wrongMethod', 'resultExpired', 'unexpected']),
      416: errorEnvelope.describe('the range lies outside of the file'),
    },
  }
  const config = { access: 'open' as const }
  // HEAD has a handler of its own: the framework's would read the whole file to throw it away.
  app.get('/files/:folder/:name', { schema, config, exposeHeadRoute: false }, (request, reply) =>
    send(request, reply, deps),
  )
  app.head('/files/:folder/:name', { schema: { hide: true }, config }, (request, reply) =>
    send(request, reply, deps),
  )
}

async function send(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<FastifyReply> {
  const file = findFile(request.params as { folder: string; name: string }, deps)
  const path = deps.files.pathOf(file.id)
  if (path === null) throw expired()
  const { size } = await stat(path)
  const etag = `"${file.id.slice(0, 16)}"`
  reply.headers({
    'Content-Type': mediaTypeOf(file.extension),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'private',
    // Somebody else's file must never become a page that runs in our name.
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
  const ifRange = request.headers['if-range']
  const range = parseRange(
    ifRange === undefined || ifRange === etag ? request.headers.range : undefined,
    size,
  )
  if (range.type === 'unsatisfiable') {
    reply
      .code(416)
      .headers({ 'Content-Range': `bytes */${size}`, 'Content-Type': 'application/json; charset=utf-8' })
    return reply.send({ code: SERVICE_ERRORS.invalidBody.code, message: `The file has ${size} bytes.` })
  }
  const { start, end } = range.type === 'part' ? range : { start: 0, end: size - 1 }
  if (range.type === 'part') reply.code(206).header('Content-Range', `bytes ${start}-${end}/${size}`)
  reply.header('Content-Length', end - start + 1)
  if (request.method === 'HEAD' || size === 0) return reply.send()
  return reply.send(createReadStream(path, { start, end }))
}

function findFile(params: { folder: string; name: string }, deps: AppDeps): StoredFile {
  const [id = '', extension = ''] = params.name.split('.')
  const file = deps.files.find(id)
  if (!file || file.folder !== params.folder || file.extension !== extension) {
    throw new ServiceError('noSuchEndpoint', 'There is no such file.')
  }
  if (file.expireAt <= deps.clock.now()) throw expired()
  return file
}

function expired(): ServiceError {
  return new ServiceError('resultExpired', 'This file has expired.')
}
