import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileRef } from '#shared/bridge/bridge.ts'
import { PhonolensError } from '#shared/errors.ts'
import { LIMITS } from '#shared/limits.ts'

/** Longest ending that is kept of a file's name; what the file is gets decided by its bytes. */
const MAX_ENDING = 12

/**
 * Takes a dropped file into the host's own folder, as it comes.
 *
 * @param name what the person calls it; never becomes a path
 * @throws PhonolensError `file-too-large`, `disk-full`, `cancelled`
 */
export async function receiveFile(incomingDir: string, name: string, body: Readable): Promise<FileRef> {
  const folder = join(incomingDir, randomUUID())
  await mkdir(folder, { recursive: true })
  const path = join(folder, `recording${endingOf(name)}`)
  let bytes = 0
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > LIMITS.audioBytes) throw new PhonolensError('file-too-large', { params: { name } })
          yield chunk
        }
      },
      createWriteStream(path),
    )
    return { type: 'file', path, name }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw asReceiveError(error, name)
  }
}

/** Whether a file is one of those that a page has sent. */
export function isIncoming(incomingDir: string, path: string): boolean {
  return resolve(path).startsWith(resolve(incomingDir) + sep)
}

/** Forgets a file that a page has sent, with the folder it lies in alone; any other file is left where it is. */
export async function removeIncoming(incomingDir: string, path: string): Promise<void> {
  if (isIncoming(incomingDir, path)) await rm(dirname(path), { recursive: true, force: true })
}

function endingOf(name: string): string {
  const ending = /\.[A-Za-z0-9]+$/.exec(name)?.[0] ?? ''
  return ending.length <= MAX_ENDING ? ending.toLowerCase() : ''
}

function asReceiveError(error: unknown, name: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC') return new PhonolensError('disk-full', { params: { name }, cause: error })
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') {
    return new PhonolensError('cancelled', { params: { name }, cause: error })
  }
  return error
}
