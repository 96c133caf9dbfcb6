import type { Clock } from '../../src/platform/clock.ts'

/** A clock that jumps to the next thing somebody waits for as soon as nothing else is to be done. */
export interface VirtualClock extends Clock {
  /** Makes time pass with nobody noticing, as when the computer sleeps. */
  skip(ms: number): void
}

export function createVirtualClock(startMs = Date.UTC(2026, 0, 1)): VirtualClock {
  let nowMs = startMs
  let planned = false
  const sleepers = new Set<{ dueMs: number; wake: () => void }>()

  function plan(): void {
    if (planned || sleepers.size === 0) return
    planned = true
    setImmediate(() => {
      planned = false
      const [next] = [...sleepers].sort((a, b) => a.dueMs - b.dueMs)
      if (next) {
        sleepers.delete(next)
        nowMs = Math.max(nowMs, next.dueMs)
        next.wake()
      }
      plan()
    })
  }

  return {
    now: () => nowMs,
    skip: (ms) => {
      nowMs += ms
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error)
        const stop = (): void => {
          sleepers.delete(sleeper)
          reject(signal?.reason as Error)
        }
        const wake = (): void => {
          signal?.removeEventListener('abort', stop)
          resolve()
        }
        const sleeper = { dueMs: Math.ceil(nowMs + ms), wake }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', stop, { once: true })
        plan()
      }),
  }
}
