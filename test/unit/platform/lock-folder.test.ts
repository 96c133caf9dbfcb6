import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { lockFolder } from '../../../src/platform/lock-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'phonolens-lock-'))
afterEach(() => rmSync(folder, { recursive: true }))

it('gives a folder to one at a time', () => {
  const inner = join(folder, 'made on the way')
  const release = lockFolder(inner)
  expect(release).not.toBeNull()
  expect(lockFolder(inner)).toBeNull()
  release?.()
  const again = lockFolder(inner)
  expect(again).not.toBeNull()
  again?.()
})
