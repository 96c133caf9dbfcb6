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
  /** `fit`: a photo over the service's limits is made smaller rather than refused. */
  | { type: 'file'; path: string; name: string; fit?: boolean }
  | { type: 'url'; url: string; fit?: boolean }
  | { type: 'sample' }
  | { type: 'text'; text: string; voiceId: string; voiceName: string; language: string }

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
  /** True where there is something to play or to show. */
  hasMedia: boolean
  /** What is spoken; null for the other kinds. */
  speech: SpeechSummary | null
  /** The photo; null for the other kinds, and until it has been looked at. */
  photo: PhotoSummary | null
}

export interface SpeechSummary {
  voiceId: string
  voiceName: string
  /** BCP 47 tag. */
  language: string
  /** The beginning of the text, at most 200 characters. */
  excerpt: string
  characters: number
  /** A long text is spoken in several parts, and is one recording in the end. */
  parts: { done: number; total: number }
}

export interface PhotoSummary {
  /** As it is shown, in pixels. */
  width: number
  height: number
  /** What it really is: "jpeg", "png" … */
  format: string
  bytes: number
}

/** One piece of recognised text; times in milliseconds on the recording's own timeline. */
export interface Segment {
  startMs: number
  endMs: number
  text: string
  speaker: string
}

/** A text that was spoken. */
export interface Speech {
  taskId: TaskId
  text: string
  voiceId: string
  voiceName: string
  language: string
  durationMs: number
}

/** A photo before and after. Both are to be shown the same way up; sizes in pixels, as shown. */
export interface RestoredPhoto {
  taskId: TaskId
  before: PhotoSummary
  after: PhotoSummary
  /** Whether the photo itself says where it was taken. */
  hasLocation: boolean
}

/** What came out of a transcription. */
export interface Transcript {
  taskId: TaskId
  durationMs: number
  segments: Segment[]
}
