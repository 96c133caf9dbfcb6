import type { Plane } from '../pixels/plane.ts'

/**
 * The range that is left of a faded photo (0…255 scale).
 *
 * @property low of its brightness; the darkest of it but for a few pixels
 * @property high the brightest likewise
 * @property cast for each channel, how far it lies above or below brightness, both in shadows and in highlights
 */
export interface Fading {
  low: number
  high: number
  cast: number[]
}

/** A faded photo's darkest and brightest pixels lie here or further inside, even a pupil and the light in an eye. */
const BLACKEST = 36
const WHITEST = 219
/** No channel of it comes nearer to its ends, as one does at sunset, at night or in coloured light. */
const CHANNEL_MARGIN = 20
/** Faded are those that use less of the scale than this. */
const MOST_SPAN = 0.56 * 255
/** Blur alone takes away the darkest and the brightest, too. */
const MOST_SPAN_IN_BLUR = 0.45 * 255
/** With less than this there is too little left to tell. */
const LEAST_SPAN = 48
/** More colour shared by shadows and highlights than this is meant, or the light's. */
const MOST_CAST = 36
/** Part of the pixels in the four most frequent numbers; drawings and plain surfaces have more of them in few. */
const MOST_ALIKE = 0.3
/** Pixels; a smaller picture is an icon, or too few to count. */
const LEAST_SIDE = 48
const LEVELS = 256
/** Parts of the pixels darker than the darkest and brighter than the brightest that count: to decide, and to measure. */
const FEW = 0.001
const SOME = 0.005

/**
 * Looks whether a photo has clearly faded: neither dark nor light is left in any channel.
 *
 * @param planes one for grey; brightness and two of colour as JPEG has them otherwise
 * @param blurred whether it is out of focus
 * @returns null for all others
 */
export function measureFading(planes: readonly Plane[], blurred: boolean): Fading | null {
  const luma = planes[0]!
  if (Math.min(luma.width, luma.height) < LEAST_SIDE) return null
  const [bright, ...channels] = countLevels(planes)
  const ends = rangeOf(bright!, FEW)
  const span = ends.high - ends.low
  const mostSpan = blurred ? MOST_SPAN_IN_BLUR : MOST_SPAN
  if (ends.low < BLACKEST || ends.high > WHITEST || span > mostSpan || span < LEAST_SPAN) return null
  if (alike(bright!) > MOST_ALIKE * luma.data.length) return null
  const extremes = channels.map((counts) => rangeOf(counts, FEW))
  if (extremes.some((each) => each.low < CHANNEL_MARGIN || each.high > 255 - CHANNEL_MARGIN)) return null
  const { low, high } = rangeOf(bright!, SOME)
  const cast = channels.map((counts) => {
    const range = rangeOf(counts, SOME)
    return shared(range.low - low, range.high - high)
  })
  return cast.some((each) => Math.abs(each) > MOST_CAST) ? null : { low, high, cast }
}

/** How often each number occurs: in brightness, then in each channel. */
function countLevels([luma, blue, red]: readonly Plane[]): Uint32Array[] {
  const bright = new Uint32Array(LEVELS)
  const add = (counts: Uint32Array, value: number): void => {
    counts[Math.min(LEVELS - 1, Math.max(0, Math.round(value)))]! += 1
  }
  if (!blue || !red) {
    for (const value of luma!.data) add(bright, value)
    return [bright, bright]
  }
  const channels = [new Uint32Array(LEVELS), new Uint32Array(LEVELS), new Uint32Array(LEVELS)] as const
  for (let i = 0; i < luma!.data.length; i += 1) {
    const value = luma!.data[i]!
    const b = 1.772 * (blue.data[i]! - 128)
    const r = 1.402 * (red.data[i]! - 128)
    add(bright, value)
    add(channels[0], value + r)
    add(channels[1], value - (0.299 * r + 0.114 * b) / 0.587)
    add(channels[2], value + b)
  }
  return [bright, ...channels]
}

/** The range of all but a part of the pixels at either end. */
function rangeOf(counts: Uint32Array, part: number): { low: number; high: number } {
  const few = part * counts.reduce((sum, each) => sum + each, 0)
  const first = (from: Uint32Array): number => {
    let seen = 0
    return from.findIndex((each) => (seen += each) > few)
  }
  return { low: first(counts), high: LEVELS - 1 - first(counts.toReversed()) }
}

function alike(counts: Uint32Array): number {
  const [first, second, third, fourth] = counts.toSorted((a, b) => b - a)
  return first! + second! + third! + fourth!
}

/** What two have in common: nothing where they lie on different sides. */
function shared(one: number, other: number): number {
  return one * other <= 0 ? 0 : Math.sign(one) * Math.min(Math.abs(one), Math.abs(other))
}
