import { setTimeout as delay } from 'node:timers/promises'

/** Time as the app sees it; tests put one in its place that they move themselves. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** @throws the signal's reason when aborted */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal })
  },
}
