import { mirror, newPlane, type Plane } from './plane.ts'
import { toneAt, type ToneCurve } from './tone-curve.ts'

/**
 * A decoded picture, pixel after pixel.
 *
 * @property channels 1 grey, 2 grey and alpha, 3 red, green, blue, 4 with alpha
 * @property data 8 bits a channel, or 16
 */
export interface PixelData {
  width: number
  height: number
  channels: number
  data: Uint8Array | Uint16Array
}

/** What a 16-bit number is divided by to fall between 0 and 255. */
const WIDE = 257

export function isColour(picture: Pick<PixelData, 'channels'>): boolean {
  return picture.channels >= 3
}

/**
 * Takes a rectangle out of a picture, as brightness and two of colour (ITU-T T.871, what JPEG uses), or as the one plane
 * of grey. Outside its edges the picture is mirrored.
 */
export function readPlanes(
  picture: PixelData,
  left: number,
  top: number,
  width: number,
  height: number,
): Plane[] {
  const { data, channels } = picture
  const scale = data instanceof Uint16Array ? 1 / WIDE : 1
  const planes = Array.from({ length: isColour(picture) ? 3 : 1 }, () => newPlane(width, height))
  const columns = Array.from({ length: width }, (_, x) => mirror(left + x, picture.width) * channels)
  const [luma, blue, red] = planes.map((plane) => plane.data)
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = mirror(top + y, picture.height) * picture.width * channels
    for (let x = 0; x < width; x += 1, to += 1) {
      const at = row + columns[x]!
      const r = data[at]! * scale
      if (!blue || !red) {
        luma![to] = r
        continue
      }
      const g = data[at + 1]! * scale
      const b = data[at + 2]! * scale
      const bright = 0.299 * r + 0.587 * g + 0.114 * b
      luma![to] = bright
      blue[to] = 128 + (b - bright) / 1.772
      red[to] = 128 + (r - bright) / 1.402
    }
  }
  return planes
}

/**
 * Puts the middle of a rectangle back, rounded; alpha is left as it is.
 *
 * @param margin of the planes, in pixels, that is not put back
 * @param tones for each channel, where its numbers are to be moved on the way
 */
export function writePlanes(
  picture: PixelData,
  planes: readonly Plane[],
  left: number,
  top: number,
  margin: number,
  tones: readonly ToneCurve[] | null = null,
): void {
  const { data, channels } = picture
  const [scale, most] = data instanceof Uint16Array ? [WIDE, 65_535] : [1, 255]
  const put = (pixel: number, channel: number, value: number): void => {
    const moved = tones ? toneAt(tones[channel]!, value) : value
    data[pixel + channel] = Math.min(most, Math.max(0, Math.round(moved * scale)))
  }
  const [luma, blue, red] = planes.map((plane) => plane.data)
  const { width, height } = planes[0]!
  const endX = Math.min(left + width - margin, picture.width)
  const endY = Math.min(top + height - margin, picture.height)
  for (let y = top + margin; y < endY; y += 1) {
    for (let x = left + margin; x < endX; x += 1) {
      const from = (y - top) * width + x - left
      const at = (y * picture.width + x) * channels
      const bright = luma![from]!
      if (!blue || !red) {
        put(at, 0, bright)
        continue
      }
      const b = 1.772 * (blue[from]! - 128)
      const r = 1.402 * (red[from]! - 128)
      put(at, 0, bright + r)
      put(at, 1, bright - (0.299 * r + 0.114 * b) / 0.587)
      put(at, 2, bright + b)
    }
  }
}
