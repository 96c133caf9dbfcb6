/** What EBU R128 says of a recording. Negative infinity where there is nothing to hear. */
export interface Loudness {
  integratedLufs: number
  truePeakDbtp: number
}

/** Where speech is brought to: what podcasts are delivered at, and a level that recognisers expect. */
export const TARGET_LUFS = -16
/** Kept free above the highest peak, so that no later conversion clips. */
export const PEAK_CEILING_DBTP = -1.5
/** Below this there is no speech that a higher level would bring out, only noise. */
const SILENCE_LUFS = -60
const MOST_GAIN_DB = 36

/**
 * Reads the summary that ffmpeg's filter `ebur128=peak=true` prints when it is done.
 *
 * @returns null where there is no summary in the text
 */
export function parseLoudness(stderr: string): Loudness | null {
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'))
  const integrated = /^\s*I:\s+(-?\d+(?:\.\d+)?|-inf|nan) LUFS/m.exec(summary)?.[1]
  const peak = /^\s*Peak:\s+(-?\d+(?:\.\d+)?|-inf|nan) dBFS/m.exec(summary)?.[1]
  if (integrated === undefined || peak === undefined) return null
  return { integratedLufs: toNumber(integrated), truePeakDbtp: toNumber(peak) }
}

function toNumber(text: string): number {
  const value = Number(text)
  return Number.isFinite(value) ? value : -Infinity
}

/**
 * The one gain, in decibels, that brings a recording towards the target. Loud peaks are never cut off: where they leave
 * no room, the whole recording stays quieter instead. Silence and very faint noise are left as they are.
 */
export function gainTowardsTarget({ integratedLufs, truePeakDbtp }: Loudness): number {
  if (integratedLufs < SILENCE_LUFS || truePeakDbtp === -Infinity) return 0
  const wanted = Math.min(TARGET_LUFS - integratedLufs, MOST_GAIN_DB)
  return Math.round(Math.min(wanted, PEAK_CEILING_DBTP - truePeakDbtp) * 100) / 100
}
