import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS } from '#shared/limits.ts'
import type { TaskKind } from '#shared/task.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { TASK_ERROR_CODES } from '../engines/engine.ts'
import { MAX_ATTEMPTS, type LeasedTask, type TaskStore } from './task-store.ts'
import { asTaskFailure } from './task-failure.ts'

/** Does one kind of task. `slots`: how many at the same time. */
export interface TaskRunner {
  readonly slots: number
  /**
   * @returns what the poll answer is made from, as plain data, and the milliseconds the work took
   * @throws EngineError for a failure whose message may be shown; `signal.reason` when aborted
   */
  run(
    input: unknown,
    context: { signal: AbortSignal; workDir: string },
  ): Promise<{ result: unknown; executionMs: number }>
}

export interface WorkerOptions {
  store: TaskStore
  runners: Partial<Record<TaskKind, TaskRunner>>
  clock: Clock
  log: Log
  /** Holds one folder for each task at work. */
  workDir: string
  leaseMs?: number
  /** Wait before a second attempt; the third waits twice as long. */
  retryDelayMs?: number
}

export interface Worker {
  /** Puts back what an earlier run of the service left unfinished, and begins. */
  start(): Promise<void>
  /** Looks for waiting tasks now. */
  wake(): void
  /** Aborts what runs and puts it back. Nothing is taken on afterwards. */
  stop(): Promise<void>
}

const STALLED_REASON = `The task was begun ${MAX_ATTEMPTS} times and did not come to an end.`

/** Takes tasks from the store in the order they came and runs them, each kind in slots of its own. */
export function createWorker(options: WorkerOptions): Worker {
  const { store, clock, log } = options
  const leaseMs = options.leaseMs ?? 60_000
  const retryDelayMs = options.retryDelayMs ?? 2_000
  const stopping = new AbortController()
  const running = new Map<string, { task: LeasedTask; abort: AbortController; ended: Promise<void> }>()

  function wake(): void {
    for (const kind of Object.keys(options.runners) as TaskKind[]) {
      const runner = options.runners[kind]
      while (runner && !stopping.signal.aborted && countOf(kind) < runner.slots) {
        const task = store.lease(kind, clock.now(), clock.now() + leaseMs)
        if (!task) break
        begin(task, runner)
      }
    }
  }

  function countOf(kind: TaskKind): number {
    return [...running.values()].filter((entry) => entry.task.kind === kind).length
  }

  function begin(task: LeasedTask, runner: TaskRunner): void {
    const abort = new AbortController()
    const ended = run(task, runner, abort.signal)
      // The outcome could not be written. The lease runs out and the task is taken on again.
      .catch((error: unknown) => log.error(`task ${task.id} could not be settled`, error))
      .then(() => {
        running.delete(task.lease)
      })
    running.set(task.lease, { task, abort, ended })
    keepGoing(ended.then(wake))
  }

  async function run(task: LeasedTask, runner: TaskRunner, signal: AbortSignal): Promise<void> {
    const workDir = join(options.workDir, task.id)
    const startedAt = clock.now()
    try {
      // At once: tasks of several slots must reach their runner in the order in which they were taken.
      mkdirSync(workDir, { recursive: true })
      const { result, executionMs } = await runner.run(task.input, { signal, workDir })
      store.succeed(task, { result, executionMs, expireAt: clock.now() + LIMITS.resultLifeMs })
    } catch (error) {
      settleFailure(task, error, clock.now() - startedAt, signal)
    } finally {
      await rm(workDir, { recursive: true, force: true }).catch((error: unknown) => {
        log.warn('a work folder could not be removed', error)
      })
    }
  }

  function settleFailure(task: LeasedTask, error: unknown, executionMs: number, signal: AbortSignal): void {
    if (signal.aborted) {
      store.putBack(task, { countsAttempt: false, notBefore: 0 })
      return
    }
    const failure = asTaskFailure(error, log)
    log.warn(`task ${task.id}, attempt ${task.attempt}: ${failure.reason}`)
    if (failure.retryable && task.attempt < MAX_ATTEMPTS) {
      const delayMs = retryDelayMs * task.attempt
      store.putBack(task, { countsAttempt: true, notBefore: clock.now() + delayMs })
      keepGoing(clock.sleep(delayMs, stopping.signal).then(wake))
      return
    }
    const { reason, errorCode } = failure
    store.fail(task, { reason, errorCode, executionMs, expireAt: clock.now() + LIMITS.resultLifeMs })
  }

  function takeBack(leasesUntil: number): void {
    const expireAt = clock.now() + LIMITS.resultLifeMs
    const errorCode = TASK_ERROR_CODES.tooManyAttempts
    const end = { reason: STALLED_REASON, errorCode, executionMs: 0, expireAt }
    const { putBack, failed } = store.takeBack(leasesUntil, end)
    if (putBack + failed > 0) log.info(`taken back: ${putBack} unfinished tasks; given up: ${failed}`)
  }

  async function keepLeases(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.sleep(leaseMs / 3, stopping.signal)
      try {
        renewAll()
        takeBack(clock.now())
        wake()
      } catch (error) {
        // A disk that is full now may not be at the next turn.
        log.error('the queue could not be kept', error)
      }
    }
  }

  /** Comes before taking back: after the machine slept all leases look stalled, and these are not. */
  function renewAll(): void {
    for (const { task, abort } of running.values()) {
      if (!store.renew(task, clock.now() + leaseMs)) abort.abort(new Error('the lease was taken back'))
    }
  }

  /** For work that goes on beside: being stopped is its ordinary end. */
  function keepGoing(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error('the worker stumbled', error)
    })
  }

  return {
    start: async () => {
      await rm(options.workDir, { recursive: true, force: true })
      // Only one service works on a folder, so at the start every lease is one that nobody holds.
      takeBack(Number.MAX_SAFE_INTEGER)
      keepGoing(keepLeases())
      wake()
    },
    wake,
    stop: async () => {
      stopping.abort(new Error('the service is stopping'))
      for (const { abort } of running.values()) abort.abort(stopping.signal.reason)
      await Promise.all([...running.values()].map((entry) => entry.ended))
    },
  }
}
