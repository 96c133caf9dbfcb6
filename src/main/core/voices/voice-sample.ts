import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS, MEGABYTE } from '#shared/limits.ts'
import { downloadFile } from '../../../platform/download-file.ts'
import type { Log } from '../../../platform/log.ts'
import { identifyFile } from '../media/check-file.ts'

export interface KeepSampleOptions {
  dataDir: string
  deploymentId: string
  voiceId: string
  url: string
  log: Log
  signal: AbortSignal
}

const DOWNLOAD = {
  maxBytes: 20 * MEGABYTE,
  timeoutMs: 60_000,
  idleTimeoutMs: 20_000,
  maxRedirects: LIMITS.redirects,
}
/** So that two players that ask for one sample at once do not write to one file. */
let fetches = 0

/** @returns null where the sample cannot be had: a voice is good without one */
export async function keepSample(
  options: KeepSampleOptions,
): Promise<{ path: string; contentType: string } | null> {
  const { dataDir, deploymentId, voiceId, url, log, signal } = options
  const folder = join(dataDir, 'library', 'voice-samples')
  // An id may hold anything; the file's name may not.
  const path = join(
    folder,
    createHash('sha256').update(`${deploymentId}\n${voiceId}`).digest('hex').slice(0, 40),
  )
  const unfinished = `${path}.${(fetches += 1)}.unfinished`
  try {
    if (!existsSync(path)) {
      await mkdir(folder, { recursive: true })
      await downloadFile(url, unfinished, { ...DOWNLOAD, signal })
      if ((await soundType(unfinished)) === null) throw new Error('it is not sound')
      await rename(unfinished, path)
    }
    const contentType = await soundType(path)
    return contentType === null ? null : { path, contentType }
  } catch (error) {
    log.warn(`The sample of voice ${voiceId} could not be fetched`, (error as Error).message)
    return null
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function soundType(path: string): Promise<string | null> {
  const { mediaType } = await identifyFile(path)
  return mediaType.startsWith('audio/') ? mediaType : null
}
