import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhonolensError } from '#shared/errors.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { aVoice } from '../../support/fake-voices.ts'
import { inputsOf, mountApp } from '../mount-app.ts'

const voices = [
  aVoice(),
  aVoice({ voiceId: 'flite-awb', name: 'Awb', gender: 'male', languages: ['en-GB'] }),
  aVoice({
    voiceId: 'espeak/es',
    name: 'Iberia',
    gender: '',
    languages: ['es', 'es-419'],
    engine: 'espeak-ng',
  }),
]

function names(): (string | undefined)[] {
  return [...document.querySelectorAll('ul[aria-label=Voices] li')].map((row) =>
    row.querySelector('span span')?.textContent?.trim(),
  )
}
function row(name: string): HTMLButtonElement {
  const found = [
    ...document.querySelectorAll<HTMLButtonElement>('ul[aria-label=Voices] button[data-column="0"]'),
  ]
  const button = found.find((each) => each.textContent?.includes(name))
  if (!button) throw new Error(`there is no voice ${name}`)
  return button
}

describe('The choice of a voice', () => {
  let played: string[]
  beforeEach(() => {
    played = []
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
      played.push(this.src)
    })
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())

  it('finds by name and by the name of the language', async () => {
    const app = await mountApp(createFakeBridge({ voices }), '/speak')
    const search = app.wrapper.get('input[aria-label="Search voices"]')
    await search.setValue('spanish')
    expect(names()).toEqual(['Iberia'])
    await search.setValue('nobody')
    expect(app.page()).toContain('No voice fits.')
    app.button('Show all voices').click()
    await flushPromises()
    expect(names()).toHaveLength(3)
  })

  it('remembers the voice with its language, and speaks with them', async () => {
    const bridge = createFakeBridge({ voices })
    const app = await mountApp(bridge, '/speak')
    row('Iberia').click()
    await flushPromises()
    expect(inputsOf(bridge, 'settings.update')).toEqual([{ lastVoiceId: 'espeak/es', lastLanguage: 'es' }])
    expect(row('Iberia').getAttribute('aria-pressed')).toBe('true')
    await app.wrapper.get('textarea').setValue('hola')
    app.button('Speak').click()
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.speak')).toMatchObject([{ voiceId: 'espeak/es', language: 'es' }])
    expect(document.querySelector('[aria-label=Language][role=combobox]')).not.toBeNull()
  })

  it('begins with the voice used last', async () => {
    const bridge = createFakeBridge({ voices })
    bridge.state.settings = { ...bridge.state.settings, lastVoiceId: 'flite-awb', lastLanguage: 'en-GB' }
    await mountApp(bridge, '/speak')
    expect(row('Awb').getAttribute('aria-pressed')).toBe('true')
  })

  it('plays and stops a sample in the list', async () => {
    const app = await mountApp(createFakeBridge({ voices }), '/speak')
    app.button('Play a sample of Iberia').click()
    await flushPromises()
    expect(played).toEqual([expect.stringContaining('/media/voice%3Aespeak%2Fes')])
    app.button('Stop the sample of Iberia').click()
    await flushPromises()
    expect(app.button('Play a sample of Iberia')).toBeTruthy()
  })

  it('says so when a sample cannot be played', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new Error('no source'))
    const app = await mountApp(createFakeBridge({ voices }), '/speak')
    app.button('Play a sample of Slt').click()
    await flushPromises()
    expect(app.page()).toContain('The sample of Slt cannot be played.')
  })

  it('keeps favourites first, and takes the star back when it was not kept', async () => {
    const bridge = createFakeBridge({ voices })
    const app = await mountApp(bridge, '/speak')
    app.button('Keep Iberia with the favourites').click()
    await flushPromises()
    expect(names()[0]).toBe('Iberia')
    app.button('Favourites').click()
    await flushPromises()
    expect(names()).toEqual(['Iberia'])
    bridge.handlers['voices.favour'] = async () => {
      throw new PhonolensError('library-unavailable')
    }
    app.button('Take Iberia from the favourites').click()
    await flushPromises()
    expect(app.button('Take Iberia from the favourites')).toBeTruthy()
  })

  it('is walked by arrow keys, with one stop for Tab', async () => {
    const app = await mountApp(createFakeBridge({ voices }), '/speak')
    expect(
      document.querySelectorAll('ul[aria-label=Voices] button[data-column="0"][tabindex="0"]'),
    ).toHaveLength(1)
    row('Slt').focus()
    await app.press('ArrowDown')
    expect(document.activeElement).toBe(row('Awb'))
    await app.press('ArrowRight')
    expect(document.activeElement).toBe(app.button('Play a sample of Awb'))
    await app.press('ArrowDown')
    expect(document.activeElement).toBe(app.button('Play a sample of Iberia'))
    expect(
      document.querySelectorAll('ul[aria-label=Voices] button[data-column="0"][tabindex="0"]'),
    ).toHaveLength(1)
  })

  it('says what to do when there are no voices, and when they could not be listed', async () => {
    const none = await mountApp(createFakeBridge(), '/speak')
    expect(none.page()).toContain('The service has no voices.')
    none.wrapper.unmount()
    const handlers = { 'voices.list': () => Promise.reject(new PhonolensError('service-unreachable')) }
    const broken = await mountApp(createFakeBridge({ handlers }), '/speak')
    expect(broken.page()).toContain('The service did not answer.')
  })

  it('follows voices that come and go', async () => {
    const bridge = createFakeBridge({ voices })
    await mountApp(bridge, '/speak')
    bridge.state.voices = [...voices, aVoice({ voiceId: 'new', name: 'Newcomer' })]
    bridge.emit('voices.changed', null)
    await flushPromises()
    expect(names()).toContain('Newcomer')
  })
})
