import type { FrameSpan } from './audio-format.ts'

/** Where the loud part of the speech is put, in dB below full scale: well above rounding, well below clipping. */
const TARGET_DB = -22
const MOST_GAIN_DB = 40

/**
 * The gain that brings the speech of a recording to the level the recogniser is used to. One for the whole recording:
 * the loudest tenth of its speech decides, so that pauses and whispers do not.
 *
 * @returns a factor for samples
 */
export function speechGain(levelsDb: Float32Array, speech: readonly FrameSpan[]): number {
  const counts = new Uint32Array(101)
  let total = 0
  for (const { start, end } of speech) {
    for (let frame = start; frame < end; frame += 1) {
      counts[Math.min(100, Math.max(0, Math.round(-levelsDb[frame]!)))]! += 1
      total += 1
    }
  }
  let louder = 0
  let levelDb = 0
  while (levelDb < 100 && louder + counts[levelDb]! <= total / 10) louder += counts[levelDb++]!
  return total === 0 ? 1 : 10 ** (Math.min(MOST_GAIN_DB, TARGET_DB + levelDb) / 20)
}
