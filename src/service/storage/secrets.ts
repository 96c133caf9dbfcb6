import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** A secret of the service's own, made the first time it is asked for and the same after every restart. */
export function keptSecret(db: DatabaseSync, name: string): string {
  db.prepare('INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)').run(
    name,
    randomBytes(32).toString('base64'),
  )
  const { value } = db.prepare('SELECT value FROM secrets WHERE name = ?').get(name) as { value: string }
  return value
}
