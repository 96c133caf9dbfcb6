import type { ErrorInfo } from '#shared/errors.ts'
import { excerptOf } from '#shared/speech/speakable-text.ts'
import type { TaskId, TaskKind, TaskSource } from '#shared/task.ts'
import type { TaskRow } from '../library/task-row.ts'

export interface NewTaskOptions {
  id: string
  now: number
  deployment: string
  /** What the person calls it; made from the source where it is not given. */
  name?: string
  mayOpenPath(path: string): boolean
}

/** A task as it begins: a draft, or already failed where its source cannot be used at all. */
export function newTask(kind: TaskKind, source: TaskSource, options: NewTaskOptions): TaskRow {
  const error = refuse(source, options)
  return {
    id: options.id as TaskId,
    kind,
    name: options.name ?? nameOf(source),
    source,
    stage: error ? 'failed' : 'draft',
    lastStage: error ? 'draft' : null,
    error,
    deployment: options.deployment,
    createdAt: options.now,
    updatedAt: options.now,
    finishedAt: error ? options.now : null,
    deletedAt: null,
    durationMs: null,
    segmentCount: null,
    mediaPath: null,
    mediaType: null,
    uploadUrl: null,
    uploadBase: null,
    uploadExpiresAt: null,
    idempotencyKey: null,
    submittedAt: null,
    serviceTaskId: null,
    runningSince: null,
    submissions: 0,
    photo: null,
    partsDone: 0,
    partsTotal: 0,
  }
}

function refuse(source: TaskSource, { mayOpenPath }: NewTaskOptions): ErrorInfo | null {
  if (source.type === 'url') return isWebAddress(source.url) ? null : { code: 'url-invalid' }
  if (source.type === 'file' && !mayOpenPath(source.path)) {
    return { code: 'file-not-allowed', params: { name: source.name } }
  }
  return null
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== ''
}

/** Longest name made from the beginning of a text. */
const NAME_LENGTH = 60

function nameOf(source: TaskSource): string {
  if (source.type === 'file') return source.name
  if (source.type === 'sample') return 'Sample recording'
  if (source.type === 'text') return excerptOf(source.text, NAME_LENGTH) || 'Speech'
  const url = URL.parse(source.url)
  if (url === null) return source.url.slice(0, 255)
  const segment = url.pathname.split('/').findLast((part) => part !== '') ?? ''
  return (decoded(segment) || url.host || source.url).slice(0, 255)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).trim()
  } catch {
    // A lone percent sign is a legal name that only looks encoded.
    return segment
  }
}
