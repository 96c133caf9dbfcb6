/** Side of the blocks that pictures are taken apart into, in pixels; JPEG's own. */
export const BLOCK = 8
/** Numbers in a block. */
export const BLOCK_AREA = BLOCK * BLOCK

const C0 = Math.SQRT1_2 / 2
const C1 = Math.cos(Math.PI / 16) / 2
const C2 = Math.cos((2 * Math.PI) / 16) / 2
const C3 = Math.cos((3 * Math.PI) / 16) / 2
const C5 = Math.cos((5 * Math.PI) / 16) / 2
const C6 = Math.cos((6 * Math.PI) / 16) / 2
const C7 = Math.cos((7 * Math.PI) / 16) / 2

function forwardLine(d: Float32Array, at: number, step: number): void {
  const x0 = d[at]!
  const x1 = d[at + step]!
  const x2 = d[at + 2 * step]!
  const x3 = d[at + 3 * step]!
  const x4 = d[at + 4 * step]!
  const x5 = d[at + 5 * step]!
  const x6 = d[at + 6 * step]!
  const x7 = d[at + 7 * step]!
  const s0 = x0 + x7
  const s1 = x1 + x6
  const s2 = x2 + x5
  const s3 = x3 + x4
  const t0 = x0 - x7
  const t1 = x1 - x6
  const t2 = x2 - x5
  const t3 = x3 - x4
  d[at] = C0 * (s0 + s1 + s2 + s3)
  d[at + 4 * step] = C0 * (s0 - s1 - s2 + s3)
  d[at + 2 * step] = C2 * (s0 - s3) + C6 * (s1 - s2)
  d[at + 6 * step] = C6 * (s0 - s3) - C2 * (s1 - s2)
  d[at + step] = C1 * t0 + C3 * t1 + C5 * t2 + C7 * t3
  d[at + 3 * step] = C3 * t0 - C7 * t1 - C1 * t2 - C5 * t3
  d[at + 5 * step] = C5 * t0 - C1 * t1 + C7 * t2 + C3 * t3
  d[at + 7 * step] = C7 * t0 - C5 * t1 + C3 * t2 - C1 * t3
}

function inverseLine(d: Float32Array, at: number, step: number): void {
  const y0 = C0 * d[at]!
  const y1 = d[at + step]!
  const y2 = d[at + 2 * step]!
  const y3 = d[at + 3 * step]!
  const y4 = C0 * d[at + 4 * step]!
  const y5 = d[at + 5 * step]!
  const y6 = d[at + 6 * step]!
  const y7 = d[at + 7 * step]!
  const e0 = y0 + y4
  const e1 = y0 - y4
  const f0 = C2 * y2 + C6 * y6
  const f1 = C6 * y2 - C2 * y6
  const s0 = e0 + f0
  const s1 = e1 + f1
  const s2 = e1 - f1
  const s3 = e0 - f0
  const t0 = C1 * y1 + C3 * y3 + C5 * y5 + C7 * y7
  const t1 = C3 * y1 - C7 * y3 - C1 * y5 - C5 * y7
  const t2 = C5 * y1 - C1 * y3 + C7 * y5 + C3 * y7
  const t3 = C7 * y1 - C5 * y3 + C3 * y5 - C1 * y7
  d[at] = s0 + t0
  d[at + step] = s1 + t1
  d[at + 2 * step] = s2 + t2
  d[at + 3 * step] = s3 + t3
  d[at + 4 * step] = s3 - t3
  d[at + 5 * step] = s2 - t2
  d[at + 6 * step] = s1 - t1
  d[at + 7 * step] = s0 - t0
}

/**
 * The block's DCT-II in place, orthonormal: white noise has the same strength in every coefficient as in the pixels.
 *
 * @param block row after row; afterwards row v, column u holds the coefficient of u half waves across and v down
 */
export function forwardDct(block: Float32Array): void {
  for (let row = 0; row < BLOCK_AREA; row += BLOCK) forwardLine(block, row, 1)
  for (let column = 0; column < BLOCK; column += 1) forwardLine(block, column, BLOCK)
}

/** Undoes `forwardDct`, in place. */
export function inverseDct(block: Float32Array): void {
  for (let column = 0; column < BLOCK; column += 1) inverseLine(block, column, BLOCK)
  for (let row = 0; row < BLOCK_AREA; row += BLOCK) inverseLine(block, row, 1)
}
