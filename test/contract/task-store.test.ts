import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openServiceDatabase } from '../../src/service/database.ts'
import { createSqliteTaskStore } from '../../src/service/queue/sqlite-task-store.ts'
import { describeTaskStore } from './task-store-contract.ts'

function openStore() {
  const folder = mkdtempSync(join(tmpdir(), 'phonolens-store-'))
  const path = join(folder, 'service.sqlite')
  const db = openServiceDatabase(path)
  const close = (): void => {
    db.close()
    rmSync(folder, { recursive: true })
  }
  return { store: createSqliteTaskStore(db), path, close }
}

describeTaskStore(openStore)

describe('the SQLite task store', () => {
  it('has a task on disk when create returns', () => {
    const { store, path, close } = openStore()
    store.create({
      id: 'a',
      kind: 'transcribe',
      input: {},
      fileId: null,
      createdAt: 1,
      idempotencyKey: null,
    })
    const other = openServiceDatabase(path)
    expect(createSqliteTaskStore(other).get('a', 1)?.state).toEqual({ status: 'submitted' })
    other.close()
    close()
  })
})
