import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import type { TaskId } from '#shared/task.ts'
import { aSpeechTask } from '../../support/a-task.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { aVoice } from '../../support/fake-voices.ts'
import { chooseInDialog, dropFiles } from '../drop-files.ts'
import { inputsOf, mountApp } from '../mount-app.ts'

const voices = [aVoice(), aVoice({ voiceId: 'flite-awb', name: 'Awb', gender: 'male', languages: ['en-GB'] })]

function editor(): HTMLTextAreaElement {
  const found = document.querySelector('textarea')
  if (!found) throw new Error('there is no editor')
  return found
}

describe('The Speak page', () => {
  it('speaks what is written in the chosen voice, by its button and by Ctrl+Enter in the editor', async () => {
    const bridge = createFakeBridge({ voices })
    const app = await mountApp(bridge, '/speak')
    await app.wrapper.get('textarea').setValue('-o /etc/passwd <speak>hello</speak>')
    app.button('Speak').click()
    await flushPromises()
    editor().focus()
    await app.press('Enter', { ctrlKey: true })
    const expected = { text: '-o /etc/passwd <speak>hello</speak>', voiceId: 'flite-slt', language: 'en-US' }
    expect(inputsOf(bridge, 'tasks.speak')).toEqual([expected, expected])
    expect(app.page()).toContain('Waiting for the texts before it')
  })

  it('speaks nothing without words, and nothing past the limit, which it tells', async () => {
    const bridge = createFakeBridge({ voices })
    const app = await mountApp(bridge, '/speak')
    await app.wrapper.get('textarea').setValue('  \n ')
    await app.press('Enter', { ctrlKey: true })
    expect(app.button('Speak').disabled).toBe(true)
    await app.wrapper.get('textarea').setValue('x'.repeat(LIMITS.spokenTextLength + 1))
    expect(app.button('Speak').disabled).toBe(true)
    expect(app.page()).toContain('500,001 characters; the limit is 500,000')
    expect(inputsOf(bridge, 'tasks.speak')).toEqual([])
  })

  it('counts the characters and says roughly how long they take', async () => {
    const app = await mountApp(createFakeBridge({ voices }), '/speak')
    await app.wrapper.get('textarea').setValue('short')
    expect(app.page()).toContain('5 characters, a few seconds')
    await app.wrapper.get('textarea').setValue('word '.repeat(360))
    expect(app.page()).toContain('1,800 characters, about 2 min')
  })

  it('opens a text by the dialog, without what is not spoken, and names the speech after it', async () => {
    const bridge = createFakeBridge({ voices })
    const app = await mountApp(bridge, '/speak')
    await app.press('o', { ctrlKey: true })
    const input = await chooseInDialog([
      new File(['1\n00:00:00,000 --> 00:00:01,000\nthe harbour\n'], 'talk one.srt'),
    ])
    expect(input.accept).toContain('.md')
    expect(editor().value).toBe('the harbour')
    app.button('Speak').click()
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.speak')).toMatchObject([{ text: 'the harbour', name: 'talk one' }])
  })

  it('takes a dropped text from any page, and brings back what it took the place of', async () => {
    const app = await mountApp(createFakeBridge({ voices }), '/speak')
    await app.wrapper.get('textarea').setValue('hours of work')
    await app.router.push('/library')
    await dropFiles([new File(['# Title\n\nbody'], 'notes.md')])
    expect(app.router.currentRoute.value.path).toBe('/speak')
    expect(editor().value).toBe('Title\n\nbody')
    expect(app.page()).toContain('The text was replaced by notes.')
    app.button('Bring the text back').click()
    await flushPromises()
    expect(editor().value).toBe('hours of work')
  })

  it.each([
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0xe9, 0, 0x21, 0]), 'é!'],
    ['the old Western encoding', new Uint8Array([0x63, 0x61, 0x66, 0xe9]), 'café'],
  ])('reads texts in %s', async (_name, bytes, text) => {
    await mountApp(createFakeBridge({ voices }), '/speak')
    await dropFiles([new File([bytes], 'a.txt')])
    expect(editor().value).toBe(text)
  })

  it('refuses a program that is called a text, and a text far past the limit', async () => {
    const app = await mountApp(createFakeBridge({ voices }), '/speak')
    await dropFiles([new File([new Uint8Array([77, 90, 0, 3])], 'a.txt')])
    expect(document.querySelector('[role=alert]')?.textContent).toContain('The text could not be read')
    const huge = new File(['x'], 'b.txt')
    Object.defineProperty(huge, 'size', { value: 4 * LIMITS.spokenTextLength + 1 })
    await dropFiles([huge])
    expect(document.body.textContent).toContain('The text is too long.')
    expect(app.wrapper.get('textarea').element.value).toBe('')
  })

  it('says which part is being spoken', async () => {
    const task = aSpeechTask({ stage: 'running', progress: { fraction: 0.3 }, durationMs: null })
    const parts = { done: 1, total: 5 }
    const running = { ...task, speech: task.speech && { ...task.speech, parts } }
    const app = await mountApp(createFakeBridge({ voices, tasks: [running] }), '/speak')
    expect(app.page()).toContain('Speaking part 2 of 5')
    expect(document.querySelector('aside')?.textContent).toContain('Speaking part 2 of 5')
  })

  it('leads from a voice that failed back to the text', async () => {
    const task = aSpeechTask({
      stage: 'failed',
      error: { code: 'voice-lacks-language', params: { voice: 'Slt', languages: 'English' } },
    })
    const speech = { taskId: 'speech-1' as TaskId, text: 'the whole text', durationMs: 0 }
    const app = await mountApp(
      createFakeBridge({
        voices,
        tasks: [task],
        speeches: { 'speech-1': { ...speech, voiceId: 'x', voiceName: 'x', language: 'en' } },
      }),
      '/library',
    )
    expect(app.page()).toContain('It speaks English.')
    app.button('Choose another voice').click()
    await flushPromises()
    expect(app.router.currentRoute.value.path).toBe('/speak')
    expect(editor().value).toBe('the whole text')
  })
})
