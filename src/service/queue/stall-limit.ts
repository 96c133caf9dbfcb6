import type { Clock } from '../../platform/clock.ts'
import { EngineError, TASK_ERROR_CODES, type Engine, type EngineContext } from '../engines/engine.ts'

/** Far longer than any engine needs from one report of progress to the next. */
export const STALL_LIMIT_MS = 15 * 60_000

/**
 * Runs an engine and aborts it when it has reported no progress for `limitMs`: one that hangs would hold up the queue for
 * ever.
 *
 * @throws EngineError, retryable, for an engine that hangs; otherwise what the engine throws
 */
export async function runWithStallLimit<Input, Output>(
  engine: Engine<Input, Output>,
  input: Input,
  context: EngineContext,
  options: { clock: Clock; limitMs: number },
): Promise<Output> {
  const { clock, limitMs } = options
  const stalled = new AbortController()
  const ended = new AbortController()
  let lastProgressAt = clock.now()
  const watch = async (): Promise<void> => {
    while (clock.now() < lastProgressAt + limitMs) {
      await clock.sleep(lastProgressAt + limitMs - clock.now(), ended.signal)
    }
    const reason = 'The engine stopped making progress.'
    stalled.abort(new EngineError(TASK_ERROR_CODES.engineFailed, reason, { retryable: true }))
  }
  // Being aborted is how the watch ends when the engine has.
  watch().catch(() => undefined)
  try {
    return await engine.run(input, {
      ...context,
      signal: AbortSignal.any([context.signal, stalled.signal]),
      onProgress: (fraction) => {
        lastProgressAt = clock.now()
        context.onProgress(fraction)
      },
    })
  } finally {
    ended.abort()
  }
}
