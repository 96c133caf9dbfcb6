import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, openDatabase } from '../../../src/platform/open-database.ts'

const MIGRATIONS = ['CREATE TABLE a (x INTEGER)', 'ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 7']
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phonolens-db-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('openDatabase', () => {
  it('makes the folder and the file, and keeps rows through a migration', () => {
    const path = join(folder, 'deep', 'a.db')
    const first = openDatabase(path, MIGRATIONS.slice(0, 1))
    first.exec('INSERT INTO a VALUES (1)')
    first.close()
    const second = openDatabase(path, MIGRATIONS)
    expect(second.prepare('SELECT x, y FROM a').all()).toEqual([{ x: 1, y: 7 }])
    second.close()
  })

  it('leaves a file of a newer version alone', () => {
    const path = join(folder, 'a.db')
    openDatabase(path, MIGRATIONS).close()
    expect(() => openDatabase(path, MIGRATIONS.slice(0, 1))).toThrow(/newer version/)
    const again = openDatabase(path, MIGRATIONS)
    expect(again.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 })
    again.close()
  })
})

describe('inTransaction', () => {
  it('writes nothing of work that throws', () => {
    const db = openDatabase(join(folder, 'a.db'), MIGRATIONS)
    expect(() =>
      inTransaction(db, () => {
        db.exec('INSERT INTO a VALUES (1, 1)')
        throw new Error('stop')
      }),
    ).toThrow('stop')
    expect(db.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 0 })
    db.close()
  })
})
