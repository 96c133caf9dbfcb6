import { BLOCK_AREA } from '../pixels/dct.ts'

/**
 * How coarsely a JPEG was saved: the step of each of the 64 DCT coefficients, row after row, for brightness and colour.
 *
 * @property halved colour was stored at half the size in both directions
 */
export interface JpegSteps {
  luma: Float32Array
  chroma: Float32Array
  halved: boolean
}

/** Where the n-th number of a stored table belongs in a block (ITU-T T.81, figure A.6). */
// prettier-ignore
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]
/** The example tables of ITU-T T.81, annex K.1, which most programs scale by their quality setting. */
// prettier-ignore
const LUMA = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
  18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]
// prettier-ignore
const CHROMA = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
  ...Array<number>(32).fill(99),
]

/** The steps that libjpeg, and most programs with it, use for a quality of 1 to 100. */
export function standardSteps(quality: number): { luma: Float32Array; chroma: Float32Array } {
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality
  const scaled = (table: readonly number[]): Float32Array =>
    Float32Array.from(table, (step) => Math.min(255, Math.max(1, Math.floor((step * scale + 50) / 100))))
  return { luma: scaled(LUMA), chroma: scaled(CHROMA) }
}

/**
 * Reads the quantisation tables and the sampling of a JPEG file (ITU-T T.81, B.2.4.1 and B.2.2).
 *
 * @returns null where this is no JPEG, or one that is broken before its first scan
 */
export function readJpegSteps(file: Uint8Array): JpegSteps | null {
  if (file.length < 4 || file[0] !== 0xff || file[1] !== 0xd8) return null
  const tables = new Map<number, Float32Array>()
  let frame: FrameComponent[] | null = null
  for (let at = 2; at + 4 <= file.length;) {
    if (file[at] !== 0xff) return null
    const marker = file[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = (file[at + 2]! << 8) | file[at + 3]!
    if (length < 2 || at + 2 + length > file.length) return null
    const segment = file.subarray(at + 4, at + 2 + length)
    if (marker === 0xdb && !readTables(segment, tables)) return null
    if (marker >= 0xc0 && marker <= 0xc2) frame = readFrame(segment)
    if (marker === 0xda || marker === 0xd9) break
    at += 2 + length
  }
  const luma = tables.get(frame?.[0]?.table ?? -1)
  if (!frame || !luma) return null
  const colour = frame[1]
  return {
    luma,
    chroma: tables.get(colour?.table ?? -1) ?? luma,
    halved:
      colour !== undefined && frame[0]!.across === 2 * colour.across && frame[0]!.down === 2 * colour.down,
  }
}

function readTables(segment: Uint8Array, tables: Map<number, Float32Array>): boolean {
  for (let at = 0; at < segment.length;) {
    const bytes = segment[at]! >> 4 === 0 ? 1 : 2
    const id = segment[at]! & 15
    at += 1
    if (at + BLOCK_AREA * bytes > segment.length) return false
    const table = new Float32Array(BLOCK_AREA)
    for (let n = 0; n < BLOCK_AREA; n += 1, at += bytes) {
      table[ZIGZAG[n]!] = bytes === 1 ? segment[at]! : (segment[at]! << 8) | segment[at + 1]!
    }
    tables.set(id, table)
  }
  return true
}

interface FrameComponent {
  across: number
  down: number
  table: number
}

function readFrame(segment: Uint8Array): FrameComponent[] | null {
  const count = segment[5]
  if (count === undefined || count === 0 || segment.length < 6 + 3 * count) return null
  return Array.from({ length: count }, (_, i) => {
    const sampling = segment[7 + 3 * i]!
    return { across: sampling >> 4, down: sampling & 15, table: segment[8 + 3 * i]! }
  })
}
