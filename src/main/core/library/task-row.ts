import type { ErrorInfo } from '#shared/errors.ts'
import type { PhotoSummary, TaskId, TaskKind, TaskSource, TaskStage } from '#shared/task.ts'

/** What is known of a photo that was found good. */
export interface PhotoFacts extends PhotoSummary {
  hasLocation: boolean
  /** Name, in the task's folder, of what the service is given, and its size in pixels as shown. */
  sentName: string
  sentWidth: number
  sentHeight: number
  /** Name, in the task's folder, of what is shown beside the result. */
  beforeName: string
  after: PhotoSummary | null
}

/** Everything that is known about a task, as it is kept. Times are milliseconds since the Unix epoch. */
export interface TaskRow {
  id: TaskId
  kind: TaskKind
  name: string
  source: TaskSource
  stage: TaskStage
  lastStage: TaskStage | null
  error: ErrorInfo | null
  deployment: string
  createdAt: number
  updatedAt: number
  finishedAt: number | null
  deletedAt: number | null
  durationMs: number | null
  segmentCount: number | null
  /** What the player plays: an absolute path, and the media type it is served with. */
  mediaPath: string | null
  mediaType: string | null
  /** The recording's address at the service, the base address it was made for, and how long it is good. */
  uploadUrl: string | null
  uploadBase: string | null
  uploadExpiresAt: number | null
  /** Written before the create call and sent with it, so that a repeated call makes no second task. */
  idempotencyKey: string | null
  /** When the create call was about to be made. */
  submittedAt: number | null
  serviceTaskId: string | null
  /** When the service was first seen working on it. */
  runningSince: number | null
  /** How often a task was created at the service for this one without the person asking again. */
  submissions: number
  photo: PhotoFacts | null
  /** Of a text that is spoken in parts: how many are there, of how many. */
  partsDone: number
  partsTotal: number
}

export type TaskPatch = Partial<Omit<TaskRow, 'id' | 'kind' | 'createdAt' | 'updatedAt'>>

type ColumnValue = string | number | null

/** The column of each property, and nothing that is not listed: a patch can name no other column. */
const COLUMNS = {
  id: 'id',
  kind: 'kind',
  name: 'name',
  source: 'source',
  stage: 'stage',
  lastStage: 'last_stage',
  error: 'error',
  deployment: 'deployment',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  finishedAt: 'finished_at',
  deletedAt: 'deleted_at',
  durationMs: 'duration_ms',
  segmentCount: 'segment_count',
  mediaPath: 'media_path',
  mediaType: 'media_type',
  uploadUrl: 'upload_url',
  uploadBase: 'upload_base',
  uploadExpiresAt: 'upload_expires_at',
  idempotencyKey: 'idempotency_key',
  submittedAt: 'submitted_at',
  serviceTaskId: 'service_task_id',
  runningSince: 'running_since',
  submissions: 'submissions',
  photo: 'photo',
  partsDone: 'parts_done',
  partsTotal: 'parts_total',
} as const satisfies Record<keyof TaskRow, string>

const AS_JSON: ReadonlySet<keyof TaskRow> = new Set(['source', 'error', 'photo'])

/** @returns column names and values of the properties that are given */
export function toColumns(row: Partial<TaskRow>): [string[], ColumnValue[]] {
  const given = (Object.keys(COLUMNS) as (keyof TaskRow)[]).filter((key) => row[key] !== undefined)
  return [given.map((key) => COLUMNS[key]), given.map((key) => toColumn(key, row))]
}

function toColumn(key: keyof TaskRow, row: Partial<TaskRow>): ColumnValue {
  const value = row[key]
  if (value === null || value === undefined) return null
  if (AS_JSON.has(key)) return JSON.stringify(value)
  // Times that come from elsewhere may have fractions, which the columns refuse.
  return typeof value === 'number' ? Math.round(value) : (value as string)
}

export function fromColumns(record: Record<string, unknown>): TaskRow {
  const row: Record<string, unknown> = {}
  for (const key of Object.keys(COLUMNS) as (keyof TaskRow)[]) {
    const value = record[COLUMNS[key]]
    row[key] = AS_JSON.has(key) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value
  }
  return row as unknown as TaskRow
}
