import readExif from 'exif-reader'
import type { Exif } from 'sharp'

type Tags = Record<string, unknown>
interface Parsed {
  Image?: Tags
  Photo?: Tags
  GPSInfo?: Tags
}

/** When it was taken, with what, and by whom; nothing that a maker hides in notes of its own. */
const IMAGE_TAGS = ['DateTime', 'Make', 'Model', 'Artist', 'Copyright', 'ImageDescription']
const PHOTO_TAGS = [
  'DateTimeOriginal',
  'DateTimeDigitized',
  'OffsetTime',
  'OffsetTimeOriginal',
  'OffsetTimeDigitized',
  'SubSecTime',
  'SubSecTimeOriginal',
  'SubSecTimeDigitized',
  'LensModel',
]
const GPS_TAGS = [
  'GPSLatitudeRef',
  'GPSLatitude',
  'GPSLongitudeRef',
  'GPSLongitude',
  'GPSAltitudeRef',
  'GPSAltitude',
  'GPSTimeStamp',
  'GPSDateStamp',
  'GPSImgDirectionRef',
  'GPSImgDirection',
]

/** Whether a photo says where it was taken. */
export function hasLocation(exif: Buffer | undefined): boolean {
  const gps = parse(exif).GPSInfo
  return gps?.GPSLatitude !== undefined || gps?.GPSLongitude !== undefined
}

/**
 * What a file made for the person says of the photo it came from.
 *
 * @param exif the EXIF block of the photo as it was
 * @returns null where there is nothing to say
 */
export function exifToKeep(exif: Buffer | undefined, keepLocation: boolean): Exif | null {
  const { Image, Photo, GPSInfo } = parse(exif)
  const kept: Exif = {
    IFD0: pick(Image, IMAGE_TAGS),
    IFD2: pick(Photo, PHOTO_TAGS),
    ...(keepLocation ? { IFD3: pick(GPSInfo, GPS_TAGS) } : {}),
  }
  const filled = Object.entries(kept).filter(([, tags]) => Object.keys(tags ?? {}).length > 0)
  return filled.length === 0 ? null : (Object.fromEntries(filled) as Exif)
}

function parse(exif: Buffer | undefined): Parsed {
  if (exif === undefined) return {}
  try {
    return readExif(exif) as Parsed
  } catch {
    // A block that is not well formed says nothing; the picture is good all the same.
    return {}
  }
}

function pick(tags: Tags | undefined, names: readonly string[]): Record<string, string> {
  const found = names.flatMap((name) => {
    const text = asText(tags?.[name])
    return text === null ? [] : [[name, text] as const]
  })
  return Object.fromEntries(found)
}

/** As libvips writes tags: text as it is, numbers as fractions. */
function asText(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : asExifDate(value)
  if (typeof value === 'string') return value.replaceAll('\0', '').trim() || null
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : asFraction(value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) {
    return value.map(asFraction).join(' ')
  }
  return null
}

/** Dates in EXIF have no zone; the reader gives them as if they were UTC. */
function asExifDate(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ')
}

function asFraction(value: number): string {
  return Number.isInteger(value) ? `${value}/1` : `${Math.round(value * 1e6)}/1000000`
}
