import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorEnvelope, SERVICE_ERRORS } from '#shared/api/envelope.ts'
import { answerWithFile } from '../../platform/byte-range.ts'

/** For the OpenAPI document: the error table has no row for this one; the status is the standard's. */
export const UNSATISFIABLE_RANGE = errorEnvelope.describe('the range lies outside of the file')

/** @property etag with its quotes; a range is only given of the file that the client has begun with */
export interface FileToSend {
  path: string
  mediaType: string
  cacheControl: string
  etag?: string
}

/** Answers GET and HEAD with a file, whole or in part. @throws Error (ENOENT …) where it cannot be read */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
): Promise<FastifyReply> {
  const ifRange = request.headers['if-range']
  const rangeHeader = ifRange === undefined || ifRange === file.etag ? request.headers.range : undefined
  const answer = await answerWithFile(file.path, file.mediaType, rangeHeader)
  reply.code(answer.status).headers({
    ...answer.headers,
    'cache-control': file.cacheControl,
    // Somebody else's file must never become a page that runs in our name.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (file.etag !== undefined) reply.header('etag', file.etag)
  if (answer.open) return reply.send(request.method === 'HEAD' ? undefined : answer.open())
  const size = String(answer.headers['content-range']).split('/')[1]
  const message = `The range lies outside of the file, which has ${size} bytes.`
  reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send({ code: SERVICE_ERRORS.invalidBody.code, message })
}
