import PQueue from 'p-queue'
import type { Clock } from '../../platform/clock.ts'
import { EngineError, TASK_ERROR_CODES, type Engine } from '../engines/engine.ts'
import type { Picked } from '../engines/registry.ts'
import { runWithStallLimit, STALL_LIMIT_MS } from './stall-limit.ts'
import type { TaskRunner } from './worker.ts'

export interface RunContext {
  signal: AbortSignal
  workDir: string
}

/**
 * What differs from one kind of task to the next.
 *
 * @property slots tasks that are brought in side by side: a slow address must not hold up what is already here
 * @property atWork tasks of them that an engine works on at the same time
 * @property bringIn makes the engine's input from what was kept with the task
 * @property pick the engine to work with
 * @property keep makes the task's result, plain data, from the engine's output; files in `workDir` go after it
 */
export interface EngineRunnerParts<Input, Output> {
  slots: number
  atWork: number
  clock: Clock
  bringIn(rawInput: unknown, context: RunContext): Promise<Input>
  pick(input: Input): Promise<Picked<Engine<Input, Output>>>
  keep(output: Output): Promise<unknown>
}

/** Brings in what a task is made from, has an engine work on it, and keeps what comes out. */
export function createEngineRunner<Input, Output>(parts: EngineRunnerParts<Input, Output>): TaskRunner {
  const { slots, clock } = parts
  const queue = new PQueue({ concurrency: parts.atWork })

  return {
    slots,
    run: async (rawInput, { signal, workDir }) => {
      const startedAt = clock.now()
      const input = await parts.bringIn(rawInput, { signal, workDir })
      const fetchMs = clock.now() - startedAt
      return queue.add(async () => {
        // The queue is not given the signal: it would let go at once, and the next task would start beside an engine
        // that is still winding down.
        signal.throwIfAborted()
        const workedFrom = clock.now()
        const picked = await parts.pick(input)
        if (!picked.ready) throw new EngineError(TASK_ERROR_CODES.noEngine, picked.howToGet)
        const context = { signal, workDir, onProgress: () => undefined }
        const limit = { clock, limitMs: STALL_LIMIT_MS }
        const output = await runWithStallLimit(picked.engine, input, context, limit)
        return { result: await parts.keep(output), executionMs: fetchMs + clock.now() - workedFrom }
      })
    },
  }
}
