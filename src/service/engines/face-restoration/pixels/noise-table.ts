import { BLOCK, BLOCK_AREA } from './dct.ts'
import type { NoiseTable } from './shrink.ts'

/** Power of noise at a frequency, in waves per pixel across and down, each 0 to 0.5. */
export type NoisePower = (across: number, down: number) => number

/** Frequencies that the sums below are taken over, along one axis. */
const GRID = 64

/**
 * What noise of a given spectrum looks like in the 64 coefficients of a block.
 */
export function noiseTable(power: NoisePower): NoiseTable {
  const shares = basisShares()
  const powers = new Float64Array(GRID * GRID)
  for (let i = 0; i < powers.length; i += 1) {
    powers[i] = power(distance(i % GRID) / GRID, distance(Math.floor(i / GRID)) / GRID)
  }
  const table = new Float32Array(BLOCK_AREA)
  for (let v = 0; v < BLOCK; v += 1) {
    for (let u = 0; u < BLOCK; u += 1) {
      let variance = 0
      for (let y = 0, i = 0; y < GRID; y += 1) {
        for (let x = 0; x < GRID; x += 1, i += 1) variance += powers[i]! * shares[u]![x]! * shares[v]![y]!
      }
      table[v * BLOCK + u] = Math.sqrt(variance)
    }
  }
  return table
}

function distance(index: number): number {
  return Math.min(index, GRID - index)
}

/** For each of the eight cosines of the DCT: which part of its power lies at which frequency. */
function basisShares(): Float64Array[] {
  return Array.from({ length: BLOCK }, (_, u) => {
    const shares = new Float64Array(GRID)
    const scale = Math.sqrt((u === 0 ? 1 : 2) / BLOCK)
    for (let k = 0; k < GRID; k += 1) {
      let [re, im] = [0, 0]
      for (let x = 0; x < BLOCK; x += 1) {
        const value = scale * Math.cos(((2 * x + 1) * u * Math.PI) / (2 * BLOCK))
        re += value * Math.cos((2 * Math.PI * k * x) / GRID)
        im += value * Math.sin((2 * Math.PI * k * x) / GRID)
      }
      shares[k] = (re * re + im * im) / GRID
    }
    return shares
  })
}
