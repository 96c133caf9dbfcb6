import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../platform/open-database.ts'
import { TOMBSTONE_LIFE_MS } from '../queue/task-store.ts'
import { finishedUpload } from './upload-fields.ts'

export type FileFolder = 'uploads' | 'outputs'

/** @property expireAt milliseconds since the Unix epoch: when its address is gone */
export interface StoredFile {
  id: string
  folder: FileFolder
  /** As `knownExtension` gives it. */
  extension: string
  bytes: number
  expireAt: number
  finished: boolean
}

/** @property requestId the upload's `reqId`; null for an output */
export interface NewFile {
  folder: FileFolder
  requestId: string | null
  extension: string
  bytes: number
  expireAt: number
}

/** Uploads and outputs on disk, each under an id that nobody can guess; knowing it is the right to read. */
export interface FileStore {
  /** A path for bytes that are still coming in; what is left there is removed at the next start. */
  incomingPath(): string
  /**
   * Takes a whole file over from `incomingPath`. One of the same `requestId` is replaced.
   *
   * @throws ServiceError where that one is finished: nothing is kept
   */
  keep(path: string, file: NewFile): Promise<StoredFile>
  find(id: string): StoredFile | null
  findByRequest(requestId: string): StoredFile | null
  /** Marks an upload as complete: it can no longer be replaced. */
  finish(id: string): void
  /** @returns null where the file was removed or never was */
  pathOf(id: string): string | null
  /** Removes what expired, except files in use. @returns how many */
  removeExpired(now: number, inUse: ReadonlySet<string>): Promise<number>
}

interface FileRow {
  id: string
  folder: FileFolder
  extension: string
  bytes: number
  expire_at: number
  finished: number
  removed: number
}

/** 256 bits: 43 characters of base64url. */
const ID_BYTES = 32

/** @param folder of the store alone: whatever was coming in when the service last ended is removed from it */
export function createFileStore(db: DatabaseSync, folder: string): FileStore {
  const incoming = join(folder, 'incoming')
  rmSync(incoming, { recursive: true, force: true })
  mkdirSync(incoming, { recursive: true, mode: 0o700 })
  const select = db.prepare('SELECT * FROM files WHERE id = ?')
  const selectByRequest = db.prepare('SELECT * FROM files WHERE request_id = ?')
  const selectExpired = db.prepare('SELECT id FROM files WHERE expire_at <= ? AND removed = 0')
  const markRemoved = db.prepare('UPDATE files SET removed = 1 WHERE id = ?')
  const deleteTombstones = db.prepare('DELETE FROM files WHERE expire_at <= ? AND removed = 1')
  const setFinished = db.prepare('UPDATE files SET finished = 1 WHERE id = ?')
  const insert = db.prepare(
    `INSERT INTO files (id, folder, request_id, extension, bytes, expire_at, finished) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const deleteRow = db.prepare('DELETE FROM files WHERE id = ?')
  const pathFor = (id: string): string => join(folder, id)

  return {
    incomingPath: () => join(incoming, randomUUID()),

    keep: async (path, file) => {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const { folder: kind, requestId, extension, bytes, expireAt } = file
      await rename(path, pathFor(id))
      // Looked up only now: another upload may have been kept or finished while this one came in.
      const before = requestId === null ? null : asStoredFile(selectByRequest.get(requestId))
      if (before?.finished) {
        await rm(pathFor(id), { force: true })
        throw finishedUpload()
      }
      const finished = requestId === null
      inTransaction(db, () => {
        if (before) deleteRow.run(before.id)
        insert.run(id, kind, requestId, extension, bytes, expireAt, finished ? 1 : 0)
      })
      if (before) await rm(pathFor(before.id), { force: true })
      return { id, folder: kind, extension, bytes, expireAt, finished }
    },

    find: (id) => asStoredFile(select.get(id)),
    findByRequest: (requestId) => asStoredFile(selectByRequest.get(requestId)),

    finish: (id) => {
      setFinished.run(id)
    },

    pathOf: (id) => {
      const row = select.get(id) as FileRow | undefined
      return row && row.removed === 0 ? pathFor(row.id) : null
    },

    removeExpired: async (now, inUse) => {
      const expired = (selectExpired.all(now) as { id: string }[]).filter((row) => !inUse.has(row.id))
      for (const { id } of expired) {
        await rm(pathFor(id), { force: true })
        markRemoved.run(id)
      }
      deleteTombstones.run(now - TOMBSTONE_LIFE_MS)
      return expired.length
    },
  }
}

function asStoredFile(value: unknown): StoredFile | null {
  const row = value as FileRow | undefined
  if (!row) return null
  const { id, folder, extension, bytes, expire_at: expireAt } = row
  return { id, folder, extension, bytes, expireAt, finished: row.finished === 1 }
}
