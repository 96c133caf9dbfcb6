import { copyFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { taskFolder } from '../../library/library.ts'
import type { TaskRow } from '../../library/task-row.ts'
import { asFileError } from '../../media/check-file.ts'
import type { StageDeps } from './stage.ts'

/**
 * Where the person's own file is; the sample is copied first, so that no task depends on where this version of the app
 * is installed.
 *
 * @throws PhonolensError `file-…`, `disk-full`
 */
export async function localSource(deps: StageDeps, row: TaskRow): Promise<string> {
  if (row.source.type === 'file') return row.source.path
  const { samplePath } = deps
  const path = join(taskFolder(deps.dataDir, row.id), basename(samplePath))
  try {
    await mkdir(taskFolder(deps.dataDir, row.id), { recursive: true })
    await copyFile(samplePath, path)
    return path
  } catch (error) {
    throw asFileError(error, row.name)
  }
}
