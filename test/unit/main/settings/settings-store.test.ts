import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '#shared/bridge/types.ts'
import { openSettings } from '../../../../src/main/core/settings/settings-store.ts'
import { keptLog, removeDir, tempDir } from '../../../support/core.ts'
import { createVirtualClock } from '../../../support/virtual-clock.ts'

const DEFAULTS: Settings = {
  theme: 'system',
  parallelTasks: 2,
  notify: true,
  lastVoiceId: '',
  lastLanguage: '',
}
let dataDir: string
let told: Settings[]

function open() {
  return openSettings({
    dataDir,
    clock: createVirtualClock(),
    log: keptLog(),
    onChange: (settings) => told.push(settings),
  })
}

beforeEach(() => {
  dataDir = tempDir()
  told = []
})
afterEach(() => removeDir(dataDir))

describe('settings', () => {
  it('begin with the defaults and keep what was changed', () => {
    expect(open().get()).toEqual(DEFAULTS)
    const changed = open().update({ theme: 'dark', parallelTasks: undefined })
    expect(changed).toEqual({ ...DEFAULTS, theme: 'dark' })
    expect(told).toEqual([changed])
    expect(open().get()).toEqual(changed)
  })

  it.each([
    ['cut short', '{"theme":"da'],
    ['empty', ''],
    ['a list', '[]'],
    ['of values that are none', '{"theme":"purple"}'],
    ['out of bounds', '{"parallelTasks":900}'],
  ])('that are %s are set aside, not lost, and do not keep the app from starting', (_what, text) => {
    writeFileSync(join(dataDir, 'settings.json'), text)
    expect(open().get()).toEqual(DEFAULTS)
    const aside = readdirSync(dataDir).find((name) => name.startsWith('settings.broken-'))
    expect(readFileSync(join(dataDir, aside!), 'utf8')).toBe(text)
    open().update({ theme: 'light' })
    expect(open().get().theme).toBe('light')
  })

  it('written by a newer version keep what is known', () => {
    writeFileSync(join(dataDir, 'settings.json'), '{"theme":"dark","colour":"teal"}')
    expect(open().get()).toEqual({ ...DEFAULTS, theme: 'dark' })
    expect(readdirSync(dataDir)).toEqual(['settings.json'])
  })

  it('survive a folder in the place of their file', () => {
    mkdirSync(join(dataDir, 'settings.json'))
    expect(open().get()).toEqual(DEFAULTS)
    expect(existsSync(join(dataDir, 'settings.json'))).toBe(false)
  })
})
