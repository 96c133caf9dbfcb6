import { mkdir, rm, stat } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ExportedFile, ExportRequest } from '#shared/bridge/types.ts'
import { PhonolensError } from '#shared/errors.ts'
import { asFileError } from '../media/check-file.ts'
import { asMediaError } from '../media/ffmpeg-error.ts'
import type { CorePorts } from '../ports.ts'
import type { Library } from '../library/library.ts'
import { exportPhotos } from './export-photos.ts'
import { exportSpeech } from './export-speech.ts'

/** How long a file waits to be taken away. */
const LIFE_MS = 3_600_000

export interface ExportsDeps extends Pick<
  CorePorts,
  'dataDir' | 'clock' | 'log' | 'random' | 'locateFfmpeg'
> {
  library: Library
}

/** A file in the making: where it may be written, and what it was called in the end. */
export interface MadeFile {
  fileName: string
  mediaType: string
}

/** What the hosts serve as a download. */
export interface TakenFile {
  path: string
  fileName: string
  contentType: string
}

/** Files made of finished work, for the person to take away. */
export interface Exports {
  /** @throws PhonolensError `not-found`, `ffmpeg-…`, `disk-full` */
  make(request: ExportRequest): Promise<ExportedFile>
  /** @returns null where it is not kept any more */
  file(exportId: string): TakenFile | null
  close(): void
}

export function createExports(deps: ExportsDeps): Exports {
  const { clock, log } = deps
  const root = join(deps.dataDir, 'exports')
  // Nobody knows the ids of an earlier run any more.
  rmSync(root, { recursive: true, force: true })
  const made = new Map<string, TakenFile>()
  const closing = new AbortController()
  const { signal } = closing

  async function removeLater(exportId: string, folder: string): Promise<void> {
    await clock.sleep(LIFE_MS, signal)
    made.delete(exportId)
    await rm(folder, { recursive: true, force: true })
  }

  async function write(request: ExportRequest, folder: string): Promise<MadeFile> {
    await mkdir(folder, { recursive: true })
    if (request.kind === 'photos') return exportPhotos({ ...deps, ...request, folder })
    const row = deps.library.finished(request.taskId, 'speak')
    if (row.mediaPath === null) throw new PhonolensError('not-found')
    const ffmpeg = deps.locateFfmpeg()
    if (ffmpeg === null) throw new PhonolensError('ffmpeg-missing')
    try {
      const { format } = request
      return await exportSpeech({ ffmpeg, path: row.mediaPath, name: row.name, format, folder, signal })
    } catch (error) {
      throw await asMediaError(error, row.mediaPath, row.name)
    }
  }

  return {
    async make(request) {
      const exportId = deps.random.id()
      const folder = join(root, exportId)
      try {
        const { fileName, mediaType } = await write(request, folder)
        const path = join(folder, fileName)
        const { size: bytes } = await stat(path)
        made.set(exportId, { path, fileName, contentType: mediaType })
        removeLater(exportId, folder).catch((error: unknown) => {
          if (!signal.aborted) log.error('An exported file could not be removed', error)
        })
        return { exportId, fileName, mediaType, bytes }
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw asFileError(error, '')
      }
    },
    file: (exportId) => made.get(exportId) ?? null,
    close: () => closing.abort(),
  }
}
