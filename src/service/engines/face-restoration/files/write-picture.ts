import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { PixelData } from '../pixels/pixel-data.ts'
import type { FaceRestorationOutput } from '../face-restoration.ts'
import { addToJpeg, addToPng } from './embed.ts'
import type { Picture } from './read-picture.ts'

/** High enough that saving once more takes nothing away that one could see or would want to measure. */
const JPEG_QUALITY = 97

/** Formats that a result may have: a picture in one of them that needs nothing done is handed back as it came. */
const EXTENSIONS: Readonly<Record<string, FaceRestorationOutput['extension']>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
}

/**
 * Writes a restored picture: a JPEG as a JPEG, everything else as PNG, which keeps alpha and 16 bits exactly. Colour
 * profile and EXIF, with its orientation tag, are put in as they were.
 */
export async function writePicture(
  pixels: PixelData,
  original: Picture,
  folder: string,
): Promise<FaceRestorationOutput> {
  const { width, height, data } = pixels
  const channels = pixels.channels as 1 | 2 | 3 | 4
  const wide = data instanceof Uint16Array
  const grey = channels <= 2
  const raw = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
  if (original.format === 'jpeg') {
    const file = await raw
      .toColourspace(grey ? 'b-w' : 'srgb')
      .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer()
    return await save(addToJpeg(file, original), folder, 'jpg')
  }
  const space = grey ? (wide ? 'grey16' : 'b-w') : wide ? 'rgb16' : 'srgb'
  const file = await raw.toColourspace(space).png({ compressionLevel: 6 }).toBuffer()
  return await save(addToPng(file, original), folder, 'png')
}

/**
 * Hands a picture back that needs nothing done: the file itself where its format allows, so that not a bit is lost.
 */
export async function keepPicture(
  path: string,
  original: Picture,
  folder: string,
): Promise<FaceRestorationOutput> {
  const extension = EXTENSIONS[original.format]
  if (extension === undefined || !original.whole) return await writePicture(original.pixels, original, folder)
  const imagePath = join(folder, `restored.${extension}`)
  await copyFile(path, imagePath)
  return { imagePath, extension }
}

async function save(
  file: Buffer,
  folder: string,
  extension: FaceRestorationOutput['extension'],
): Promise<FaceRestorationOutput> {
  const imagePath = join(folder, `restored.${extension}`)
  await writeFile(imagePath, file)
  return { imagePath, extension }
}
