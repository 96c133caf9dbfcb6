import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { taskFolder, type Library } from '../library/library.ts'
import type { TaskRow } from '../library/task-row.ts'
import { SHOWN_TYPES } from '../photos/check-result.ts'
import { preparedPath } from '../tasks/stages/prepare.ts'
import type { Voices } from '../voices/voices.ts'

export interface MediaFile {
  path: string
  contentType: string
}

export interface MediaFilesDeps {
  dataDir: string
  library: Library
  voices: Pick<Voices, 'sample'>
}

/** Finds what a media id stands for (`AppInfo.mediaBase`), or null where there is nothing to play or to show. */
export async function findMedia(deps: MediaFilesDeps, mediaId: string): Promise<MediaFile | null> {
  const voice = /^voice:(.+)$/s.exec(mediaId)?.[1]
  if (voice !== undefined) return deps.voices.sample(voice)
  const before = /^([^:]+):before$/.exec(mediaId)?.[1]
  const row = deps.library.find(before ?? mediaId)
  if (row === null || row.deletedAt !== null) return null
  return before === undefined ? resultOf(deps, row) : photoBefore(deps, row)
}

function resultOf({ dataDir }: MediaFilesDeps, row: TaskRow): MediaFile | null {
  if (row.mediaPath === null) return null
  if (existsSync(row.mediaPath)) return { path: row.mediaPath, contentType: row.mediaType ?? 'audio/wav' }
  // The original was moved or its disk taken out; what the service was given sounds the same.
  const prepared = preparedPath(dataDir, row)
  return existsSync(prepared) ? { path: prepared, contentType: 'audio/wav' } : null
}

/** What the service was given: in a form that pages show, the same size and the same way up as the result. */
function photoBefore({ dataDir }: MediaFilesDeps, row: TaskRow): MediaFile | null {
  if (row.photo === null) return null
  const path = join(taskFolder(dataDir, row.id), row.photo.beforeName)
  const ending = extname(path).slice(1)
  const shown = Object.values(SHOWN_TYPES).find((type) => type.ending === ending)
  return shown && existsSync(path) ? { path, contentType: shown.mediaType } : null
}
