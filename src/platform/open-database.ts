import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Opens a SQLite file, made where it does not exist, and brings it to the newest schema.
 *
 * @param migrations SQL from one schema version to the next; the file's `user_version` counts those applied. Entries
 *   are never changed once shipped, only added.
 * @throws Error where the file cannot be opened, or was written by a newer version of the app
 */
export function openDatabase(path: string, migrations: readonly string[]): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path)
  // WAL with FULL: a row that was reported as written is on the disk, also after a power cut.
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000',
  )
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > migrations.length) {
    db.close()
    throw new Error(`${path} was written by a newer version (schema ${version}, known ${migrations.length})`)
  }
  for (const [index, sql] of migrations.entries()) {
    if (index >= version) inTransaction(db, () => db.exec(`${sql}; PRAGMA user_version = ${index + 1}`))
  }
  return db
}

/** Runs `work` in one transaction: all of it is written, or, when it throws, none. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    db.exec('COMMIT')
    return value
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
