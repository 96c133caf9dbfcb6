import { SQUARE } from './spectrum.ts'

/**
 * @property sigma of the Gaussian that would have blurred a sharp photo as much, in pixels; on the safe side: lower
 *   where little of the picture tells
 * @property pictureAt power of the picture as it would be without the blur, for a frequency in waves per pixel
 */
export interface BlurMeasure {
  sigma: number
  pictureAt(frequency: number): number
}

/** Photos of sharp things fall off as a power of the frequency near this (Field 1987; van der Schaaf 1996). */
const FALL_OFF = 2.4
/** How far that power varies from photo to photo. */
const FALL_OFF_SPREAD = 0.7
/** How far a photo's spectrum strays from its own power law, in nepers. */
const STRAY = 0.25
/** Frequencies below this, in waves in 64 pixels, tell of the scene and not of the lens. */
const LOWEST = 3
/** A frequency counts where the picture is this many times stronger than the noise in it. */
const OVER_NOISE = 3
/** Standard errors that the answer stays below the likeliest: too little sharpening does no harm, too much does. */
const DOUBTS = 2
/** Fewer frequencies than this tell nothing. */
const MIN_RINGS = 4

/**
 * How blurred a picture is: the spectrum of a sharp photo falls off as a power of the frequency, a Gaussian bends it
 * down with the frequency's square. The sharpest places decide, as they hold the fine detail: a background out of focus
 * does not count as blur.
 *
 * @param spectrum of `radialSpectrum`
 * @param noiseAt power of the noise in it, for a frequency in waves per pixel
 * @returns null where too little of the picture stands out of the noise to tell
 */
export function measureBlur(
  spectrum: Float64Array,
  noiseAt: (frequency: number) => number,
): BlurMeasure | null {
  const normal = [
    [0, 0, 0, 0],
    [0, FALL_OFF_SPREAD ** -2, 0, FALL_OFF * FALL_OFF_SPREAD ** -2],
    [0, 0, 0, 0],
  ]
  let rings = 0
  for (let radius = LOWEST; radius <= SQUARE / 2 - 2; radius += 1) {
    const frequency = radius / SQUARE
    const [noise, power] = [noiseAt(frequency), spectrum[radius]!]
    if (power < (1 + OVER_NOISE) * noise) break
    const row = [1, -Math.log(frequency), -4 * Math.PI ** 2 * frequency ** 2, Math.log(power - noise)]
    for (let i = 0; i < 3; i += 1) {
      for (let j = 0; j < 4; j += 1) normal[i]![j]! += (row[i]! * row[j]!) / STRAY ** 2
    }
    rings += 1
  }
  if (rings < MIN_RINGS) return null
  const { level, fallOff, square, doubt } = solve(normal)
  return {
    sigma: Math.sqrt(Math.max(0, square - DOUBTS * doubt)),
    pictureAt: (frequency) => Math.exp(level) * Math.max(frequency, 1 / SQUARE) ** -fallOff,
  }
}

/** Least squares by elimination. The last unknown is the blur's square; `doubt` is its standard error. */
function solve(m: number[][]): { level: number; fallOff: number; square: number; doubt: number } {
  for (let pivot = 0; pivot < 3; pivot += 1) {
    for (let i = pivot + 1; i < 3; i += 1) {
      const factor = m[i]![pivot]! / m[pivot]![pivot]!
      for (let j = pivot; j < 4; j += 1) m[i]![j]! -= factor * m[pivot]![j]!
    }
  }
  const square = m[2]![3]! / m[2]![2]!
  const fallOff = (m[1]![3]! - m[1]![2]! * square) / m[1]![1]!
  const level = (m[0]![3]! - m[0]![1]! * fallOff - m[0]![2]! * square) / m[0]![0]!
  return { level, fallOff, square, doubt: 1 / Math.sqrt(m[2]![2]!) }
}
