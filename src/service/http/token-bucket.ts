import type { Clock } from '../../platform/clock.ts'

/**
 * Lets so many requests through a second, with one second's worth at once.
 *
 * @returns a function that takes one request: 0 where it may go, otherwise the milliseconds until one may
 */
export function createTokenBucket(perSecond: number, clock: Clock): () => number {
  let tokens = perSecond
  let filledAt = clock.now()
  return () => {
    const now = clock.now()
    // A clock set back gives nothing, and takes nothing.
    tokens = Math.min(perSecond, tokens + (Math.max(0, now - filledAt) / 1_000) * perSecond)
    filledAt = now
    if (tokens >= 1) {
      tokens -= 1
      return 0
    }
    return Math.ceil(((1 - tokens) / perSecond) * 1_000)
  }
}
