import { BLOCK, BLOCK_AREA, forwardDct, inverseDct } from './dct.ts'
import { newPlane, type Plane } from './plane.ts'

/** How strong what is to be removed is in each of a block's 64 DCT coefficients (standard deviation, 0…255 scale). */
export type NoiseTable = Float32Array

/**
 * Coefficients under this many standard deviations are taken for noise in the first pass. Near sqrt(2 ln 64), where
 * hardly any coefficient of noise alone gets through, less what the averaging of overlapping blocks forgives.
 */
const KEEP_OVER = 2.7

/**
 * Removes noise of a known strength (Yaroslavsky's sliding DCT; the second pass is the empirical Wiener filter of
 * Ghael, Sayeed and Baraniuk). Every block is taken apart at overlapping places, what cannot be told from noise is
 * dropped, and the overlapping answers are averaged, flat blocks counting more.
 *
 * @param noise strength for each coefficient; zeros leave the plane as it is
 * @param step distance between blocks in pixels, a divisor of 8: smaller is better and slower
 */
export function shrink(plane: Plane, noise: NoiseTable, step: number): Plane {
  const pilot = pass(plane, null, noise, step)
  return pass(plane, pilot, noise, step)
}

function pass(plane: Plane, pilot: Plane | null, noise: NoiseTable, step: number): Plane {
  const { width, height, data } = plane
  const sum = newPlane(width, height)
  const weights = new Float32Array(width * height)
  const block = new Float32Array(BLOCK_AREA)
  const guide = new Float32Array(BLOCK_AREA)
  const variance = noise.map((strength) => strength * strength)
  const meanVariance = Math.max(1e-9, variance.reduce((total, each) => total + each, 0) / BLOCK_AREA)
  for (const top of starts(height, step)) {
    for (const left of starts(width, step)) {
      load(block, data, width, top, left)
      forwardDct(block)
      let passed: number
      if (pilot === null) passed = dropWeak(block, variance)
      else {
        load(guide, pilot.data, width, top, left)
        forwardDct(guide)
        passed = weigh(block, guide, variance)
      }
      inverseDct(block)
      // What noise is left in a block's answer is what passed: answers count by the inverse of it.
      addTo(sum.data, weights, block, 1 / (passed + 0.1 * meanVariance), width, top, left)
    }
  }
  for (let i = 0; i < weights.length; i += 1) sum.data[i] = sum.data[i]! / weights[i]!
  return sum
}

/** Places of blocks along an edge, the last one flush with its end. */
function starts(length: number, step: number): number[] {
  const places: number[] = []
  for (let at = 0; at < length - BLOCK; at += step) places.push(at)
  places.push(length - BLOCK)
  return places
}

function load(block: Float32Array, data: Float32Array, width: number, top: number, left: number): void {
  for (let y = 0, at = top * width + left, to = 0; y < BLOCK; y += 1, at += width) {
    for (let x = 0; x < BLOCK; x += 1, to += 1) block[to] = data[at + x]!
  }
}

function addTo(
  sum: Float32Array,
  weights: Float32Array,
  block: Float32Array,
  weight: number,
  width: number,
  top: number,
  left: number,
): void {
  for (let y = 0, at = top * width + left, from = 0; y < BLOCK; y += 1, at += width) {
    for (let x = 0; x < BLOCK; x += 1, from += 1) {
      sum[at + x]! += weight * block[from]!
      weights[at + x]! += weight
    }
  }
}

/** @returns the variance of the noise in what is kept */
function dropWeak(block: Float32Array, variance: Float32Array): number {
  let passed = variance[0]!
  for (let i = 1; i < BLOCK_AREA; i += 1) {
    const value = block[i]!
    if (value * value < KEEP_OVER * KEEP_OVER * variance[i]!) block[i] = 0
    else passed += variance[i]!
  }
  return passed
}

/** @returns the variance of the noise in what is kept */
function weigh(block: Float32Array, guide: Float32Array, variance: Float32Array): number {
  let passed = variance[0]!
  for (let i = 1; i < BLOCK_AREA; i += 1) {
    const power = guide[i]! * guide[i]!
    const gain = power / (power + variance[i]! + 1e-12)
    block[i]! *= gain
    passed += gain * gain * variance[i]!
  }
  return passed
}
