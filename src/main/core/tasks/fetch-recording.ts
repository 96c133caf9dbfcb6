import { rename } from 'node:fs/promises'
import { LIMITS } from '#shared/limits.ts'
import { downloadFile } from '../../../platform/download-file.ts'
import type { FetchRecording } from './stages/stage.ts'

const WHOLE_TIMEOUT_MS = 30 * 60_000
const IDLE_TIMEOUT_MS = 20_000

/**
 * Fetches a recording from the person's own address. The file has its name only when it is whole.
 *
 * @throws DownloadError
 */
export const fetchRecording: FetchRecording = async (url, path, signal, onProgress) => {
  const unfinished = `${path}.unfinished`
  await downloadFile(url, unfinished, {
    maxBytes: LIMITS.audioBytes,
    timeoutMs: WHOLE_TIMEOUT_MS,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    maxRedirects: LIMITS.redirects,
    signal,
    onProgress,
  })
  await rename(unfinished, path)
}
