import { LIMITS } from '#shared/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import { downloadFile, DownloadError } from '../../platform/download-file.ts'
import { readableBytes } from '../readable-bytes.ts'
import { EngineError, TASK_ERROR_CODES } from '../engines/engine.ts'

export type SourceNoun = 'recording' | 'photo'

export interface FetchLimits {
  maxBytes: number
  timeoutMs: number
  idleTimeoutMs: number
  maxRedirects: number
}

/** Two gigabytes in half an hour is 9 Mbit/s. */
export const FETCH_LIMITS: FetchLimits = {
  maxBytes: LIMITS.audioBytes,
  timeoutMs: 30 * 60_000,
  idleTimeoutMs: 30_000,
  maxRedirects: LIMITS.redirects,
}

export interface FetchOptions {
  /** What is fetched, in the words of its `reason`. */
  noun: SourceNoun
  limits: FetchLimits
  clock: Clock
  signal: AbortSignal
  checkAddress?: (address: string) => boolean
}

/**
 * Fetches what a task is made from.
 *
 * @throws EngineError with a sentence for the task's `reason`; `signal.reason` when aborted
 */
export async function fetchSource(url: string, path: string, options: FetchOptions): Promise<void> {
  const { noun, limits, clock, signal, checkAddress } = options
  try {
    await downloadFile(url, path, { ...limits, clock, signal, checkAddress })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DownloadError) throw asEngineError(error, noun, limits)
    throw error
  }
}

function asEngineError(error: DownloadError, noun: SourceNoun, limits: FetchLimits): EngineError {
  const { fetchFailed, empty, notMedia, overLimit } = TASK_ERROR_CODES
  const notFetched = (why: string, retryable = false): EngineError =>
    new EngineError(fetchFailed, `The ${noun} could not be fetched: ${why}`, { cause: error, retryable })
  switch (error.kind) {
    case 'empty':
      return new EngineError(empty, `The ${noun} is empty: the address answered with no content.`, {
        cause: error,
      })
    case 'html':
      return new EngineError(notMedia, `The address leads to a web page, not to a ${noun}.`, {
        cause: error,
      })
    case 'too-large':
      return new EngineError(overLimit, tooLarge(noun, error.sizeBytes, limits.maxBytes), { cause: error })
    case 'http-status':
      // Overloaded or restarting: worth another attempt. "Not found" will be the same in a minute.
      return notFetched(
        `the address answered ${error.status}.`,
        error.status === 429 || (error.status ?? 0) >= 500,
      )
    case 'too-many-redirects':
      return notFetched(`the address redirects more than ${limits.maxRedirects} times.`)
    case 'refused-address':
      return notFetched('the address leads into a private network.')
    case 'timeout':
      return notFetched('the address took too long to answer.')
    case 'disk-full':
      return notFetched('the disk of the service is full.')
    case 'invalid-url':
      return notFetched('the address, or one it redirects to, is not an http or https address.')
    case 'unreachable':
    case 'cancelled':
      return notFetched('there was no connection, or it broke off.')
  }
}

/**
 * The sentence for a file over the limit.
 *
 * @param sizeBytes null where only so much is known, that it is more than `maxBytes`
 */
export function tooLarge(noun: SourceNoun, sizeBytes: number | null, maxBytes: number): string {
  const limit = readableBytes(maxBytes)
  if (sizeBytes === null) return `The ${noun} is larger than ${limit}, the most that is taken.`
  return `The ${noun} has ${sizeBytes} bytes; ${limit} (${maxBytes} bytes) is the most that is taken.`
}
