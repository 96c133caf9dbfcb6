import type { Metadata } from 'sharp'
import { PhonolensError } from '#shared/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { PhotoSummary } from '#shared/task.ts'
import { checkFile, identifyFile } from '../media/check-file.ts'
import { hasLocation } from './exif.ts'
import { MOST_DECODED_PIXELS, openHeader } from './open-photo.ts'

/** What a header tells of a photo. */
export interface CheckedPhoto extends PhotoSummary {
  hasLocation: boolean
  hasAlpha: boolean
  /** Whether services may be expected to take the file as it is. */
  plain: boolean
}

/** What is looked into; anything else, SVG and camera raw files among it, is not a photo for us. */
const READABLE: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
  'image/avif': 'avif',
  'image/gif': 'gif',
}
/** What the app gives to a service without making another file of it. */
const PLAIN = ['jpeg', 'png', 'webp']

/**
 * Says what a photo really is and whether a service can be given it, by its header alone.
 *
 * @param name what the person calls it
 * @param mayExceed photos over the service's limits are let pass, to be made smaller
 * @throws PhonolensError `file-…`, `photo-…`
 */
export async function checkPhoto(path: string, name: string, mayExceed: boolean): Promise<CheckedPhoto> {
  const { sizeBytes } = await checkFile(path, name)
  const kind = await identifyFile(path)
  const isHeif = /^image\/hei[cf]/.test(kind.mediaType)
  const format = isHeif ? 'avif' : READABLE[kind.mediaType]
  if (format === undefined) throw unreadable(name, kind.label)
  const about = await readHeader(path).catch((error: Error) => {
    throw isHeif ? heic(name) : unreadable(name, `broken ${kind.label}`, error)
  })
  // The container of HEIC carries AVIF, too.
  if (isHeif && about.compression !== 'av1') throw heic(name)
  const { width, height } = about.autoOrient
  if (!(width > 0 && height > 0) || width * height > MOST_DECODED_PIXELS) {
    throw unreadable(name, `${kind.label} of ${width} × ${height} pixels`)
  }
  if (!mayExceed) checkLimits({ name, width, height, sizeBytes })
  const isPlain = PLAIN.includes(format) && about.space !== 'cmyk' && (about.pages ?? 1) === 1
  return {
    width,
    height,
    format,
    bytes: sizeBytes,
    hasAlpha: about.hasAlpha,
    hasLocation: hasLocation(about.exif),
    plain: isPlain && kind.mediaType !== 'image/apng',
  }
}

/** Whether a photo is within the limits that the service document sets; both are inclusive. */
export function isWithinLimits({ width, height, bytes }: PhotoSummary): boolean {
  return width * height <= LIMITS.imagePixels && bytes <= LIMITS.imageBytes
}

export function unreadable(name: string, actual: string, cause?: unknown): PhonolensError {
  return new PhonolensError('photo-unreadable', { params: { name, actual }, cause })
}

function heic(name: string): PhonolensError {
  return new PhonolensError('photo-heic', { params: { name } })
}

function readHeader(path: string): Promise<Metadata> {
  return openHeader(path).metadata()
}

function checkLimits(photo: { name: string; width: number; height: number; sizeBytes: number }): void {
  const { name, width, height, sizeBytes } = photo
  if (width * height > LIMITS.imagePixels) {
    const limitMegapixels = LIMITS.imagePixels / 1e6
    // Rounded up, so that a photo that is over the limit by one row does not read as if it were not.
    const megapixels = Math.ceil((width * height) / 1e5) / 10
    throw new PhonolensError('photo-too-many-pixels', {
      params: { name, width, height, megapixels, limitMegapixels },
    })
  }
  if (sizeBytes > LIMITS.imageBytes) {
    throw new PhonolensError('photo-too-large', {
      params: { name, sizeBytes, limitBytes: LIMITS.imageBytes },
    })
  }
}
