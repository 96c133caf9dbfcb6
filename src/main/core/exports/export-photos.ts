import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ExportRequest, PHOTO_FORMATS } from '#shared/bridge/types.ts'
import { PhonolensError } from '#shared/errors.ts'
import { taskFolder, type Library } from '../library/library.ts'
import type { TaskRow } from '../library/task-row.ts'
import { exifToKeep } from '../photos/exif.ts'
import { openHeader, openPhoto } from '../photos/open-photo.ts'
import { exportFileName } from '../transcripts/file-name.ts'
import type { MadeFile } from './exports.ts'

type PhotoFormat = (typeof PHOTO_FORMATS)[number]

const FORMATS: Record<PhotoFormat, { ending: string; mediaType: string }> = {
  png: { ending: 'png', mediaType: 'image/png' },
  jpeg: { ending: 'jpg', mediaType: 'image/jpeg' },
  webp: { ending: 'webp', mediaType: 'image/webp' },
}

export interface ExportPhotosOptions extends Omit<Extract<ExportRequest, { kind: 'photos' }>, 'kind'> {
  dataDir: string
  library: Library
  folder: string
}

/**
 * Writes restored photos: one as a picture, several as one ZIP file.
 *
 * @throws PhonolensError `not-found`
 */
export async function exportPhotos(options: ExportPhotosOptions): Promise<MadeFile> {
  const { library, taskIds, format, folder } = options
  const { ending, mediaType } = FORMATS[format]
  const rows = [...new Set(taskIds)].map((id) => library.finished(id, 'restore'))
  const names = distinctNames(
    rows.map(({ name }) => name),
    ending,
  )
  for (const [index, row] of rows.entries()) {
    await writeFile(join(folder, names[index]!), await encode(row, options))
  }
  if (names.length === 1) return { fileName: names[0]!, mediaType }
  const fileName = 'Restored photos.zip'
  await zip(names, folder, fileName)
  return { fileName, mediaType: 'application/zip' }
}

async function encode(row: TaskRow, options: ExportPhotosOptions): Promise<Buffer> {
  const { mediaPath, photo } = row
  if (mediaPath === null || photo === null) throw new PhonolensError('not-found')
  const { quality, format, keepLocation } = options
  // Dates and place are asked of the photo itself: services often give back the bare picture.
  const source = await openHeader(join(taskFolder(options.dataDir, row.id), photo.sentName)).metadata()
  const exif = exifToKeep(source.exif, keepLocation)
  const picture = openPhoto(mediaPath).autoOrient().keepIccProfile()
  const told = exif === null ? picture : picture.withExif(exif)
  if (format === 'png') return told.png().toBuffer()
  if (format === 'webp') return told.webp({ quality }).toBuffer()
  return told.flatten({ background: '#ffffff' }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** Told apart without regard to case, as most systems do. */
function distinctNames(names: readonly string[], ending: string): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? ' restored' : ` restored ${count}`
      const fileName = exportFileName(name, ending, { suffix, fallback: 'photo' })
      if (taken.has(fileName.toLowerCase())) continue
      taken.add(fileName.toLowerCase())
      return fileName
    }
  })
}

async function zip(names: readonly string[], folder: string, fileName: string): Promise<void> {
  const file = new ZipFile()
  // Pictures are as small as they get already.
  for (const name of names) file.addFile(join(folder, name), name, { compress: false })
  file.end()
  await pipeline(file.outputStream, createWriteStream(join(folder, fileName)))
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
}
