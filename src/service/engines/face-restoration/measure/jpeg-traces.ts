import { BLOCK, BLOCK_AREA, forwardDct } from '../pixels/dct.ts'
import type { Plane } from '../pixels/plane.ts'
import { standardSteps, type JpegSteps } from './jpeg-tables.ts'

const MAX_BLOCKS = 4_000
/** Fewer coefficients than this that are not zero prove nothing. */
const MIN_PROOF = 150
/** Distance from the nearest multiple of the step, squared, as part of what chance gives (a twelfth of the step's square). */
const MATCH_UNDER = 0.25
/** Finer steps than this drown in the rounding of pixels. */
const MIN_STEP = 5
const BEST_QUALITY = 92
const WORST_QUALITY = 4

/**
 * Finds out whether a picture was a JPEG once, whatever it is saved as now: in such a picture the DCT coefficients of
 * the 8-pixel grid are multiples of the steps that it was saved with (Fan and de Queiroz 2003).
 *
 * @param luma brightness as JPEG has it
 * @returns the standard steps that fit, or null: never a JPEG, saved finely, or changed since
 */
export function findJpegTraces(luma: Plane): JpegSteps | null {
  const blocks = coefficients(luma)
  let best: { quality: number; misfit: number } | null = null
  for (let quality = BEST_QUALITY; quality >= WORST_QUALITY; quality -= 1) {
    const misfit = misfitOf(blocks, standardSteps(quality).luma)
    if (misfit !== null && misfit < MATCH_UNDER && misfit < (best?.misfit ?? Infinity))
      best = { quality, misfit }
  }
  return best === null ? null : { ...standardSteps(best.quality), halved: best.quality < BEST_QUALITY }
}

function coefficients({ width, height, data }: Plane): Float32Array[] {
  const across = Math.floor(width / BLOCK)
  const down = Math.floor(height / BLOCK)
  const every = Math.max(1, Math.ceil((across * down) / MAX_BLOCKS))
  const blocks: Float32Array[] = []
  for (let index = 0; index < across * down; index += every) {
    const left = (index % across) * BLOCK
    const top = Math.floor(index / across) * BLOCK
    const block = new Float32Array(BLOCK_AREA)
    let clipped = false
    for (let i = 0; i < BLOCK_AREA; i += 1) {
      const value = data[(top + (i >> 3)) * width + left + (i & 7)]!
      block[i] = value
      clipped ||= value < 1 || value > 254
    }
    // What was cut off at black or white is no multiple of anything any more.
    if (clipped) continue
    forwardDct(block)
    blocks.push(block)
  }
  return blocks
}

/** @returns 1 for chance, near 0 for a fit; null where too little tells */
function misfitOf(blocks: readonly Float32Array[], steps: Float32Array): number | null {
  let [sum, count] = [0, 0]
  for (const block of blocks) {
    for (let i = 1; i < BLOCK_AREA; i += 1) {
      const step = steps[i]!
      const multiples = Math.round(block[i]! / step)
      if (step < MIN_STEP || multiples === 0) continue
      const off = block[i]! / step - multiples
      sum += 12 * off * off
      count += 1
    }
  }
  return count < MIN_PROOF ? null : sum / count
}
