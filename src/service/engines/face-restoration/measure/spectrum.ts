import { createSquareTransform } from '../pixels/fft.ts'
import type { Plane } from '../pixels/plane.ts'

/** Side of the squares whose spectra are averaged, in pixels. */
export const SQUARE = 64
/** More squares than this add time and no certainty. */
const MAX_SQUARES = 600

/**
 * How much power a picture has at each fineness: index r holds the mean power of the frequencies of r waves in 64
 * pixels, whatever their direction. White noise of strength s gives s² everywhere.
 *
 * @returns 33 numbers, index 0 without meaning; null where the picture is smaller than one square
 */
export function radialSpectrum(plane: Plane): Float64Array | null {
  const { width, height, data } = plane
  if (width < SQUARE || height < SQUARE) return null
  const window = hann()
  const places = squares(width, height)
  const transform = createSquareTransform(SQUARE)
  const power = new Float64Array(SQUARE * SQUARE)
  const real = new Float32Array(SQUARE * SQUARE)
  const imaginary = new Float32Array(SQUARE * SQUARE)
  for (const [left, top] of places) {
    let mean = 0
    for (let y = 0; y < SQUARE; y += 1) {
      for (let x = 0; x < SQUARE; x += 1) mean += data[(top + y) * width + left + x]!
    }
    mean /= SQUARE * SQUARE
    for (let y = 0, i = 0; y < SQUARE; y += 1) {
      for (let x = 0; x < SQUARE; x += 1, i += 1) {
        real[i] = (data[(top + y) * width + left + x]! - mean) * window[x]! * window[y]!
      }
    }
    imaginary.fill(0)
    transform.run(real, imaginary, 'forward')
    for (let i = 0; i < power.length; i += 1) power[i]! += real[i]! ** 2 + imaginary[i]! ** 2
  }
  return averageRings(power, places.length)
}

/** Scaled so that a square's window keeps the power of white noise. */
function hann(): Float64Array {
  const window = new Float64Array(SQUARE)
  let power = 0
  for (let i = 0; i < SQUARE; i += 1) {
    window[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SQUARE)
    power += window[i]! ** 2
  }
  return window.map((value) => value / Math.sqrt(power))
}

function squares(width: number, height: number): [left: number, top: number][] {
  const all: [number, number][] = []
  for (let top = 0; top + SQUARE <= height; top += SQUARE / 2) {
    for (let left = 0; left + SQUARE <= width; left += SQUARE / 2) all.push([left, top])
  }
  const every = Math.ceil(all.length / MAX_SQUARES)
  return all.filter((_, index) => index % every === 0)
}

function averageRings(power: Float64Array, count: number): Float64Array {
  const half = SQUARE / 2
  const sums = new Float64Array(half + 1)
  const counts = new Float64Array(half + 1)
  for (let y = 0; y < SQUARE; y += 1) {
    for (let x = 0; x < SQUARE; x += 1) {
      const radius = Math.round(Math.hypot(x < half ? x : x - SQUARE, y < half ? y : y - SQUARE))
      if (radius > half) continue
      sums[radius]! += power[y * SQUARE + x]!
      counts[radius]! += 1
    }
  }
  return sums.map((sum, radius) => sum / (counts[radius]! * count))
}
