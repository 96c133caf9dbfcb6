import { rename } from 'node:fs/promises'
import type { OutputItem } from '#shared/api/lenient.ts'
import { PhonolensError } from '#shared/errors.ts'
import { GIGABYTE, LIMITS } from '#shared/limits.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DownloadError, downloadFile } from '../../../platform/download-file.ts'

const WHOLE_TIMEOUT_MS = 10 * 60_000
const IDLE_TIMEOUT_MS = 20_000
const MOST_TRIES = 4
const FIRST_PAUSE_MS = 500
/** Answers that mean that the address is no good any more, while what it led to may still be there. */
const GONE = [401, 403, 404, 410]

export interface FetchOutputOptions {
  /** What the service made, by its answer. */
  item: OutputItem
  /** Asks the service anew where it is; addresses expire before the task does. */
  lookAgain(): Promise<OutputItem>
  path: string
  clock: Clock
  signal: AbortSignal
  onProgress?(doneBytes: number, totalBytes: number | null): void
}

/**
 * Fetches what a service made. A connection that breaks is tried again, an address that expired is asked for anew. The
 * file has its name only when it is whole.
 *
 * @throws PhonolensError `output-broken`, `service-unreachable`, `service-timeout`, `disk-full`; what `lookAgain` throws;
 *   the signal's reason
 */
export async function fetchOutput(options: FetchOutputOptions): Promise<void> {
  const { path, clock, signal } = options
  const unfinished = `${path}.unfinished`
  let { url } = options.item
  for (let tries = 1; ; tries += 1) {
    try {
      await downloadFile(url, unfinished, {
        maxBytes: 2 * GIGABYTE,
        timeoutMs: WHOLE_TIMEOUT_MS,
        idleTimeoutMs: IDLE_TIMEOUT_MS,
        maxRedirects: LIMITS.redirects,
        signal,
        onProgress: options.onProgress,
      })
      return await rename(unfinished, path)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof DownloadError)) throw error
      if (tries >= MOST_TRIES || !mayPass(error)) throw asOutputError(error)
      await clock.sleep(FIRST_PAUSE_MS * 2 ** (tries - 1), signal)
      if (error.status !== null && GONE.includes(error.status)) url = (await options.lookAgain()).url
    }
  }
}

function mayPass({ kind, status }: DownloadError): boolean {
  if (kind === 'http-status') return GONE.includes(status ?? 0) || status === 429 || (status ?? 0) >= 500
  return kind === 'unreachable' || kind === 'timeout' || kind === 'empty'
}

function asOutputError(error: DownloadError): PhonolensError {
  const more = { detail: error.message, serviceCode: error.status ?? undefined, cause: error }
  if (error.kind === 'disk-full') return new PhonolensError('disk-full', more)
  if (error.kind === 'unreachable') return new PhonolensError('service-unreachable', more)
  if (error.kind === 'timeout') return new PhonolensError('service-timeout', more)
  return new PhonolensError('output-broken', more)
}
