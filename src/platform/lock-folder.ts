import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's number for "another connection has it". */
const SQLITE_BUSY = 5

/**
 * Claims a folder for this process. The claim is the operating system's own file lock, held through SQLite: it ends with
 * the process however that ends, where a file with a process id in it would stay behind.
 *
 * @returns a function that gives the folder free, or null where another process has it
 * @throws Error where the folder cannot be made or written
 */
export function lockFolder(folder: string): (() => void) | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
  return () => db.close()
}
