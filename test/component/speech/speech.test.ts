import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PhonolensError } from '#shared/errors.ts'
import type { TaskId } from '#shared/task.ts'
import { aSpeechTask } from '../../support/a-task.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { inputsOf, mountApp } from '../mount-app.ts'

function aBridge() {
  return createFakeBridge({
    tasks: [aSpeechTask()],
    speeches: {
      'speech-1': {
        taskId: 'speech-1' as TaskId,
        text: 'The harbour.\n\nThe pier.',
        voiceId: 'flite-slt',
        voiceName: 'Slt',
        language: 'en-US',
        durationMs: 72_000,
      },
    },
  })
}

describe('A finished speech', () => {
  afterEach(() => vi.restoreAllMocks())

  it('shows its text, voice and language, and a player', async () => {
    const app = await mountApp(aBridge(), '/speech/speech-1')
    expect(app.page()).toContain('The harbour. The pier.')
    expect(app.page()).toContain('Slt, English (United States)')
    expect(app.button('Play')).toBeTruthy()
    expect(document.title).toBe('The harbour – Phonolens')
  })

  it('is opened from the library', async () => {
    const app = await mountApp(aBridge(), '/library')
    app.button('Open The harbour').click()
    await flushPromises()
    expect(app.router.currentRoute.value.path).toBe('/speech/speech-1')
  })

  it('is saved in the format chosen, from the menu that Ctrl+E opens', async () => {
    const links: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      links.push(`${this.getAttribute('href')} as ${this.download}`)
    })
    const bridge = aBridge()
    const app = await mountApp(bridge, '/speech/speech-1')
    await app.press('e', { ctrlKey: true })
    await vi.waitFor(() => expect(document.querySelectorAll('[role=menuitem]')).toHaveLength(4))
    const flac = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((item) =>
      item.textContent?.includes('FLAC'),
    )
    flac?.click()
    await flushPromises()
    expect(inputsOf(bridge, 'exports.make')).toEqual([{ kind: 'speech', taskId: 'speech-1', format: 'flac' }])
    expect(links).toEqual(['/exports/export-1 as made.flac'])
  })

  it('gives its text back to the editor', async () => {
    const app = await mountApp(aBridge(), '/speech/speech-1')
    app.button('Use the text again').click()
    await flushPromises()
    expect(app.wrapper.get('textarea').element.value).toBe('The harbour.\n\nThe pier.')
  })

  it('that cannot be opened says why and opens when tried again', async () => {
    const bridge = aBridge()
    const open = bridge.handlers['speech.get']
    bridge.handlers['speech.get'] = async () => {
      throw new PhonolensError('library-unavailable')
    }
    const app = await mountApp(bridge, '/speech/speech-1')
    expect(app.page()).toContain('The library could not be opened.')
    bridge.handlers['speech.get'] = open
    app.button('Try again').click()
    await flushPromises()
    expect(app.page()).toContain('The pier.')
  })
})
