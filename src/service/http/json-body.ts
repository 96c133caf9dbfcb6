import type { FastifyInstance } from 'fastify'
import type { Readable } from 'node:stream'
import { LIMITS } from '#shared/limits.ts'
import { BODY_TOO_LARGE } from './error-answers.ts'
import { ServiceError } from './service-error.ts'

/** How much more of a body is read and thrown away before the connection is closed on it. */
const PATIENCE_BYTES = 16 * LIMITS.jsonBodyBytes

/**
 * Reads JSON bodies in place of the framework's parser, which closes the connection on a body that is too large while
 * the client still writes: the client then sees a broken connection in place of the answer.
 */
export function addJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (_request: unknown, stream: Readable) =>
    parse(await readAll(stream)),
  )
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes <= LIMITS.jsonBodyBytes) chunks.push(chunk)
      else chunks.length = 0
      if (bytes > PATIENCE_BYTES) break
    }
  } catch {
    // The client hung up: nothing of ours went wrong, and the log is not to say so.
    throw new ServiceError('invalidBody', 'The body was cut off.')
  }
  if (bytes > LIMITS.jsonBodyBytes) throw new ServiceError('overLimit', BODY_TOO_LARGE)
  return Buffer.concat(chunks)
}

function parse(body: Buffer): unknown {
  if (body.length === 0) throw new ServiceError('invalidBody', 'The body is empty: a JSON object is needed.')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new ServiceError('invalidBody', 'The body is not JSON.')
  }
}
