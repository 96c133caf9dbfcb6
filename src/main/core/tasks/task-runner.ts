import PQueue from 'p-queue'
import type { TaskPatch, TaskRow } from '../library/task-row.ts'
import { describeFailure } from './describe-failure.ts'
import { StageFailure } from './stage-failure.ts'
import { stageOf, STAGES } from './stages/index.ts'
import type { Stage, StageDeps } from './stages/stage.ts'
import type { ProgressBoard } from './summary.ts'

export interface TaskRunnerDeps extends StageDeps {
  progress: ProgressBoard
  parallelTasks: number
  /** Told whenever a task is not as it was. */
  onChange(row: TaskRow): void
  stages?: typeof STAGES
}

export interface TaskRunner {
  /** Takes a task from its present stage to an end, as soon as there is room. */
  enqueue(row: TaskRow): void
  /** Whether a task is under way or waiting for its turn. */
  has(id: string): boolean
  /** Ends what is under way for a task and leaves its row as it is. */
  stop(id: string): Promise<void>
  setParallelTasks(count: number): void
  /** @returns when nothing is under way any more */
  close(): Promise<void>
}

/** Runs tasks through their stages, a few at a time. */
export function createTaskRunner(deps: TaskRunnerDeps): TaskRunner {
  const stages = deps.stages ?? STAGES
  const queue = new PQueue({ concurrency: deps.parallelTasks })
  const runs = new Map<string, { controller: AbortController; ended: Promise<void> }>()

  function write(id: string, patch: TaskPatch): TaskRow {
    const row = deps.library.update(id, patch)
    deps.onChange(row)
    return row
  }

  async function run(id: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const row = deps.library.find(id)
      if (row === null || row.deletedAt !== null || signal.aborted) return
      const stage = stageOf(stages, row)
      if (stage === null) return
      try {
        const { next, patch } = await stage(contextOf(row, signal))
        if (signal.aborted) return
        deps.progress.clear(id)
        write(id, { ...patch, stage: next })
      } catch (error) {
        // Who aborted has already written what became of the task.
        if (signal.aborted) return
        deps.progress.clear(id)
        return fail(id, error)
      }
    }
  }

  function contextOf(row: TaskRow, signal: AbortSignal): Parameters<Stage>[0] {
    return {
      deps,
      row,
      signal,
      note: (patch) => void write(row.id, patch),
      report: (progress) => {
        if (signal.aborted || !deps.progress.set(row.id, progress)) return
        const now = deps.library.find(row.id)
        if (now !== null) deps.onChange(now)
      },
    }
  }

  function fail(id: string, error: unknown): void {
    const info = describeFailure(error, deps)
    const patch = error instanceof StageFailure ? error.patch : {}
    const row = deps.library.get(id)
    const ending = {
      stage: 'failed',
      lastStage: row.stage,
      error: info,
      finishedAt: deps.clock.now(),
    } as const
    try {
      write(id, { ...patch, ...ending })
    } catch (unwritten) {
      // On a full disk not even this can be kept. The person is told all the same.
      deps.log.error(`The end of task ${id} could not be written`, unwritten)
      deps.onChange({ ...row, ...ending })
    }
  }

  return {
    enqueue({ id, serviceTaskId }) {
      const before = runs.get(id)?.ended
      const controller = new AbortController()
      const { signal } = controller
      let work = Promise.resolve()
      const start = async (): Promise<void> => {
        await before
        work = run(id, signal).catch((error: unknown) => deps.log.error(`Task ${id} could not go on`, error))
        await work
      }
      // What the service has already is looked after first: it may be done, and its result does not wait for ever.
      const ended = queue
        .add(start, { signal, priority: serviceTaskId === null ? 0 : 1 })
        // The queue lets go of a task as soon as it is aborted; what was under way takes a moment longer.
        .catch(() => undefined)
        .then(() => Promise.all([before, work]))
        .then(() => {
          if (runs.get(id)?.controller === controller) runs.delete(id)
        })
      runs.set(id, { controller, ended })
    },
    has: (id) => runs.has(id),
    async stop(id) {
      const running = runs.get(id)
      running?.controller.abort(new Error('the task was stopped'))
      await running?.ended
    },
    setParallelTasks(count) {
      queue.concurrency = count
    },
    async close() {
      const all = [...runs.values()]
      for (const { controller } of all) controller.abort(new Error('the app is closing'))
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
