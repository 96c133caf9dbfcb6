import type { z } from 'zod'
import { errorEnvelope, SERVICE_ERRORS, type ServiceErrorName } from '#shared/api/envelope.ts'

/** What any call with a key and a JSON body can be answered. */
const COMMON: readonly ServiceErrorName[] = [
  'invalidBody',
  'noAuthorization',
  'unknownKey',
  'noSuchEndpoint',
  'wrongMethod',
  'overLimit',
  'wrongContentType',
  'tooManyRequests',
  'unexpected',
]

const WORDS: Record<ServiceErrorName, string> = {
  invalidBody: 'the body is not JSON, or a field is missing or of the wrong type',
  urlRefused: 'a URL is not http or https, or is refused',
  unknownVoice: 'the voice is not known, or does not speak the language',
  noAuthorization: 'no Authorization header, or not Bearer',
  unknownKey: 'the key is not known',
  unknownTask: 'the id is not known',
  noSuchEndpoint: 'no such endpoint',
  wrongMethod: 'an endpoint called with another method',
  resultExpired: 'the result has expired',
  overLimit: 'over a limit',
  wrongContentType: 'the Content-Type is not the expected one',
  tooManyRequests: 'too many requests; carries Retry-After',
  unexpected: 'unexpected; the message is an incident id',
  noEngine: 'no engine on this machine can do this kind of task',
}

/** A route's schema: what it takes, what it answers, and every error it can answer with, for the OpenAPI document. */
export function endpointSchema<Body extends z.ZodType, Answer extends z.ZodType>(endpoint: {
  operationId: string
  summary: string
  body: Body
  answer: Answer
  errors?: readonly ServiceErrorName[]
}) {
  const { operationId, summary, body, answer } = endpoint
  return {
    operationId,
    summary,
    body,
    response: { 200: answer.describe('Success'), ...errorAnswers([...COMMON, ...(endpoint.errors ?? [])]) },
  }
}

/** The error answers of a route by HTTP status, with the codes that share it. */
export function errorAnswers(names: readonly ServiceErrorName[]): Record<number, typeof errorEnvelope> {
  const byStatus = new Map<number, string[]>()
  for (const name of names) {
    const { code, status } = SERVICE_ERRORS[name]
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${WORDS[name]}`])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [status, errorEnvelope.describe(lines.join('. '))]),
  )
}

/** The envelope of every successful answer. */
export function success<Data>(data: Data): { code: 0; message: string; data: Data } {
  return { code: 0, message: 'success', data }
}
