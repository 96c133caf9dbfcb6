import type { Segment } from '#shared/task.ts'

/**
 * The segment being spoken, or the last one spoken, at a moment.
 *
 * @param segments in ascending `startMs`
 * @returns its index, or -1 before the first
 */
export function segmentAt(segments: readonly Segment[], ms: number): number {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.startMs ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}
