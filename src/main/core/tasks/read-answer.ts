import type { z } from 'zod'
import { SERVICE_ERRORS } from '#shared/api/envelope.ts'
import { looseEnvelope } from '#shared/api/lenient.ts'
import { PhonolensError, type ErrorCode } from '#shared/errors.ts'

/** What came back from a call, before anything is made of it. */
export interface RawAnswer {
  status: number
  text: string
  retryAfterMs: number | null
}

/**
 * A call that did not work.
 *
 * @property passing the same call may well work in a while: nothing is wrong with what was asked
 * @property retryAfterMs how long the other side asked to be left alone
 */
export class CallError extends PhonolensError {
  readonly passing: boolean
  readonly retryAfterMs: number | null

  constructor(
    code: ErrorCode,
    more: {
      detail?: string
      serviceCode?: number
      passing: boolean
      retryAfterMs?: number | null
      cause?: unknown
    },
  ) {
    const { passing, retryAfterMs, ...info } = more
    super(code, info)
    this.name = 'CallError'
    this.passing = passing
    this.retryAfterMs = retryAfterMs ?? null
  }
}

const PASSING: ReadonlySet<ErrorCode> = new Set(['service-busy', 'service-error', 'service-malformed'])

/**
 * Reads an answer of the service: the envelope, then `data`.
 *
 * @returns `data` as the schema reads it, and the text it was read from
 * @throws CallError
 */
export function readAnswer<Schema extends z.ZodType>(raw: RawAnswer, schema: Schema): z.infer<Schema> {
  const envelope = looseEnvelope.safeParse(parseJson(raw.text))
  const good = raw.status >= 200 && raw.status < 300
  if (!envelope.success) throw good ? malformed(raw, 'no code') : failed(raw, null, plainWords(raw.text))
  const { code, message, data } = envelope.data
  if (!good || code !== 0) throw failed(raw, code, message)
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw malformed(raw, `data.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`)
}

/** @returns undefined for what is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Told apart by the envelope's schema, which nothing that is not JSON can pass.
    return undefined
  }
}

function failed(raw: RawAnswer, code: number | null, words: string): CallError {
  const errorCode = errorCodeOf(raw.status, code)
  return new CallError(errorCode, {
    detail: words || `HTTP ${raw.status}`,
    serviceCode: code ?? raw.status,
    passing: PASSING.has(errorCode),
    retryAfterMs: raw.retryAfterMs,
  })
}

/** By HTTP status first, then by code: deployments publish few of their codes, and some answer errors with 200. */
function errorCodeOf(status: number, code: number | null): ErrorCode {
  if (code === SERVICE_ERRORS.noEngine.code) return 'service-no-engine'
  if (code === SERVICE_ERRORS.unknownTask.code) return 'task-unknown'
  if (status >= 300) return byStatus(status)
  const known = Object.values(SERVICE_ERRORS).find((error) => error.code === code)
  if (known) return byStatus(known.status)
  if (code !== null && code >= 400 && code <= 599) return byStatus(code)
  return code === ILLEGAL_PARAMETER ? 'service-refused' : 'service-error'
}

/** Seen from a hosted deployment; decisions, "Errors". */
const ILLEGAL_PARAMETER = 10_192

function byStatus(status: number): ErrorCode {
  if (status === 401 || status === 403) return 'service-key-refused'
  if (status === 408) return 'service-timeout'
  if (status === 410) return 'task-expired'
  if (status === 429 || status === 503) return 'service-busy'
  if (status === 400 || status === 413 || status === 415 || status === 422) return 'service-refused'
  return 'service-error'
}

function malformed(raw: RawAnswer, why: string): CallError {
  const words = raw.text.trim() === '' ? 'The answer was empty.' : `${why}: ${plainWords(raw.text)}`
  return new CallError('service-malformed', { detail: words, serviceCode: raw.status, passing: true })
}

/** The beginning of an answer that was not meant for us, without the tags of a web page. */
export function plainWords(text: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]
  return (title ?? text.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim().slice(0, 200)
}
