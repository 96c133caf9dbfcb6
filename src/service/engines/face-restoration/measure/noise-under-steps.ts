import { BLOCK, BLOCK_AREA, forwardDct } from '../pixels/dct.ts'
import type { Plane } from '../pixels/plane.ts'

const MAX_BLOCKS = 8_000
/** Of all blocks, the part with the least in their coarsest coefficients. */
const FLATTEST = 0.12
/** Half waves across and down of the coefficients that decide which blocks are flat. */
const COARSE_TO = 2
/**
 * And of those in which the noise is looked for, from coarse to fine. White noise is as strong in each; texture is weaker
 * in the finer ones, so the least found is the noise.
 */
const BANDS = [
  [3, 4],
  [5, 6],
  [7, 8],
  [9, 12],
] as const
/** Where all are rounded to nothing, as many times a step's square may still have been missed. */
const UNSEEN = 0.002
/** Strongest noise that is looked for. */
const MOST = 40
/** Multiples of a step beyond this hardly occur in flat places. */
const MULTIPLES = 6

/**
 * How strong the noise in a photo was before it was saved as a JPEG: its steps swallow fine noise whole and keep what is
 * over half a step, so the noise shows in how often that happens in flat places.
 *
 * @param plane on JPEG's own grid of blocks
 * @param steps of the 64 coefficients
 * @returns standard deviation, 0…255 scale
 */
export function measureNoiseUnderSteps(plane: Plane, steps: Float32Array): number {
  const blocks = sampleBlocks(plane)
  if (blocks.length === 0) return 0
  blocks.sort((a, b) => a.coarse - b.coarse)
  const flattest = blocks.slice(0, Math.max(1, Math.floor(blocks.length * FLATTEST)))
  const estimates = BANDS.map(([from, to]) => {
    const looked = coefficients((order) => order >= from && order <= to)
    const mostUnseen = looked.reduce((sum, i) => sum + UNSEEN * steps[i]! ** 2, 0)
    const found = flattest.reduce((sum, { block }) => sum + powerIn(block, looked), 0) / flattest.length
    const strength = strengthOf(
      Math.max(found, mostUnseen),
      looked.map((i) => steps[i]!),
    )
    return { strength, seen: found > mostUnseen }
  })
  const least = estimates.reduce((best, each) => (each.strength < best.strength ? each : best))
  return least.seen ? least.strength : 0
}

function powerIn(block: Float32Array, looked: readonly number[]): number {
  return looked.reduce((sum, i) => sum + block[i]! ** 2, 0)
}

/** @returns the strength of noise that leaves that much power after those steps */
function strengthOf(power: number, steps: readonly number[]): number {
  let [low, high] = [0, MOST]
  for (let round = 0; round < 20; round += 1) {
    const middle = (low + high) / 2
    const expected = steps.reduce((sum, step) => sum + powerAfterStep(middle, step), 0)
    if (expected < power) low = middle
    else high = middle
  }
  return low
}

/** Mean square of a normal number of that strength after rounding to multiples of a step. */
export function powerAfterStep(strength: number, step: number): number {
  if (strength <= 0) return 0
  let power = 0
  for (let k = 1; k <= MULTIPLES; k += 1) {
    // Everything beyond k - 1/2 steps adds the difference of two neighbouring squares.
    const beyond = 2 * normalTail(((k - 0.5) * step) / strength)
    power += (2 * k - 1) * step * step * beyond
  }
  return step < strength / 2 ? strength ** 2 + (step * step) / 12 : power
}

/** Part of a normal distribution beyond x ≥ 0 (Abramowitz and Stegun 26.2.17). */
function normalTail(x: number): number {
  const t = 1 / (1 + 0.2316419 * x)
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}

function coefficients(wanted: (order: number) => boolean): number[] {
  return Array.from({ length: BLOCK_AREA }, (_, i) => i).filter((i) => wanted((i >> 3) + (i & 7)))
}

function sampleBlocks({ width, height, data }: Plane): { block: Float32Array; coarse: number }[] {
  const across = Math.floor(width / BLOCK)
  const down = Math.floor(height / BLOCK)
  const every = Math.max(1, Math.ceil((across * down) / MAX_BLOCKS))
  const coarseOnes = coefficients((order) => order >= 1 && order <= COARSE_TO)
  const blocks: { block: Float32Array; coarse: number }[] = []
  for (let index = 0; index < across * down; index += every) {
    const left = (index % across) * BLOCK
    const top = Math.floor(index / across) * BLOCK
    const block = new Float32Array(BLOCK_AREA)
    for (let i = 0; i < BLOCK_AREA; i += 1) block[i] = data[(top + (i >> 3)) * width + left + (i & 7)]!
    const mean = block.reduce((sum, value) => sum + value, 0) / BLOCK_AREA
    // Where it is nearly black or white, noise is cut off.
    if (mean < 12 || mean > 243) continue
    forwardDct(block)
    blocks.push({ block, coarse: coarseOnes.reduce((sum, i) => sum + block[i]! ** 2, 0) })
  }
  return blocks
}
