import { TASK_STATUS } from '#shared/api/tasks.ts'
import type { TaskKind } from '#shared/task.ts'
import type { TaskRow } from '../../library/task-row.ts'
import { estimateWork, progressByTime, SPEEDS_THAT_COUNT, type WorkEstimate } from '../estimate.ts'
import { StageFailure } from '../stage-failure.ts'
import {
  NO_SUBMISSION,
  NO_UPLOAD,
  type Connection,
  type Stage,
  type StageContext,
  type StageOutcome,
} from './stage.ts'
import { MOST_SUBMISSIONS } from './submission.ts'
import { firstLook, isLost, TaskFailure, watchService } from './watch-service.ts'

/** How often the page hears of work whose progress is told by time. */
const TICK_MS = 1_000
/**
 * From the service's having the task to its having answered: the stages `waiting` and `running`.
 *
 * @param sizeOf how much work there is, in the unit that speeds of this kind are kept in; null where it is not known
 */
export function following(kind: TaskKind, sizeOf: (row: TaskRow) => number | null): Stage {
  return async (context) => {
    const { deps, row, signal } = context
    const { serviceTaskId } = row
    if (serviceTaskId === null) return { next: 'submitting' }
    const connection = deps.connect(row.deployment)
    const speeds = deps.library.speeds(row.deployment, kind, SPEEDS_THAT_COUNT)
    const typicalSpeed = kind === 'transcribe' ? connection.deployment.typicalSpeed : null
    const estimate = estimateWork(sizeOf(row), speeds, typicalSpeed)
    const ticker = startTicker(context, estimate)
    try {
      const { text } = await watchService(deps, connection, {
        kind,
        serviceTaskId,
        firstLookMs: firstLook(connection.deployment, row.submittedAt, estimate, deps.clock.now()),
        mediaMs: row.durationMs,
        signal,
        onStatus: (status) => ticker.status(status),
      })
      deps.library.saveAnswer(row.id, text, { stage: 'collecting' })
      return { next: 'collecting' }
    } catch (error) {
      if (error instanceof TaskFailure) throw new StageFailure(error.info, { ...NO_SUBMISSION, ...NO_UPLOAD })
      return afterLost(row, connection, error)
    } finally {
      ticker.stop()
    }
  }
}

/** A task the service does not have any more is given to it anew where that costs nothing. */
export function afterLost(row: TaskRow, { deployment }: Connection, error: unknown): StageOutcome {
  if (!isLost(error)) throw error
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
