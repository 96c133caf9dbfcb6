import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a key of ours looks like; anything else in the file was not written by us and is replaced. */
const KEY_FORM = /^[A-Za-z0-9_-]{43}$/

/**
 * The key of the built-in service: made once, readable by this person only, and the same at the next start, because
 * the service counts the work it has taken by the key it came with.
 */
export function serviceKey(dataDir: string): string {
  const path = join(dataDir, 'service.key')
  if (existsSync(path)) {
    const key = readFileSync(path, 'utf8').trim()
    if (KEY_FORM.test(key)) {
      chmodSync(path, 0o600)
      return key
    }
  }
  const key = randomBytes(32).toString('base64url')
  writeFileSync(`${path}.new`, `${key}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return key
}
