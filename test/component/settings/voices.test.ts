import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhonolensError } from '#shared/errors.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { aVoice } from '../../support/fake-voices.ts'
import { chooseInDialog } from '../drop-files.ts'
import { inputsOf, mountApp, type MountedApp } from '../mount-app.ts'

const mia = aVoice({
  voiceId: 'studio/mia',
  name: 'Mia',
  origin: 'added',
  languages: ['en', 'de'],
  favourite: true,
})

async function fill(app: MountedApp, values: string[]): Promise<void> {
  const fields = app.wrapper.findAll('form input:not([type=radio])')
  for (const [index, value] of values.entries()) await fields[index]?.setValue(value)
  await app.wrapper.get('form[aria-label="Add a voice"]').trigger('submit')
  await flushPromises()
}

describe('Voices added by hand', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => vi.useRealTimers())

  it('are listed apart from those of the service', async () => {
    const app = await mountApp(createFakeBridge({ voices: [aVoice(), mia] }), '/settings')
    expect(app.page()).toContain('studio/mia, English, German')
    expect(app.page()).not.toContain('Slt')
  })

  it('are added with several languages, named by their id where they have no name', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge, '/settings')
    await fill(app, [' v1 ', '', 'en, zh-CN en'])
    expect(inputsOf(bridge, 'voices.add')).toEqual([
      { voiceId: 'v1', name: 'v1', gender: '', languages: ['en', 'zh-CN'] },
    ])
    expect(app.page()).toContain('v1, English, Chinese (China)')
  })

  it('are refused with a language that is none', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge, '/settings')
    await fill(app, ['v1', 'Voice', 'en english!'])
    expect(app.page()).toContain('“english!” is not a language.')
    expect(inputsOf(bridge, 'voices.add')).toEqual([])
  })

  it('are removed, and come back with their star', async () => {
    const bridge = createFakeBridge({ voices: [mia] })
    const app = await mountApp(bridge, '/settings')
    app.button('Remove Mia').click()
    await flushPromises()
    expect(bridge.state.voices).toEqual([])
    app.button('Undo removing Mia').click()
    await flushPromises()
    expect(bridge.state.voices).toMatchObject([
      { voiceId: 'studio/mia', languages: ['en', 'de'], favourite: true },
    ])
    app.button('Remove Mia').click()
    await flushPromises()
    await vi.advanceTimersByTimeAsync(10_100)
    expect(app.page()).not.toContain('Mia')
  })

  it('are imported from a file, and what was left out is told with its line', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge, '/settings')
    app.button('Import a file').click()
    await chooseInDialog([new File(['v1,One,en\nv2,Two\nv3,Three,de'], 'voices.csv')])
    expect(inputsOf(bridge, 'voices.import')).toMatchObject([{ format: 'csv' }])
    expect(app.page()).toContain('2 voices added, 1 line left out.')
    expect(app.page()).toContain('Line 2: no language is named')
  })

  it('are imported as JSON, and a file without any says so', async () => {
    const handlers = { 'voices.import': () => Promise.reject(new PhonolensError('voices-unreadable')) }
    const bridge = createFakeBridge({ handlers })
    const app = await mountApp(bridge, '/settings')
    app.button('Import a file').click()
    await chooseInDialog([new File(['<html>'], 'voices.JSON')])
    expect(inputsOf(bridge, 'voices.import')).toMatchObject([{ format: 'json' }])
    expect(document.querySelector('[role=alert]')?.textContent).toContain('No voices could be read')
  })
})
