import { basename } from 'node:path'
import type { SourceInput } from '#shared/bridge/contract.ts'
import type { ErrorInfo } from '#shared/errors.ts'
import type { TaskId } from '#shared/task.ts'
import type { TaskRow } from '../library/task-row.ts'

export interface NewTaskOptions {
  id: string
  now: number
  deployment: string
  samplePath: string
  mayOpenPath(path: string): boolean
}

/** A task as it begins: a draft, or already failed where its source cannot be used at all. */
export function newTask(source: SourceInput, options: NewTaskOptions): TaskRow {
  const error = refuse(source, options)
  return {
    id: options.id as TaskId,
    kind: 'transcribe',
    name: nameOf(source, options.samplePath),
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
  }
}

function refuse(source: SourceInput, { mayOpenPath }: NewTaskOptions): ErrorInfo | null {
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

function nameOf(source: SourceInput, samplePath: string): string {
  if (source.type === 'file') return source.name
  if (source.type === 'sample') return basename(samplePath)
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
