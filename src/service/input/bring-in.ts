import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import { EngineError, TASK_ERROR_CODES } from '../engines/engine.ts'
import type { FileStore } from '../storage/file-store.ts'
import { fetchSource, type FetchLimits, type SourceNoun } from './fetch-source.ts'
import type { SourceInput } from './source-input.ts'

export interface BringInOptions {
  noun: SourceNoun
  files: FileStore
  clock: Clock
  fetchLimits: FetchLimits
  checkAddress?: (address: string) => boolean
}

/**
 * Puts what a task is made from on disk.
 *
 * @param workDir where it is written if it has to be fetched
 * @returns an absolute path; one of the service's own uploads is read where it is
 * @throws EngineError with a sentence for the task's `reason`; `signal.reason` when aborted
 */
export async function bringIn(
  input: SourceInput,
  context: { workDir: string; signal: AbortSignal },
  options: BringInOptions,
): Promise<string> {
  const { noun, files, clock, fetchLimits: limits, checkAddress } = options
  if (input.type === 'upload') {
    const path = files.pathOf(input.fileId)
    if (path) return path
    const reason = `The ${noun} could not be fetched: the upload is gone.`
    throw new EngineError(TASK_ERROR_CODES.fetchFailed, reason)
  }
  const path = join(context.workDir, 'fetched')
  await fetchSource(input.url, path, { noun, limits, clock, signal: context.signal, checkAddress })
  return path
}
