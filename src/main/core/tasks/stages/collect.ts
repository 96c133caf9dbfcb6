import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loosePoll, toSegments, type LoosePoll } from '#shared/api/lenient.ts'
import { probeMedia } from '../../../../platform/ffmpeg/run-ffmpeg.ts'
import { taskFolder } from '../../library/library.ts'
import type { TaskPatch } from '../../library/task-row.ts'
import { playableAs } from '../../media/playable.ts'
import { CallError, readAnswer } from '../read-answer.ts'
import { preparedPath } from './prepare.ts'
import type { Stage, StageContext } from './stage.ts'

/** Writes down what came out, and fetches a recording that so far only the service has seen. */
export const collect: Stage = async (context) => {
  const { deps, row } = context
  const text = deps.library.answer(row.id)
  if (text === null) return { next: row.serviceTaskId === null ? 'submitting' : 'waiting' }
  const { task, sttResult } = readAnswer({ status: 200, text, retryAfterMs: null }, loosePoll)
  if (sttResult === null) throw new CallError('service-malformed', { passing: false })
  const segments = toSegments(sttResult)
  const durationMs = row.durationMs ?? (Math.round(sttResult.tl ?? 0) || (segments.at(-1)?.endMs ?? null))
  deps.library.saveSegments(row.id, segments, { segmentCount: segments.length, durationMs })
  const media =
    row.source.type === 'url' && row.mediaPath === null ? await fetchMedia(context, row.source.url) : {}
  rememberSpeed(context, task.executionTime, durationMs)
  return { next: 'done', patch: { ...media, finishedAt: deps.clock.now() } }
}

/** The service's own time counts; how long it seemed from here includes waiting and pauses between looks. */
export function rememberSpeed(
  { deps, row }: StageContext,
  executionMs: LoosePoll['task']['executionTime'],
  mediaMs: number | null,
): void {
  const workMs = executionMs ?? (row.runningSince === null ? 0 : deps.clock.now() - row.runningSince)
  if (mediaMs !== null && mediaMs > 0 && workMs > 0) {
    deps.library.addSpeed(row.deployment, row.kind, { mediaMs, workMs })
  }
}

/** The text is there already; a recording that cannot be had only means that there is nothing to play. */
async function fetchMedia(context: StageContext, url: string): Promise<TaskPatch> {
  const { deps, row, signal, report } = context
  const path = join(taskFolder(deps.dataDir, row.id), 'recording')
  try {
    await mkdir(taskFolder(deps.dataDir, row.id), { recursive: true })
    if (!existsSync(path)) {
      await deps.fetchRecording(url, path, signal, (done, total) =>
        report({ fraction: total ? done / total : null, unit: 'bytes', done, total: total ?? undefined }),
      )
    }
    return await asMedia(context, path)
  } catch (error) {
    signal.throwIfAborted()
    deps.log.warn(`The recording of task ${row.id} could not be kept for playing`, (error as Error).message)
    return {}
  }
}

async function asMedia({ deps, row, signal, report }: StageContext, path: string): Promise<TaskPatch> {
  const ffmpeg = deps.locateFfmpeg()
  const about = ffmpeg === null ? null : await probeMedia(ffmpeg, path, signal)
  const mediaType = about === null ? null : playableAs(about)
  if (mediaType !== null) return { mediaPath: path, mediaType }
  const targetPath = preparedPath(deps.dataDir, row)
  await deps.prepareAudio({
    ffmpeg,
    sourcePath: path,
    name: row.name,
    targetPath,
    signal,
    onProgress: report,
  })
  return { mediaPath: targetPath, mediaType: 'audio/wav' }
}
