import sharp, { type Sharp } from 'sharp'

// Results are remade under the same name: what sharp remembers of a path may be of an earlier file.
sharp.cache(false)

/** The most that is ever decoded: above this a file is meant to fill the memory, or no photo of ours. */
export const MOST_DECODED_PIXELS = 0x3fff * 0x3fff

/**
 * Opens a picture for its pixels; of several frames or pages, the first. One that breaks off is an error, oddities that
 * other programs overlook are not.
 */
export function openPhoto(path: string | Buffer): Sharp {
  return sharp(path, { failOn: 'truncated', limitInputPixels: MOST_DECODED_PIXELS, pages: 1 })
}

/** Opens a picture for its header alone, whatever its size. */
export function openHeader(path: string | Buffer): Sharp {
  return sharp(path, { failOn: 'none', limitInputPixels: false, pages: 1 })
}

/** Decodes the whole picture and keeps nothing of it. @throws Error where it cannot be decoded to its end */
export async function decodeWhole(path: string): Promise<void> {
  await openPhoto(path).stats()
}
