import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { serviceKey } from '../../../../src/main/core/deployment/service-key.ts'
import { removeDir, tempDir } from '../../../support/core.ts'

let dataDir: string
beforeEach(() => {
  dataDir = tempDir()
})
afterEach(() => removeDir(dataDir))

it('is made once, kept, and for this person only', () => {
  const key = serviceKey(dataDir)
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(serviceKey(dataDir)).toBe(key)
  const path = join(dataDir, 'service.key')
  if (process.platform === 'win32') return
  chmodSync(path, 0o644)
  serviceKey(dataDir)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('is made anew where the file holds none', () => {
  writeFileSync(join(dataDir, 'service.key'), 'x')
  const key = serviceKey(dataDir)
  expect(key.length).toBe(43)
  expect(readFileSync(join(dataDir, 'service.key'), 'utf8').trim()).toBe(key)
})
