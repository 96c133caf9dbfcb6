import { TASK_STATUS } from '#shared/api/tasks.ts'
import { isPhonolensError } from '#shared/errors.ts'
import type { TaskRow } from '../../library/task-row.ts'
import type { PollAnswer } from '../api-client.ts'
import { estimateWork, progressByTime, SPEEDS_THAT_COUNT, type WorkEstimate } from '../estimate.ts'
import { CallError } from '../read-answer.ts'
import { StageFailure } from '../stage-failure.ts'
import {
  NO_SUBMISSION,
  NO_UPLOAD,
  type Connection,
  type Stage,
  type StageContext,
  type StageOutcome,
} from './stage.ts'

/** How often the page hears of work whose progress is told by time. */
const TICK_MS = 1_000
/** How long a task may take before the wait is ended: this, and so many times the recording. */
const PATIENCE_MS = 2 * 3_600_000
const PATIENCE_TIMES = 20
/** A service that keeps losing a task will not keep it the next time either. */
const MOST_SUBMISSIONS = 3

/** From the service's having the task to its having answered: the stages `waiting` and `running`. */
export const follow: Stage = async (context) => {
  const { deps, row, signal } = context
  const { serviceTaskId } = row
  if (serviceTaskId === null) return { next: 'submitting' }
  const connection = deps.connect(row.deployment)
  const speeds = deps.library.speeds(row.deployment, row.kind, SPEEDS_THAT_COUNT)
  const estimate = estimateWork(row.durationMs, speeds, connection.deployment.typicalSpeed)
  const ticker = startTicker(context, estimate)
  try {
    const answer = await deps.poller.watch({
      look: (lookSignal) => connection.client.poll(serviceTaskId, lookSignal),
      polling: connection.deployment.polling,
      firstLookMs: firstLook(connection, row, estimate, deps.clock.now()),
      patienceMs: PATIENCE_MS + PATIENCE_TIMES * (row.durationMs ?? 0),
      signal,
      onStatus: (status) => ticker.status(status),
    })
    signal.throwIfAborted()
    return take(context, answer)
  } catch (error) {
    return afterLost(row, connection, error)
  } finally {
    ticker.stop()
  }
}

/** At once after a restart, since the work may long be done; otherwise about when it may be. */
function firstLook(
  { deployment }: Connection,
  row: TaskRow,
  estimate: WorkEstimate | null,
  now: number,
): number {
  const { shortestMs, longestMs } = deployment.polling
  const agoMs = row.submittedAt === null ? Infinity : now - row.submittedAt
  const expectedMs = estimate?.measured ? estimate.workMs * 0.8 - agoMs : 0
  return agoMs > longestMs ? 0 : Math.min(longestMs, Math.max(shortestMs, expectedMs))
}

function take({ deps, row }: StageContext, { data, text }: PollAnswer): StageOutcome {
  if (data.task.status === TASK_STATUS.failed) {
    const { reason, errorCode } = data.task
    throw new StageFailure(
      { code: 'task-failed', detail: reason || undefined, serviceCode: errorCode ?? undefined },
      { ...NO_SUBMISSION, ...NO_UPLOAD },
    )
  }
  if (data.sttResult === null) {
    throw new CallError('service-malformed', { detail: 'data.sttResult is missing', passing: false })
  }
  deps.library.saveAnswer(row.id, text, { stage: 'collecting' })
  return { next: 'collecting' }
}

/** A task the service does not have any more is given to it anew where that costs nothing. */
function afterLost(row: TaskRow, { deployment }: Connection, error: unknown): StageOutcome {
  const isLost = isPhonolensError(error) && ['task-unknown', 'task-expired'].includes(error.info.code)
  if (!isLost) throw error
  if (deployment.billsForWork) {
    const patch = { ...NO_SUBMISSION, lastStage: row.stage, error: error.info }
    return { next: 'needs-answer', patch }
  }
  if (row.submissions >= MOST_SUBMISSIONS) throw new StageFailure(error.info, NO_SUBMISSION)
  return { next: 'submitting', patch: NO_SUBMISSION }
}

/** Tells the page how far the work is, by the clock, once the service has begun with it. */
function startTicker(
  { deps, row, signal, report, note }: StageContext,
  estimate: WorkEstimate | null,
): { status(status: number): void; stop(): void } {
  const stopped = new AbortController()
  const ended = AbortSignal.any([signal, stopped.signal])
  let since = row.runningSince
  const tell = (): void => {
    if (since !== null) report(progressByTime(deps.clock.now() - since, estimate))
  }
  const tick = async (): Promise<void> => {
    while (!ended.aborted) {
      tell()
      await deps.clock.sleep(TICK_MS, ended)
    }
  }
  const start = (): void => {
    tick().catch((error: unknown) => {
      if (!ended.aborted) deps.log.error('Progress is not told any more', error)
    })
  }
  if (since !== null) start()
  return {
    status(status) {
      if (status !== TASK_STATUS.running || since !== null) return
      since = deps.clock.now()
      note({ stage: 'running', runningSince: since })
      start()
    },
    stop: () => stopped.abort(),
  }
}
