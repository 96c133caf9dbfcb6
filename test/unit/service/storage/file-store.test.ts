import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openServiceDatabase } from '../../../../src/service/database.ts'
import { TOMBSTONE_LIFE_MS } from '../../../../src/service/queue/task-store.ts'
import { createFileStore, type FileStore, type NewFile } from '../../../../src/service/storage/file-store.ts'
import { knownExtension, mediaTypeOf } from '../../../../src/service/storage/media-types.ts'

let folder: string
let db: ReturnType<typeof openServiceDatabase>
let store: FileStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phonolens-files-'))
  db = openServiceDatabase(join(folder, 'service.sqlite'))
  store = createFileStore(db, join(folder, 'files'))
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const AN_OUTPUT: NewFile = { folder: 'outputs', requestId: null, extension: 'wav', bytes: 1, expireAt: 1_000 }

function incoming(): string {
  const path = store.incomingPath()
  writeFileSync(path, 'x')
  return path
}

it('keeps a file under an id that cannot be guessed', async () => {
  const path = incoming()
  const file = await store.keep(path, AN_OUTPUT)
  expect(file.id).toMatch(/^[\w-]{43}$/)
  expect(existsSync(path)).toBe(false)
  expect(existsSync(store.pathOf(file.id)!)).toBe(true)
  expect(store.find(file.id)).toEqual({ ...file, finished: true })
  expect(store.find('x')).toBeNull()
})

it('replaces an upload until it is finished, also where it was finished while another came in', async () => {
  const upload: NewFile = { ...AN_OUTPUT, folder: 'uploads', requestId: 'one' }
  await Promise.all([store.keep(incoming(), upload), store.keep(incoming(), upload)])
  const last = await store.keep(incoming(), upload)
  const late = store.keep(incoming(), upload)
  store.finish(last.id)
  await expect(late).rejects.toThrow('finished')
  expect(store.findByRequest('one')).toEqual({ ...last, finished: true })
  expect(readdirSync(join(folder, 'files')).sort()).toEqual([last.id, 'incoming'].sort())
})

it('removes what has expired, but not what is in use', async () => {
  const [old, used, young] = [
    await store.keep(incoming(), AN_OUTPUT),
    await store.keep(incoming(), AN_OUTPUT),
    await store.keep(incoming(), { ...AN_OUTPUT, expireAt: 1_001 }),
  ]
  const path = store.pathOf(old.id)!
  expect(await store.removeExpired(1_000, new Set([used.id]))).toBe(1)
  expect(existsSync(path)).toBe(false)
  expect(store.pathOf(old.id)).toBeNull()
  expect(store.find(old.id)).not.toBeNull()
  expect(existsSync(store.pathOf(used.id)!)).toBe(true)
  expect(existsSync(store.pathOf(young.id)!)).toBe(true)
  await store.removeExpired(1_000 + TOMBSTONE_LIFE_MS, new Set())
  expect(store.find(old.id)).toBeNull()
})

it('clears away at the start what was coming in when the service ended', () => {
  const path = incoming()
  createFileStore(db, join(folder, 'files'))
  expect(existsSync(path)).toBe(false)
})

it.each([
  ['a.wav', 'wav', 'audio/wav'],
  ['A.MP3', 'mp3', 'audio/mpeg'],
  ['x.html', '', 'application/octet-stream'],
  ['x.constructor', '', 'application/octet-stream'],
  ['wav', '', 'application/octet-stream'],
])('takes from the name %s only a known ending', (name, extension, mediaType) => {
  expect(knownExtension(name)).toBe(extension)
  expect(mediaTypeOf(extension)).toBe(mediaType)
})
