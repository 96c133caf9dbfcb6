import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PhonolensError } from '#shared/errors.ts'
import type { PhotoSummary } from '#shared/task.ts'
import type { PhotoFacts } from '../library/task-row.ts'
import { decodeWhole, MOST_DECODED_PIXELS, openHeader, openPhoto } from './open-photo.ts'

/** What pages can show as it is, and how it is served. */
export const SHOWN_TYPES: Record<string, { ending: string; mediaType: string }> = {
  jpeg: { ending: 'jpg', mediaType: 'image/jpeg' },
  png: { ending: 'png', mediaType: 'image/png' },
  webp: { ending: 'webp', mediaType: 'image/webp' },
}
/** A service may round a side up or down when it works on a picture in another size. */
const ASPECT_TOLERANCE = 0.01

export interface CheckedResult {
  path: string
  mediaType: string
  after: PhotoSummary
}

/**
 * Checks that what a service gave is a whole picture of the same shape, and gives it its place.
 *
 * @param downloaded absolute path; it is moved from there
 * @throws PhonolensError `output-broken`
 */
export async function takeResult(
  downloaded: string,
  folder: string,
  { sentWidth, sentHeight }: PhotoFacts,
): Promise<CheckedResult> {
  const { format, width, height, bytes } = await describe(downloaded)
  const grown = Math.max(width / sentWidth, height / sentHeight)
  const isSameShape =
    Math.abs(width - sentWidth * grown) <= 1 + ASPECT_TOLERANCE * width &&
    Math.abs(height - sentHeight * grown) <= 1 + ASPECT_TOLERANCE * height
  if (!isSameShape) {
    throw broken(
      `The result is ${width} × ${height} pixels, which is not the shape of ${sentWidth} × ${sentHeight}.`,
    )
  }
  const shown = SHOWN_TYPES[format]
  const { ending, mediaType } = shown ?? { ending: 'png', mediaType: 'image/png' }
  const path = join(folder, `restored.${ending}`)
  if (shown) await rename(downloaded, path)
  else await openPhoto(downloaded).autoOrient().keepIccProfile().png().toFile(path)
  return { path, mediaType, after: { width, height, format: shown ? format : 'png', bytes } }
}

async function describe(path: string): Promise<PhotoSummary> {
  try {
    const about = await openHeader(path).metadata()
    const { width, height } = about.autoOrient
    if (about.format === 'svg' || width * height > MOST_DECODED_PIXELS) {
      throw new Error(`${about.format} of ${width} × ${height} pixels`)
    }
    await decodeWhole(path)
    const { size: bytes } = await stat(path)
    return { format: about.format, width, height, bytes }
  } catch (error) {
    throw broken(`The result is not a whole picture: ${(error as Error).message.split('\n', 1)[0]}`, error)
  }
}

/**
 * Makes the photo as it was to be laid over the result: the same size, the same way up.
 *
 * @returns the name of the file in the folder
 */
export async function makeBefore(
  folder: string,
  { sentName, sentWidth, sentHeight }: PhotoFacts,
  after: PhotoSummary,
): Promise<string> {
  if (after.width === sentWidth && after.height === sentHeight) return sentName
  const beforeName = 'before.png'
  await openPhoto(join(folder, sentName))
    .autoOrient()
    .resize({ width: after.width, height: after.height, fit: 'fill', kernel: 'lanczos3' })
    .keepIccProfile()
    .png()
    .toFile(join(folder, beforeName))
  return beforeName
}

function broken(detail: string, cause?: unknown): PhonolensError {
  return new PhonolensError('output-broken', { detail, cause })
}
