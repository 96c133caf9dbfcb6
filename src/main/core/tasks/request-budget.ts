import type { Clock } from '../../../platform/clock.ts'

/**
 * One budget for all calls to one deployment, whoever makes them: a smallest time between any two, and silence for as
 * long as the deployment asked for (`Retry-After`).
 */
export interface RequestBudget {
  /** Waits for the next free moment and takes it. */
  take(signal?: AbortSignal): Promise<void>
  /** Nobody calls before this long from now. Milliseconds. */
  holdFor(ms: number): void
}

/** An absurd `Retry-After` must not stop the app for a day. */
const LONGEST_HOLD_MS = 10 * 60_000

export function createRequestBudget(clock: Clock, spacingMs: number): RequestBudget {
  let nextFreeAt = 0
  return {
    async take(signal) {
      const at = Math.max(clock.now(), nextFreeAt)
      nextFreeAt = at + spacingMs
      if (at > clock.now()) await clock.sleep(at - clock.now(), signal)
    },
    holdFor(ms) {
      nextFreeAt = Math.max(nextFreeAt, clock.now() + Math.min(ms, LONGEST_HOLD_MS))
    },
  }
}
