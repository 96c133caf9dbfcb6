import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isPhonolensError, PhonolensError } from '#shared/errors.ts'
import { DownloadError } from '../../../../platform/download-file.ts'
import { taskFolder } from '../../library/library.ts'
import type { TaskRow } from '../../library/task-row.ts'
import { checkPhoto, unreadable } from '../../photos/check-photo.ts'
import { makePhotoToSend } from '../../photos/make-photo.ts'
import { localSource } from './local-source.ts'
import type { Stage, StageContext } from './stage.ts'

const FETCHED = 'fetched'

/** What the service is given of a photo; null where it has not been made. */
export function photoToSend(dataDir: string, row: Pick<TaskRow, 'id' | 'photo'>): string | null {
  return row.photo && join(taskFolder(dataDir, row.id), row.photo.sentName)
}

/** Looks at the photo, and keeps what the service is given: the original may be gone when the result is looked at. */
export const preparePhoto: Stage = async (context) => {
  const { deps, row } = context
  const prepared = photoToSend(deps.dataDir, row)
  if (prepared !== null && existsSync(prepared)) return { next: 'uploading' }
  const mayExceed = 'fit' in row.source && row.source.fit === true
  const folder = taskFolder(deps.dataDir, row.id)
  try {
    const path =
      row.source.type === 'url' ? await fetchPhoto(context, row.source.url) : await localSource(deps, row)
    const photo = await checkPhoto(path, row.name, mayExceed)
    const sentName = await makePhotoToSend(path, row.name, photo, folder)
    // Made to fit, it has another size, and that is what the result is compared with.
    const sent = await checkPhoto(join(folder, sentName), row.name, false)
    const { width, height, format, bytes, hasLocation } = photo
    const facts = {
      ...{ width, height, format, bytes, hasLocation },
      ...{ sentName, sentWidth: sent.width, sentHeight: sent.height },
      beforeName: sentName,
      after: null,
    }
    return { next: 'uploading', patch: { photo: facts } }
  } finally {
    // What an address gives may be another thing the next time.
    await rm(join(folder, FETCHED), { force: true })
  }
}

/** A photo behind an address is fetched: it is checked like any other, and shown beside the result. */
async function fetchPhoto({ deps, row, signal, report }: StageContext, url: string): Promise<string> {
  const folder = taskFolder(deps.dataDir, row.id)
  const path = join(folder, FETCHED)
  try {
    await mkdir(folder, { recursive: true })
    await deps.fetchRecording(url, path, signal, (done, total) =>
      report({ fraction: total ? done / total : null, unit: 'bytes', done, total: total ?? undefined }),
    )
    return path
  } catch (error) {
    signal.throwIfAborted()
    throw asSourceError(error, row.name)
  }
}

function asSourceError(error: unknown, name: string): unknown {
  if (!(error instanceof DownloadError) || isPhonolensError(error)) return error
  if (error.kind === 'html') return unreadable(name, 'web page', error)
  if (error.kind === 'empty') return new PhonolensError('file-empty', { params: { name }, cause: error })
  if (error.kind === 'disk-full') return new PhonolensError('disk-full', { params: { name }, cause: error })
  return new PhonolensError('file-unreadable', { params: { name }, detail: error.message, cause: error })
}
