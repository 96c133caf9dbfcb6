import { stat } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { LIMITS, MEGABYTE } from '#shared/limits.ts'
import { EngineError, TASK_ERROR_CODES } from '../engines/engine.ts'
import { tooLarge } from './fetch-source.ts'

/** What sharp calls the kinds that are taken; it reads drawings and documents, too, which are no photos. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'tiff', 'gif'])

const NOT_A_PHOTO = 'The file is not a photo: JPEG, PNG, WebP, TIFF, AVIF and GIF can be read.'

/**
 * Holds a photo against the limits by its size and its header, so that a bomb is never unpacked. Whether it is whole
 * shows when the engine reads it, in a process of its own.
 *
 * @throws EngineError with a sentence for the task's `reason` where it is no photo, or over a limit
 */
export async function checkPhoto(path: string): Promise<void> {
  const { size } = await stat(path)
  if (size === 0)
    throw new EngineError(TASK_ERROR_CODES.empty, 'The photo is empty: the file has no content.')
  if (size > LIMITS.imageBytes) throw overLimit(tooLarge('photo', size, LIMITS.imageBytes))
  const { format, compression, width, height } = await readHeader(path)
  if (format === 'heif' && compression !== 'av1') {
    const reason = 'The photo is in the format HEIC, which cannot be read here: save it as JPEG or PNG first.'
    throw new EngineError(TASK_ERROR_CODES.notMedia, reason)
  }
  if (format !== 'heif' && !FORMATS.has(format)) {
    throw new EngineError(TASK_ERROR_CODES.notMedia, NOT_A_PHOTO)
  }
  if (width * height > LIMITS.imagePixels) {
    const megapixels = LIMITS.imagePixels / MEGABYTE
    throw overLimit(
      `The photo has ${width} × ${height} = ${width * height} pixels; ${megapixels} megapixels (${LIMITS.imagePixels} pixels) are the most that is taken.`,
    )
  }
}

async function readHeader(path: string): Promise<Metadata> {
  try {
    // The limit is ours to name, with the numbers: sharp's own would only say that there is one.
    return await sharp(path, { limitInputPixels: false }).metadata()
  } catch (cause) {
    throw new EngineError(TASK_ERROR_CODES.notMedia, NOT_A_PHOTO, { cause })
  }
}

function overLimit(reason: string): EngineError {
  return new EngineError(TASK_ERROR_CODES.overLimit, reason)
}
