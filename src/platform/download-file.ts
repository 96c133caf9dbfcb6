import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { systemClock, type Clock } from './clock.ts'
import { DownloadError, openDownload } from './download-request.ts'

export { DownloadError, type DownloadFailure } from './download-request.ts'

export interface DownloadOptions {
  maxBytes: number
  /** For everything: connecting, redirects and the body. */
  timeoutMs: number
  /** Longest silence on the line. */
  idleTimeoutMs: number
  maxRedirects: number
  signal?: AbortSignal
  /** False refuses a connection to that IP address; asked on every redirect, for the address really connected to. */
  checkAddress?: (address: string) => boolean
  /** `totalBytes` is null where the other side does not tell. */
  onProgress?: (doneBytes: number, totalBytes: number | null) => void
  clock?: Clock
}

/**
 * Fetches a file from the web straight to disk: memory stays flat whatever the size, and nothing is left behind on
 * failure.
 *
 * @param path overwritten where it exists
 * @returns the bytes written and the media type the other side gave, lower case, without parameters
 * @throws DownloadError, and nothing else for what the network, the other side or a full disk can do
 */
export async function downloadFile(
  url: string,
  path: string,
  options: DownloadOptions,
): Promise<{ bytes: number; mediaType: string | null }> {
  const watch = startWatch(options)
  const { signal } = watch
  try {
    const response = await openDownload(url, { ...options, signal })
    watch.touch()
    const totalBytes = checkHead(response, options.maxBytes)
    let bytes = 0
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        watch.touch()
        if (bytes > options.maxBytes) return done(tooLarge(options.maxBytes))
        options.onProgress?.(bytes, totalBytes)
        done(null, chunk)
      },
    })
    const steps = [...decoders(response), count, createWriteStream(path, { mode: 0o600 })]
    // Of an answer that came whole and was closed before a later step failed, `pipeline` would wait for the end for ever.
    for (const step of steps) step.once('error', (error: Error) => response.destroy(error))
    await pipeline([response, ...steps], { signal })
    if (bytes === 0) throw new DownloadError('empty', 'the answer was empty')
    return { bytes, mediaType: mediaTypeOf(response) }
  } catch (error) {
    await rm(path, { force: true })
    throw asDownloadError(error, signal)
  } finally {
    watch.stop()
  }
}

/** Aborts when the caller does, when the whole time is used up, or when nothing came for too long. */
function startWatch(options: DownloadOptions): { signal: AbortSignal; touch(): void; stop(): void } {
  const clock = options.clock ?? systemClock
  const timeUp = new AbortController()
  const ended = new AbortController()
  let lastSignOfLife = clock.now()
  const until = async (deadline: () => number): Promise<void> => {
    while (clock.now() < deadline()) await clock.sleep(deadline() - clock.now(), ended.signal)
    timeUp.abort(new DownloadError('timeout', 'the address took too long to answer'))
  }
  const wholeDeadline = lastSignOfLife + options.timeoutMs
  const watches = [until(() => wholeDeadline), until(() => lastSignOfLife + options.idleTimeoutMs)]
  // Both end by being aborted when the download is over: that is no failure.
  for (const running of watches) running.catch(() => undefined)
  return {
    signal: options.signal ? AbortSignal.any([options.signal, timeUp.signal]) : timeUp.signal,
    touch: () => {
      lastSignOfLife = clock.now()
    },
    stop: () => ended.abort(),
  }
}

function checkHead(response: IncomingMessage, maxBytes: number): number | null {
  const status = response.statusCode ?? 0
  try {
    if (status < 200 || status > 299) {
      throw new DownloadError('http-status', `the address answered ${status}`, { status })
    }
    // A page in place of a recording is a login form or an error page: the words "not audio" would hide that.
    const mediaType = mediaTypeOf(response)
    if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') {
      throw new DownloadError('html', 'the address answered a web page')
    }
    const length = response.headers['content-length']
    if (length !== undefined && Number(length) > maxBytes) throw tooLarge(maxBytes, Number(length))
    return length === undefined || response.headers['content-encoding'] ? null : Number(length)
  } catch (error) {
    response.destroy()
    throw error
  }
}

/** Only the file itself was asked for; some servers compress all the same. */
function decoders(response: IncomingMessage): Transform[] {
  const encoding = response.headers['content-encoding']?.toLowerCase()
  if (encoding === 'gzip' || encoding === 'x-gzip' || encoding === 'deflate') return [createUnzip()]
  return encoding === 'br' ? [createBrotliDecompress()] : []
}

function mediaTypeOf(response: IncomingMessage): string | null {
  const [type] = (response.headers['content-type'] ?? '').split(';')
  return type?.trim().toLowerCase() || null
}

function tooLarge(maxBytes: number, sizeBytes?: number): DownloadError {
  return new DownloadError('too-large', `more than ${maxBytes} bytes`, { sizeBytes })
}

function asDownloadError(error: unknown, signal: AbortSignal): DownloadError {
  if (signal.aborted) {
    const reason: unknown = signal.reason
    return reason instanceof DownloadError
      ? reason
      : new DownloadError('cancelled', 'cancelled', { cause: reason })
  }
  if (error instanceof DownloadError) return error
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new DownloadError('disk-full', 'the disk is full', { cause: error })
  return new DownloadError('unreachable', `no connection (${code || 'broken off'})`, { cause: error })
}
