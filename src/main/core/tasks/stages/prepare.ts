import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { taskFolder } from '../../library/library.ts'
import type { TaskRow } from '../../library/task-row.ts'
import { localSource } from './local-source.ts'
import type { Stage } from './stage.ts'

/** The recording as the service takes it; kept, since it also plays where the original does not. */
export function preparedPath(dataDir: string, row: Pick<TaskRow, 'id'>): string {
  return join(taskFolder(dataDir, row.id), 'audio.wav')
}

/** An address goes to the service as it is; everything else is prepared first. */
export const begin: Stage = async ({ row }) => ({
  next: row.source.type === 'url' ? 'submitting' : 'preparing',
})

export const prepare: Stage = async ({ deps, row, signal, report }) => {
  const targetPath = preparedPath(deps.dataDir, row)
  // The file has this name only when it is whole, and the length is only known when it is.
  if (row.durationMs !== null && existsSync(targetPath)) return { next: 'uploading' }
  const sourcePath = await localSource(deps, row)
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
