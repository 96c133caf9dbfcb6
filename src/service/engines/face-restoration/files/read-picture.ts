import { readFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { LIMITS } from '#shared/limits.ts'
import { EngineError, TASK_ERROR_CODES } from '../../engine.ts'
import { readJpegSteps, type JpegSteps } from '../measure/jpeg-tables.ts'
import type { PixelData } from '../pixels/pixel-data.ts'
import { orientationExif } from './embed.ts'

/**
 * A picture taken out of its file, its pixels as they are stored: not turned, not converted to another colour space.
 *
 * @property whole the file holds this one picture and nothing else: not several frames, not inks for paper
 * @property icc the colour profile that its numbers are meant in; null where there is none or the pixels were converted
 * @property exif with the orientation tag, as it was in the file, starting with "Exif"
 * @property steps what it was last saved with, where it is a JPEG
 */
export interface Picture {
  pixels: PixelData
  format: string
  whole: boolean
  icc: Buffer | null
  exif: Buffer | null
  steps: JpegSteps | null
}

/** What photos come in. sharp reads drawings and documents, too, which can be small programs: those are not taken. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'tiff', 'heif', 'gif'])

/**
 * Reads a picture whole into memory; of several frames, the first. CMYK becomes RGB by its own profile, as nothing that
 * shows pictures on a screen keeps CMYK.
 *
 * @throws EngineError for what is no picture, is broken or over the limit
 */
export async function readPicture(path: string): Promise<Picture> {
  const metadata = await readHeader(path)
  const cmyk = metadata.space === 'cmyk'
  const wide = metadata.depth === 'ushort' && !cmyk
  const grey = metadata.space === 'b-w' || metadata.space === 'grey16'
  const space = grey ? (wide ? 'grey16' : 'b-w') : wide ? 'rgb16' : 'srgb'
  const decoded = await sharp(path, { ignoreIcc: !cmyk, failOn: 'error' })
    .toColourspace(space)
    .raw({ depth: wide ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => refuse('The picture is broken: it cannot be read to its end.', cause))
  const { data, info } = decoded
  return {
    pixels: {
      width: info.width,
      height: info.height,
      channels: info.channels,
      data: wide ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data,
    },
    format: metadata.format,
    whole: !cmyk && (metadata.pages ?? 1) === 1,
    icc: cmyk ? null : (metadata.icc ?? null),
    exif: metadata.exif ?? (metadata.orientation ? orientationExif(metadata.orientation) : null),
    steps: metadata.format === 'jpeg' && !cmyk ? readJpegSteps(await readFile(path)) : null,
  }
}

async function readHeader(path: string): Promise<Metadata> {
  // The limit is ours to name, below: sharp's own would refuse without saying by how much.
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => refuse('The file is not a picture that can be read.', cause))
  if (!FORMATS.has(metadata.format))
    refuse('The file is not a photo in a format that can be read.', metadata.format)
  const pixels = metadata.width * metadata.height
  if (pixels > LIMITS.imagePixels) {
    const [size, limit] = [pixels, LIMITS.imagePixels].map((each) => (each / 1_000_000).toFixed(2))
    const message = `The picture has ${size} megapixels; the limit is ${limit}.`
    throw new EngineError(TASK_ERROR_CODES.overLimit, message)
  }
  return metadata
}

function refuse(message: string, cause: unknown): never {
  throw new EngineError(TASK_ERROR_CODES.notMedia, message, { cause })
}
