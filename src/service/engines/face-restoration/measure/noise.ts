import { BLOCK, BLOCK_AREA, forwardDct } from '../pixels/dct.ts'
import type { Plane } from '../pixels/plane.ts'

/** More blocks than this add time and no certainty. */
const MAX_BLOCKS = 12_000
/** Of all blocks, the part with the least in the coarse coefficients: what is fine in those is noise, not picture. */
const FLATTEST = 0.12
/** Coefficients are fine where their half waves across and down add up to this or more. */
const FINE_FROM = 9

/**
 * How strong the noise in a plane is (standard deviation, 0…255 scale), from the finest detail of its flattest places,
 * so that hair and skin texture elsewhere do not count. White noise is measured within a few per cent; in a picture
 * without noise the answer stays near that of rounding, 0.3.
 */
export function measureNoise(plane: Plane): number {
  const blocks = sampleBlocks(plane)
  if (blocks.length === 0) return 0
  blocks.sort((a, b) => a.coarse - b.coarse)
  const flattest = blocks.slice(0, Math.max(1, Math.floor(blocks.length * FLATTEST)))
  const fine = flattest.map((each) => each.fine).sort((a, b) => a - b)
  // The middle one, as a few flat-looking blocks with real detail would lift a mean.
  return Math.sqrt(fine[fine.length >> 1]! / MEDIAN_TO_MEAN)
}

/** Mean of squares of 21 normal numbers: its median lies this far below its mean. */
const MEDIAN_TO_MEAN = 0.968

interface BlockDetail {
  coarse: number
  fine: number
}

function sampleBlocks({ width, height, data }: Plane): BlockDetail[] {
  const across = Math.floor(width / BLOCK)
  const down = Math.floor(height / BLOCK)
  const every = Math.max(1, Math.ceil((across * down) / MAX_BLOCKS))
  const block = new Float32Array(BLOCK_AREA)
  const details: BlockDetail[] = []
  for (let index = 0; index < across * down; index += every) {
    const left = (index % across) * BLOCK
    const top = Math.floor(index / across) * BLOCK
    let [low, high] = [Infinity, -Infinity]
    for (let i = 0; i < BLOCK_AREA; i += 1) {
      const value = data[(top + (i >> 3)) * width + left + (i & 7)]!
      block[i] = value
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    // Where noise is cut off at black or white, it measures less than it is.
    if (low < 2 || high > 253) continue
    forwardDct(block)
    details.push(detailOf(block))
  }
  return details
}

function detailOf(block: Float32Array): BlockDetail {
  let [coarse, fine, fineCount] = [0, 0, 0]
  for (let i = 1; i < BLOCK_AREA; i += 1) {
    const power = block[i]! * block[i]!
    if ((i >> 3) + (i & 7) < FINE_FROM) coarse += power
    else {
      fine += power
      fineCount += 1
    }
  }
  return { coarse, fine: fine / fineCount }
}
