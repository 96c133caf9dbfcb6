import type { TaskProgress } from '#shared/task.ts'
import type { Speed } from '../library/library.ts'

/** What can be said beforehand of how long a piece of work takes. */
export interface WorkEstimate {
  workMs: number
  /** False while it is only a guess about a deployment that was never measured: no time is promised then. */
  measured: boolean
}

/** Of the speeds seen, this many of the newest count. */
export const SPEEDS_THAT_COUNT = 10

/**
 * The middle one of the newest ratios of work to recording, so that one odd recording does not spoil the rest.
 *
 * @param typicalSpeed what to assume as long as nothing was measured
 * @returns null where nothing can be said
 */
export function estimateWork(
  mediaMs: number | null,
  speeds: readonly Speed[],
  typicalSpeed: number | null,
): WorkEstimate | null {
  if (mediaMs === null || mediaMs <= 0) return null
  const ratios = speeds
    .slice(0, SPEEDS_THAT_COUNT)
    .filter((speed) => speed.mediaMs > 0 && speed.workMs > 0)
    .map((speed) => speed.workMs / speed.mediaMs)
    .sort((a, b) => a - b)
  const middle = ratios[Math.floor((ratios.length - 1) / 2)]
  if (middle !== undefined) return { workMs: middle * mediaMs, measured: true }
  return typicalSpeed === null ? null : { workMs: typicalSpeed * mediaMs, measured: false }
}

/** From here on the estimate has shown itself too short, and the bar only creeps. */
const TRUSTED_PART = 0.9
/** Where the bar creeps to, and never arrives: only the service knows when the work is done. */
const LAST_PART = 0.99

/**
 * How far a piece of work is, going by time alone. Never goes back, and promises no time once the
 * estimate has proved too short, rather than take time back.
 */
export function progressByTime(elapsedMs: number, estimate: WorkEstimate | null): TaskProgress {
  if (estimate === null || estimate.workMs <= 0) return { fraction: null }
  const part = Math.max(0, elapsedMs) / estimate.workMs
  if (part <= TRUSTED_PART) {
    const remainingMs = estimate.measured ? Math.round(estimate.workMs - elapsedMs) : undefined
    return { fraction: part, ...(remainingMs === undefined ? {} : { remainingMs }) }
  }
  const overdue = (part - TRUSTED_PART) / TRUSTED_PART
  return { fraction: TRUSTED_PART + (LAST_PART - TRUSTED_PART) * (1 - Math.exp(-overdue)) }
}
