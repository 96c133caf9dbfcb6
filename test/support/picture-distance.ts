import { ssim } from 'ssim.js'
import type { DrawnPicture } from './pictures.ts'

/** What is given for two pictures that are the same to the bit. */
const SAME_DB = 99

/** Peak signal to noise ratio over red, green and blue, in dB: how near a picture is to the original. */
export function psnrDb(original: DrawnPicture, other: DrawnPicture): number {
  let squares = 0
  for (let i = 0; i < original.data.length; i += 1) squares += (original.data[i]! - other.data[i]!) ** 2
  return squares === 0 ? SAME_DB : 10 * Math.log10((255 ** 2 * original.data.length) / squares)
}

/** Structural similarity of brightness, up to 1 for the same (Wang et al. 2004). */
export function similarity(original: DrawnPicture, other: DrawnPicture): number {
  return ssim(withAlpha(original), withAlpha(other)).mssim
}

function withAlpha({ width, height, data }: DrawnPicture): ImageDataLike {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < width * height; i += 1) pixels.set(data.subarray(3 * i, 3 * i + 3), 4 * i)
  return { width, height, data: pixels }
}

interface ImageDataLike {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray<ArrayBuffer>
}
