import type { TaskKind } from '#shared/task.ts'

/** Most times a task is begun: one that takes the service down with it each time must come to an end. */
export const MAX_ATTEMPTS = 3

/** How long the id of an expired task is still known as such. After that it is an unknown one. */
export const TOMBSTONE_LIFE_MS = 30 * 24 * 3_600_000

/** @property fileId an upload the task reads: kept on disk until the task has ended */
export interface NewTask {
  id: string
  kind: TaskKind
  input: unknown
  fileId: string | null
  createdAt: number
  /** A second task of the same kind with the same key is the first one again. */
  idempotencyKey: string | null
}

export type TaskState =
  | { status: 'submitted' | 'running' }
  | { status: 'succeeded'; result: unknown; executionMs: number; expireAt: number }
  | { status: 'failed'; reason: string; errorCode: number; executionMs: number; expireAt: number }
  | { status: 'expired' }

export interface StoredTask {
  id: string
  kind: TaskKind
  attempts: number
  state: TaskState
}

/** A task that a worker has taken on. `lease` proves it: with a lease taken back nothing can be written any more. */
export interface LeasedTask {
  id: string
  kind: TaskKind
  input: unknown
  lease: string
  /** 1 for the first. */
  attempt: number
}

export interface TaskEnd {
  executionMs: number
  expireAt: number
}

/**
 * Where tasks are kept. Everything is on disk when a call returns. Times are milliseconds since the Unix epoch; calls
 * that take a lease return false where it is no longer held.
 */
export interface TaskStore {
  /** @returns the id of the task made, or of the one that has the same idempotency key */
  create(task: NewTask): string
  /** @param now a result that has expired by then is no longer given */
  get(id: string, now: number): StoredTask | null
  /** Takes on the oldest waiting task of a kind. */
  lease(kind: TaskKind, now: number, until: number): LeasedTask | null
  renew(task: LeasedTask, until: number): boolean
  succeed(task: LeasedTask, end: TaskEnd & { result: unknown }): boolean
  fail(task: LeasedTask, end: TaskEnd & { reason: string; errorCode: number }): boolean
  /**
   * Puts a task back in its old place.
   *
   * @param options.countsAttempt false where the task is not at fault, such as when the service stops
   * @param options.notBefore when it may be taken on again
   */
  putBack(task: LeasedTask, options: { countsAttempt: boolean; notBefore: number }): boolean
  /**
   * Puts back tasks whose lease ended before `leasesUntil`, and fails those that were begun `MAX_ATTEMPTS` times.
   *
   * @param end.reason and the rest: what the failed ones get
   * @returns how many were put back and how many failed
   */
  takeBack(
    leasesUntil: number,
    end: TaskEnd & { reason: string; errorCode: number },
  ): { putBack: number; failed: number }
  /** Forgets what expired tasks held; later, that they were there at all. */
  forgetExpired(now: number): number
  /** Uploads that tasks not yet ended read. */
  filesInUse(): Set<string>
}
