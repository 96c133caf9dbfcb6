import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { asFileError } from '../../media/check-file.ts'
import { taskFolder } from '../../library/library.ts'
import type { TaskRow } from '../../library/task-row.ts'
import type { Stage, StageContext, StageDeps } from './stage.ts'

/** The recording as the service takes it; kept, since it also plays where the original does not. */
export function preparedPath(dataDir: string, row: Pick<TaskRow, 'id'>): string {
  return join(taskFolder(dataDir, row.id), 'audio.wav')
}

/** An address goes to the service as it is; everything else is prepared first. */
export const begin: Stage = async ({ row }) => ({
  next: row.source.type === 'url' ? 'submitting' : 'preparing',
})

export const prepare: Stage = async (context) => {
  const { deps, row, signal, report } = context
  const targetPath = preparedPath(deps.dataDir, row)
  // The file has this name only when it is whole, and the length is only known when it is.
  if (row.durationMs !== null && existsSync(targetPath)) return { next: 'uploading' }
  const sourcePath = await localSource(context)
  const { durationMs, playableAs } = await deps.prepareAudio({
    ffmpeg: deps.locateFfmpeg(),
    sourcePath,
    name: row.name,
    targetPath,
    signal,
    onProgress: report,
  })
  return {
    next: 'uploading',
    patch: {
      durationMs,
      mediaPath: playableAs === null ? targetPath : sourcePath,
      mediaType: playableAs ?? 'audio/wav',
    },
  }
}

async function localSource({ deps, row }: StageContext): Promise<string> {
  return row.source.type === 'file' ? row.source.path : copySample(deps, row)
}

/** A copy, so that the task does not depend on where this version of the app is installed. */
async function copySample(deps: StageDeps, row: TaskRow): Promise<string> {
  const path = join(taskFolder(deps.dataDir, row.id), basename(deps.samplePath))
  try {
    await mkdir(taskFolder(deps.dataDir, row.id), { recursive: true })
    await copyFile(deps.samplePath, path)
    return path
  } catch (error) {
    throw asFileError(error, row.name)
  }
}
