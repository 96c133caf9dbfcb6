import type { ErrorInfo } from './errors.ts'

/** The three kinds of work, in the person's words; the service's endpoint names are in `shared/api`. */
export type TaskKind = 'transcribe' | 'speak' | 'restore'

export type TaskId = string & { readonly __brand: 'TaskId' }

/**
 * Where a task is in its life. `needs-answer`: a create call may or may not have arrived at a deployment that bills;
 * the person decides whether to send it again.
 */
export const TASK_STAGES = [
  'draft',
  'preparing',
  'uploading',
  'submitting',
  'waiting',
  'running',
  'collecting',
  'done',
  'failed',
  'cancelled',
  'needs-answer',
] as const
export type TaskStage = (typeof TASK_STAGES)[number]

export const ENDED_STAGES: readonly TaskStage[] = ['done', 'failed', 'cancelled', 'needs-answer']

export function hasEnded(stage: TaskStage): boolean {
  return ENDED_STAGES.includes(stage)
}

/** What a task is made from. `path` is absolute; `name` is what the person calls it. */
export type TaskSource =
  { type: 'file'; path: string; name: string } | { type: 'url'; url: string } | { type: 'sample' }

/**
 * How far the present stage is.
 *
 * @property fraction 0 to 1, or null where it cannot be known
 * @property unit what `done` and `total` count: bytes, or milliseconds of the recording's own time
 * @property remainingMs estimate from how long such work took before
 */
export interface TaskProgress {
  fraction: number | null
  unit?: 'bytes' | 'media-ms'
  done?: number
  total?: number
  remainingMs?: number
}

/** A task as a list shows it. Times are milliseconds since the Unix epoch; durations are milliseconds. */
export interface TaskSummary {
  id: TaskId
  kind: TaskKind
  name: string
  source: TaskSource['type']
  stage: TaskStage
  /** While failed or cancelled: the stage the task was in. */
  lastStage: TaskStage | null
  progress: TaskProgress
  error: ErrorInfo | null
  deployment: string
  createdAt: number
  updatedAt: number
  finishedAt: number | null
  /** Length of the recording, once known. */
  durationMs: number | null
  /** Number of segments, once done. */
  segmentCount: number | null
  /** True where the recording can be played. */
  hasMedia: boolean
}

/** One piece of recognised text; times in milliseconds on the recording's own timeline. */
export interface Segment {
  startMs: number
  endMs: number
  text: string
  speaker: string
}

/** What came out of a transcription. */
export interface Transcript {
  taskId: TaskId
  durationMs: number
  segments: Segment[]
}
