import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PhonolensError } from '#shared/errors.ts'
import { asFileError } from '../../media/check-file.ts'
import { asMediaError } from '../../media/ffmpeg-error.ts'
import { taskFolder } from '../../library/library.ts'
import type { TaskRow } from '../../library/task-row.ts'
import { joinSpeech, type SpokenPart } from '../../speech/join-speech.ts'
import type { Stage, StageDeps, StageOutcome } from './stage.ts'

/** Makes one recording of all parts. */
export const collectSpeech: Stage = async ({ deps, row, signal, report }) => {
  const targetPath = join(taskFolder(deps.dataDir, row.id), 'speech.wav')
  // Joined already; the parts may be gone since.
  if (row.mediaPath === targetPath && existsSync(targetPath)) return finished(deps, row, [])
  const parts: SpokenPart[] = []
  for (const { outputPath, pauseMs } of deps.library.speechParts.all(row.id)) {
    if (outputPath === null || !existsSync(outputPath)) return { next: 'running' }
    parts.push({ path: outputPath, pauseMs })
  }
  const [first] = parts
  if (first === undefined) return { next: 'preparing' }
  const ffmpeg = deps.locateFfmpeg()
  if (ffmpeg === null) throw new PhonolensError('ffmpeg-missing')
  try {
    const { durationMs } = await joinSpeech({
      ffmpeg,
      parts,
      targetPath,
      signal,
      onProgress: (fraction) => report({ fraction }),
    })
    deps.library.update(row.id, { mediaPath: targetPath, mediaType: 'audio/wav', durationMs })
    return await finished(deps, row, parts)
  } catch (error) {
    signal.throwIfAborted()
    throw asFileError(await asMediaError(error, first.path, row.name), row.name)
  }
}

async function finished(deps: StageDeps, row: TaskRow, parts: readonly SpokenPart[]): Promise<StageOutcome> {
  await Promise.all(parts.map(({ path }) => rm(path, { force: true })))
  return { next: 'done', patch: { partsDone: row.partsTotal, finishedAt: deps.clock.now() } }
}
