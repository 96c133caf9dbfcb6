import { LIMITS } from '#shared/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import { downloadFile, DownloadError } from '../../platform/download-file.ts'
import { readableBytes } from '../readable-bytes.ts'
import { EngineError, TASK_ERROR_CODES } from '../engines/engine.ts'

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
  limits: FetchLimits
  clock: Clock
  signal: AbortSignal
  checkAddress?: (address: string) => boolean
}

/**
 * Fetches the recording of a task.
 *
 * @throws EngineError with a sentence for the task's `reason`; `signal.reason` when aborted
 */
export async function fetchRecording(url: string, path: string, options: FetchOptions): Promise<void> {
  const { limits, clock, signal, checkAddress } = options
  try {
    await downloadFile(url, path, { ...limits, clock, signal, checkAddress })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DownloadError) throw asEngineError(error, limits)
    throw error
  }
}

function asEngineError(error: DownloadError, limits: FetchLimits): EngineError {
  const { fetchFailed, empty, notMedia, overLimit } = TASK_ERROR_CODES
  const notFetched = (why: string, retryable = false): EngineError =>
    new EngineError(fetchFailed, `The recording could not be fetched: ${why}`, { cause: error, retryable })
  switch (error.kind) {
    case 'empty':
      return new EngineError(empty, 'The recording is empty: the address answered with no content.', {
        cause: error,
      })
    case 'html':
      return new EngineError(notMedia, 'The address leads to a web page, not to a recording.', {
        cause: error,
      })
    case 'too-large': {
      const limit = readableBytes(limits.maxBytes)
      return new EngineError(overLimit, `The recording is larger than ${limit}, the most that is taken.`, {
        cause: error,
      })
    }
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
