import type { FastifyRequest } from 'fastify'
import { ServiceError } from './service-error.ts'

const MAX_LENGTH = 255

/** @returns the `Idempotency-Key` header: asking again with the same one gives the same task; null without one */
export function idempotencyKey(request: FastifyRequest): string | null {
  const value = request.headers['idempotency-key']
  if (value === undefined || value === '') return null
  if (typeof value === 'string' && value.length <= MAX_LENGTH) return value
  throw new ServiceError('invalidBody', `The Idempotency-Key header is longer than ${MAX_LENGTH} characters.`)
}
