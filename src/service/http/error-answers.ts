import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { LIMITS, MEGABYTE } from '#shared/limits.ts'
import type { Log } from '../../platform/log.ts'
import { newIncidentId } from '../queue/task-failure.ts'
import { errorAnswer, ServiceError, type ErrorAnswer } from './service-error.ts'

interface FrameworkError {
  code?: string
  statusCode?: number
  message?: string
  validation?: FastifySchemaValidationError[]
}

/** Every error that leaves the service, ours and the framework's, as one row of the error table. */
export function answerFor(error: unknown, log: Log): ErrorAnswer {
  if (error instanceof ServiceError) return errorAnswer(error.errorName, error.message, error.headers)
  const known = (error ?? {}) as FrameworkError
  if (known.validation?.[0]) return errorAnswer('invalidBody', describeValidation(known.validation[0]))
  switch (known.code) {
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return errorAnswer('noSuchEndpoint', 'There is no such endpoint.')
    case 'ENOSPC':
    case 'EDQUOT':
      // The error table has no row for a full disk. 500 is the one a client tries again after, which is right here;
      // 413 and 503 would tell the person to choose another file or to install something.
      return unexpected(error, log, 'the disk of the service is full')
  }
  const status = known.statusCode ?? 500
  if (status === 413) return errorAnswer('overLimit', BODY_TOO_LARGE)
  if (status === 415 || status === 406)
    return errorAnswer('wrongContentType', 'Content-Type must be application/json.')
  if (status === 404) return errorAnswer('noSuchEndpoint', 'There is no such endpoint.')
  if (status >= 400 && status < 500) return errorAnswer('invalidBody', 'The body could not be read.')
  return unexpected(error, log)
}

export const BODY_TOO_LARGE = `The body is larger than ${LIMITS.jsonBodyBytes / MEGABYTE} MB, the most that is taken.`

/** The message carries only the incident's id: the log has what happened under the same id. */
function unexpected(error: unknown, log: Log, why?: string): ErrorAnswer {
  const incident = newIncidentId()
  log.error(`incident ${incident}`, error)
  return errorAnswer('unexpected', `incident ${incident}${why ? `: ${why}` : ''}`)
}

/** Names the field and what is wrong with it, in place of the validator's own words. */
function describeValidation(issue: FastifySchemaValidationError): string {
  const field = issue.instancePath.slice(1).replaceAll('/', '.')
  if (field === '') return 'The body must be a JSON object.'
  if (issue.keyword === 'too_small') return `${field} must not be empty.`
  if (issue.message?.endsWith('received undefined')) return `${field} is missing.`
  const { expected } = issue.params
  return issue.keyword === 'invalid_type' && typeof expected === 'string'
    ? `${field} must be a ${expected}.`
    : `${field} is not valid.`
}
