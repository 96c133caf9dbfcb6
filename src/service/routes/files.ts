import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../app.ts'
import { errorAnswers } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'
import type { StoredFile } from '../storage/file-store.ts'
import { mediaTypeOf } from '../storage/media-types.ts'
import { sendFile, UNSATISFIABLE_RANGE } from './send-file.ts'

/** The path of a stored file: whoever knows it may read it. */
export function filePath(file: StoredFile): string {
  return `/files/${file.folder}/${file.id}${file.extension === '' ? '' : `.${file.extension}`}`
}

export function addFiles(app: FastifyInstance, deps: AppDeps): void {
  const schema = {
    operationId: 'getFile',
    summary: 'Read an uploaded file or an output; takes range requests',
    security: [],
    response: {
      200: fileAnswer('The file, under the media type of its kind'),
      206: fileAnswer('The part that `Range` asked for'),
      ...errorAnswers(['noSuchEndpoint', 'wrongMethod', 'resultExpired', 'unexpected']),
      416: UNSATISFIABLE_RANGE,
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

function fileAnswer(description: string) {
  return { description, content: { 'application/octet-stream': { schema: z.file() } } }
}

async function send(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<FastifyReply> {
  const file = findFile(request.params as { folder: string; name: string }, deps)
  const path = deps.files.pathOf(file.id)
  if (path === null) throw expired()
  return sendFile(request, reply, {
    path,
    mediaType: mediaTypeOf(file.extension),
    cacheControl: 'private',
    etag: `"${file.id.slice(0, 16)}"`,
  })
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
