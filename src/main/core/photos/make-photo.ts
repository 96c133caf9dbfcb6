import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { constants } from 'node:fs'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { LIMITS } from '#shared/limits.ts'
import { asFileError } from '../media/check-file.ts'
import { isWithinLimits, unreadable, type CheckedPhoto } from './check-photo.ts'
import { decodeWhole, openHeader, openPhoto } from './open-photo.ts'

const ENDINGS: Record<string, string> = { jpeg: 'jpg', png: 'png', webp: 'webp' }
/** Between these the best quality that fits is looked for; below, the picture is made smaller instead. */
const BEST_QUALITY = 96
const WORST_QUALITY = 60
const SHRINK = 0.85

/**
 * Puts what the service is given into the folder: the photo itself where that can be, otherwise one made of it within
 * the limits, the right way up, as near to it as they allow.
 *
 * @returns the name of the file
 * @throws PhonolensError `file-…`, `photo-unreadable`, `disk-full`
 */
export async function makePhotoToSend(
  path: string,
  name: string,
  photo: CheckedPhoto,
  folder: string,
): Promise<string> {
  try {
    await mkdir(folder, { recursive: true })
    const asItIs = photo.plain && isWithinLimits(photo)
    return asItIs ? await keepCopy(path, photo, folder) : await remake(path, photo, folder)
  } catch (error) {
    const told = asFileError(error, name)
    // What sharp throws has no code; it is about the picture.
    const isPicture = told === error && (error as NodeJS.ErrnoException).code === undefined
    throw isPicture ? unreadable(name, `broken ${photo.format.toUpperCase()}`, error) : told
  }
}

async function keepCopy(path: string, photo: CheckedPhoto, folder: string): Promise<string> {
  const sentName = `photo.${ENDINGS[photo.format]}`
  const unfinished = join(folder, `${sentName}.unfinished`)
  await copyFile(path, unfinished, constants.COPYFILE_FICLONE)
  await decodeWhole(unfinished)
  await rename(unfinished, join(folder, sentName))
  return sentName
}

async function remake(path: string, photo: CheckedPhoto, folder: string): Promise<string> {
  for (let scale = scaleToFit(photo); ; scale *= SHRINK) {
    const pixels = await scaled(path, photo, scale)
    const made = await encodeToFit(pixels, photo)
    if (made === null) continue
    const sentName = `photo.${made.ending}`
    const unfinished = join(folder, `${sentName}.unfinished`)
    await writeFile(unfinished, made.data)
    await rename(unfinished, join(folder, sentName))
    return sentName
  }
}

function scaleToFit({ width, height }: CheckedPhoto): number {
  return Math.min(1, Math.sqrt(LIMITS.imagePixels / (width * height)))
}

/** Decoded, turned and scaled once, so that trying a quality costs only the encoding. */
async function scaled(path: string, photo: CheckedPhoto, scale: number): Promise<Buffer> {
  const size = (length: number): number => Math.max(1, Math.floor(length * scale))
  const turned = openPhoto(path).autoOrient()
  const { space } = await openHeader(path).metadata()
  const sized =
    scale < 1
      ? turned.resize({
          width: size(photo.width),
          height: size(photo.height),
          fit: 'fill',
          kernel: 'lanczos3',
        })
      : turned
  // The profile of a CMYK picture says nothing about the colours it is turned into.
  const coloured = space === 'cmyk' ? sized.toColourspace('srgb') : sized.keepIccProfile()
  return coloured.keepExif().png({ compressionLevel: 0 }).toBuffer()
}

interface Encoded {
  data: Buffer
  ending: string
}

/** Without loss where the photo has none and there is room; else the best quality that fits; null where none does. */
async function encodeToFit(pixels: Buffer, photo: CheckedPhoto): Promise<Encoded | null> {
  const open = (): Sharp => openPhoto(pixels).keepIccProfile().keepExif()
  const lossless = photo.hasAlpha || (photo.format !== 'jpeg' && isWithinLimits(photo))
  if (lossless) {
    const data = await open().png().toBuffer()
    if (data.length <= LIMITS.imageBytes) return { data, ending: 'png' }
  }
  const encode = photo.hasAlpha
    ? (quality: number) => open().webp({ quality }).toBuffer()
    : (quality: number) => open().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
  const data = await bestQuality(encode)
  return data && { data, ending: photo.hasAlpha ? 'webp' : 'jpg' }
}

async function bestQuality(encode: (quality: number) => Promise<Buffer>): Promise<Buffer | null> {
  let best: Buffer | null = null
  let low = WORST_QUALITY
  let high = BEST_QUALITY
  for (let quality = BEST_QUALITY; low <= high; quality = Math.floor((low + high) / 2)) {
    const data = await encode(quality)
    if (data.length <= LIMITS.imageBytes) {
      best = data
      low = quality + 1
    } else high = quality - 1
  }
  return best
}
