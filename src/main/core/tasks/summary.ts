import { excerptOf } from '#shared/speech/speakable-text.ts'
import type { PhotoSummary, SpeechSummary, TaskProgress, TaskSummary } from '#shared/task.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { TaskRow } from '../library/task-row.ts'

export function toSummary(row: TaskRow, progress: TaskProgress): TaskSummary {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    source: row.source.type,
    stage: row.stage,
    lastStage: row.lastStage,
    progress,
    error: row.error,
    deployment: row.deployment,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    finishedAt: row.finishedAt,
    durationMs: row.durationMs,
    segmentCount: row.segmentCount,
    hasMedia: row.mediaPath !== null,
    speech: speechOf(row),
    photo: row.photo && photoOf(row.photo),
  }
}

/** Longest beginning of a text that lists get. */
const EXCERPT_LENGTH = 200

function speechOf({ source, partsDone, partsTotal }: TaskRow): SpeechSummary | null {
  if (source.type !== 'text') return null
  const { text, voiceId, voiceName, language } = source
  return {
    voiceId,
    voiceName,
    language,
    excerpt: excerptOf(text, EXCERPT_LENGTH),
    characters: text.length,
    parts: { done: partsDone, total: partsTotal },
  }
}

export function photoOf({ width, height, format, bytes }: PhotoSummary): PhotoSummary {
  return { width, height, format, bytes }
}

/** ffmpeg and uploads report far more often than a page can show. */
const SHORTEST_REPORT_MS = 100

/** How far each running task is. Not kept: after a restart each stage says anew how far it is. */
export interface ProgressBoard {
  get(id: string): TaskProgress
  /** @returns whether the pages are to be told */
  set(id: string, progress: TaskProgress): boolean
  clear(id: string): void
}

const UNKNOWN: TaskProgress = { fraction: null }

export function createProgressBoard(clock: Clock): ProgressBoard {
  const known = new Map<string, { progress: TaskProgress; toldAt: number }>()
  return {
    get: (id) => known.get(id)?.progress ?? UNKNOWN,
    set(id, progress) {
      const now = clock.now()
      const before = known.get(id)
      const tell =
        before === undefined || now - before.toldAt >= SHORTEST_REPORT_MS || progress.fraction === 1
      known.set(id, { progress, toldAt: tell ? now : before.toldAt })
      return tell
    },
    clear: (id) => void known.delete(id),
  }
}
