import type { LoosePoll } from '#shared/api/lenient.ts'
import { TASK_STATUS } from '#shared/api/tasks.ts'
import { isPhonolensError, PhonolensError } from '#shared/errors.ts'
import type { TaskKind } from '#shared/task.ts'
import type { Deployment } from '../../deployment/deployment.ts'
import type { PollAnswer } from '../api-client.ts'
import type { WorkEstimate } from '../estimate.ts'
import { CallError } from '../read-answer.ts'
import type { Connection, StageDeps } from './stage.ts'

/** How long a task may take before the wait is ended: this, and so many times the recording. */
const PATIENCE_MS = 2 * 3_600_000
const PATIENCE_TIMES = 20

/** The service ended a task by itself and says why, if it knows. */
export class TaskFailure extends PhonolensError {
  constructor({ reason, errorCode }: LoosePoll['task']) {
    super('task-failed', { detail: reason || undefined, serviceCode: errorCode ?? undefined })
    this.name = 'TaskFailure'
  }
}

export interface WatchServiceOptions {
  kind: TaskKind
  serviceTaskId: string
  firstLookMs: number
  /** Length of the recording, in milliseconds, where there is one. */
  mediaMs: number | null
  signal: AbortSignal
  onStatus?(status: number): void
}

/**
 * Waits until the service has done a task.
 *
 * @returns its answer, with what a task of the kind has to have come to
 * @throws TaskFailure, CallError, PhonolensError `task-deadline`, or the signal's reason
 */
export async function watchService(
  deps: Pick<StageDeps, 'poller'>,
  { client, deployment }: Connection,
  { kind, serviceTaskId, firstLookMs, mediaMs, signal, onStatus }: WatchServiceOptions,
): Promise<PollAnswer> {
  const answer = await deps.poller.watch({
    look: (lookSignal) => client.poll(serviceTaskId, lookSignal),
    polling: deployment.polling,
    firstLookMs,
    patienceMs: PATIENCE_MS + PATIENCE_TIMES * (mediaMs ?? 0),
    signal,
    onStatus: (status) => onStatus?.(status),
  })
  signal.throwIfAborted()
  if (answer.data.task.status === TASK_STATUS.failed) throw new TaskFailure(answer.data.task)
  checkResult(kind, answer.data)
  return answer
}

/** @throws CallError where a finished task came to nothing */
export function checkResult(kind: TaskKind, { sttResult, audios, images }: LoosePoll): void {
  const missing = {
    transcribe: sttResult === null ? 'data.sttResult' : null,
    speak: audios.length === 0 ? 'data.audios' : null,
    restore: images.length === 0 ? 'data.images' : null,
  }[kind]
  if (missing !== null) {
    throw new CallError('service-malformed', { detail: `${missing} is missing`, passing: false })
  }
}

/** At once after a restart, since the work may long be done; otherwise about when it may be. */
export function firstLook(
  { polling: { shortestMs, longestMs } }: Deployment,
  submittedAt: number | null,
  estimate: WorkEstimate | null,
  now: number,
): number {
  const agoMs = submittedAt === null ? Infinity : now - submittedAt
  const expectedMs = estimate?.measured ? estimate.workMs * 0.8 - agoMs : 0
  return agoMs > longestMs ? 0 : Math.min(longestMs, Math.max(shortestMs, expectedMs))
}

/** Whether the service says that it does not have a task, or what came of it, any more. */
export function isLost(error: unknown): error is PhonolensError {
  return isPhonolensError(error) && ['task-unknown', 'task-expired'].includes(error.info.code)
}
