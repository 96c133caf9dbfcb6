import ky, { isTimeoutError } from 'ky'
import type { z } from 'zod'
import { VOICES_PATH } from '#shared/api/voices.ts'
import {
  looseCreated,
  looseFinished,
  loosePolicy,
  loosePoll,
  looseVoices,
  type LoosePolicy,
  type LoosePoll,
  type LooseVoice,
} from '#shared/api/lenient.ts'
import { PATHS } from '#shared/api/tasks.ts'
import { isPhonolensError, PhonolensError } from '#shared/errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { CallError, parseJson, readAnswer, type RawAnswer } from './read-answer.ts'
import type { RequestBudget } from './request-budget.ts'

/** Every call but the upload of the recording itself is small on both sides. */
const CALL_TIMEOUT_MS = 30_000
/** Transcripts of many hours stay well below; anything above is not an answer. */
const MOST_ANSWER_CHARACTERS = 64_000_000
const MOST_TRIES = 4
const FIRST_PAUSE_MS = 500

export interface ApiClientDeps {
  deployment: Deployment
  budget: RequestBudget
  clock: Clock
  /** For one call, its answer included. */
  callTimeoutMs?: number
}

export interface PollAnswer {
  data: LoosePoll
  /** As it came. */
  text: string
}

/** The calls of the service document, to one deployment. All throw CallError, or the signal's reason when aborted. */
export interface ApiClient {
  /**
   * The create calls: one task each.
   *
   * @param idempotencyKey a repeated call with the same key makes no second task
   * @returns the service's id of the new task
   */
  createStt(audioUrl: string, idempotencyKey: string, signal: AbortSignal): Promise<string>
  createTtsPro(
    speech: { audioId: string; text: string; lan: string },
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<string>
  createRestoreFace(url: string, idempotencyKey: string, signal: AbortSignal): Promise<string>
  /** @returns null where the deployment's list is only a page for people, or there is none */
  listVoices(signal: AbortSignal): Promise<LooseVoice[] | null>
  /** One look, without any repetition. */
  poll(serviceTaskId: string, signal: AbortSignal): Promise<PollAnswer>
  getPolicy(signal: AbortSignal): Promise<LoosePolicy>
  finishUpload(reqId: string, signal: AbortSignal): Promise<{ url: string; expireAt: number | null }>
}

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const post = (path: string, body: unknown, signal: AbortSignal, headers: Record<string, string> = {}) =>
    postJson(deps, path, body, signal, headers)

  async function ask<Schema extends z.ZodType>(
    path: string,
    body: unknown,
    schema: Schema,
    signal: AbortSignal,
    headers?: Record<string, string>,
  ): Promise<z.infer<Schema>> {
    return readAnswer(await post(path, body, signal, headers), schema)
  }

  async function create(path: string, body: unknown, key: string, signal: AbortSignal): Promise<string> {
    const once = async (): Promise<string> =>
      (await ask(path, body, looseCreated, signal, { 'Idempotency-Key': key })).taskId
    // Where work is billed a call of unknown outcome is not repeated, and a refused one is for the person to see.
    return deps.deployment.billsForWork ? once() : withTries(deps, once, signal)
  }

  return {
    createStt: (audioUrl, key, signal) => create(PATHS.stt, { audioUrl }, key, signal),
    createTtsPro: (speech, key, signal) => create(PATHS.ttsPro, speech, key, signal),
    createRestoreFace: (url, key, signal) => create(PATHS.restoreFace, { url }, key, signal),
    listVoices: (signal) => withTries(deps, () => getVoices(deps, signal), signal),
    async poll(serviceTaskId, signal) {
      const raw = await post(PATHS.poll, { taskId: serviceTaskId }, signal)
      return { data: readAnswer(raw, loosePoll), text: raw.text }
    },
    getPolicy: (signal) =>
      withoutStorage(
        withTries(
          deps,
          () => ask(PATHS.getPolicy, { scene: deps.deployment.storageScene }, loosePolicy, signal),
          signal,
        ),
      ),
    async finishUpload(reqId, signal) {
      const finish = () => ask(PATHS.uploadFinish, { reqId }, looseFinished, signal)
      const { url, expireAt } = await withoutStorage(withTries(deps, finish, signal))
      return { url, expireAt: expireAt ?? null }
    },
  }
}

function postJson(
  deps: ApiClientDeps,
  path: string,
  body: unknown,
  signal: AbortSignal,
  headers: Record<string, string>,
): Promise<RawAnswer> {
  const send = { json: body, headers: { ...headers, 'Content-Type': 'application/json' } }
  return call(deps, 'post', path, send, signal)
}

/** The list is a page for people as well: who takes JSON gets it as data. */
async function getVoices(deps: ApiClientDeps, signal: AbortSignal): Promise<LooseVoice[] | null> {
  const raw = await call(deps, 'get', VOICES_PATH, { headers: { Accept: 'application/json' } }, signal)
  if (raw.status >= 500 || raw.status === 429) readAnswer(raw, looseCreated)
  const list = raw.status >= 200 && raw.status < 300 ? looseVoices.safeParse(parseJson(raw.text)) : null
  return list?.success ? list.data : null
}

async function call(
  { deployment, budget, callTimeoutMs = CALL_TIMEOUT_MS }: ApiClientDeps,
  method: 'get' | 'post',
  path: string,
  send: { json?: unknown; headers: Record<string, string> },
  signal: AbortSignal,
): Promise<RawAnswer> {
  const base = await deployment.baseUrl(signal)
  await budget.take(signal)
  try {
    const response = await ky(base + path, {
      ...send,
      method,
      headers: { ...send.headers, Authorization: `Bearer ${deployment.apiKey()}` },
      timeout: false,
      retry: 0,
      throwHttpErrors: false,
      redirect: 'manual',
      // ky's own time-out ends with the headers; this one covers the body as well.
      signal: AbortSignal.any([signal, AbortSignal.timeout(callTimeoutMs)]),
    })
    const raw = {
      status: response.status,
      text: await readText(response),
      retryAfterMs: retryAfter(response),
    }
    if (raw.retryAfterMs !== null) budget.holdFor(raw.retryAfterMs)
    return raw
  } catch (error) {
    signal.throwIfAborted()
    throw asConnectionError(error)
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > MOST_ANSWER_CHARACTERS) {
      throw new CallError('service-malformed', { detail: 'The answer does not end.', passing: false })
    }
  }
  return text + decoder.decode()
}

/** @returns milliseconds, from either form of the header (RFC 9110, section 10.2.3) */
function retryAfter(response: Response): number | null {
  const value = response.headers.get('retry-after')?.trim()
  if (!value) return null
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000
  const at = Date.parse(value)
  const now = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(at) ? null : Math.max(0, at - (Number.isNaN(now) ? Date.now() : now))
}

/** What a connection can go wrong with: no answer in time, or none at all. */
export function asConnectionError(error: unknown): unknown {
  if (isPhonolensError(error)) return error
  const timedOut = isTimeoutError(error) || (error as Error).name === 'TimeoutError'
  return new CallError(timedOut ? 'service-timeout' : 'service-unreachable', {
    detail: connectionCode(error),
    passing: true,
    cause: error,
  })
}

/** The system's own word for it, such as ECONNREFUSED; the message around it may hold a whole address. */
function connectionCode(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string' && /^[A-Z]/.test(code)) return code
  }
  return undefined
}

/** Repeats a call that failed for a passing reason; `Retry-After` is obeyed through the budget. */
export async function withTries<T>(
  { clock }: Pick<ApiClientDeps, 'clock'>,
  call: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof CallError) || !error.passing || tries >= MOST_TRIES) throw error
      if (error.retryAfterMs === null) await clock.sleep(FIRST_PAUSE_MS * 2 ** (tries - 1), signal)
    }
  }
}

/** A deployment need not have the storage calls; that it has none is told in words of its own. */
async function withoutStorage<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const missing = isPhonolensError(error) && [404, 405, 40402].includes(error.info.serviceCode ?? 0)
    throw missing
      ? new PhonolensError('service-no-storage', { detail: error.info.detail, cause: error })
      : error
  }
}
