import { z } from 'zod'

/** `code` 0 always means success; `data` is absent from errors of the built-in service. Source: service document. */
export function envelopeOf<T extends z.ZodType>(data: T) {
  return z.object({ code: z.number().int(), message: z.string(), data })
}

export const errorEnvelope = z.object({ code: z.number().int(), message: z.string() })
export type ErrorEnvelope = z.infer<typeof errorEnvelope>

/**
 * The built-in service's errors: `code` and HTTP status of each. Source: decisions, "Errors".
 * A hosted deployment has its own; a client may use these only to choose better words.
 */
export const SERVICE_ERRORS = {
  invalidBody: { code: 40001, status: 400 },
  urlRefused: { code: 40002, status: 400 },
  unknownVoice: { code: 40003, status: 400 },
  noAuthorization: { code: 40101, status: 401 },
  unknownKey: { code: 40102, status: 401 },
  unknownTask: { code: 40401, status: 404 },
  noSuchEndpoint: { code: 40402, status: 404 },
  wrongMethod: { code: 40501, status: 405 },
  resultExpired: { code: 41001, status: 410 },
  overLimit: { code: 41301, status: 413 },
  wrongContentType: { code: 41501, status: 415 },
  tooManyRequests: { code: 42901, status: 429 },
  unexpected: { code: 50001, status: 500 },
  noEngine: { code: 50301, status: 503 },
} as const
export type ServiceErrorName = keyof typeof SERVICE_ERRORS
