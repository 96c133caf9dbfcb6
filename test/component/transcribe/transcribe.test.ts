import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { PhonolensError } from '#shared/errors.ts'
import { err } from '#shared/result.ts'
import { aTask } from '../../support/a-task.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { dropFiles } from '../drop-files.ts'
import { inputsOf, mountApp } from '../mount-app.ts'

describe('The Transcribe page', () => {
  it('invites when there is nothing yet', async () => {
    const app = await mountApp(createFakeBridge())
    expect(app.page()).toContain('Drop recordings here')
    expect(app.page()).toContain('Your recordings stay on this computer')
    expect(app.button('Choose files')).toBeTruthy()
  })

  it('sends each dropped file to the host and has it transcribed as it arrives', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge, '/library')
    await dropFiles([new File(['a'], 'one.wav'), new File(['b'], 'two 👋.mp4')])
    expect(bridge.imported.map((file) => file.name)).toEqual(['one.wav', 'two 👋.mp4'])
    expect(inputsOf(bridge, 'tasks.transcribe')).toEqual([
      { sources: [{ type: 'file', path: '/tmp/inbox/one.wav', name: 'one.wav' }] },
      { sources: [{ type: 'file', path: '/tmp/inbox/two 👋.mp4', name: 'two 👋.mp4' }] },
    ])
    expect(app.router.currentRoute.value.path).toBe('/transcribe')
    expect(app.page()).toContain('two 👋.mp4')
  })

  it('hands files that are read in place over together', async () => {
    const bridge = createFakeBridge()
    bridge.state.info = { ...bridge.state.info, capabilities: { readsFilesInPlace: true } }
    await mountApp(bridge)
    await dropFiles([new File(['a'], 'one.wav'), new File(['b'], 'two.wav')])
    expect(inputsOf(bridge, 'tasks.transcribe')).toMatchObject([
      { sources: [{ name: 'one.wav' }, { name: 'two.wav' }] },
    ])
  })

  it('shows a file on its way with its bytes, and lets it be stopped', async () => {
    const bridge = createFakeBridge()
    let signal: AbortSignal | undefined
    bridge.importFile = (_file, options) => {
      signal = options?.signal
      options?.onProgress?.(41_000_000, 116_000_000)
      return new Promise((resolve) =>
        options?.signal?.addEventListener('abort', () => resolve(err({ code: 'cancelled' }))),
      )
    }
    const app = await mountApp(bridge)
    await dropFiles([new File(['a'], 'long.wav')])
    expect(app.page()).toContain('Bringing in 41 of 116 MB')
    expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('35')
    app.button('Stop bringing in long.wav').click()
    await flushPromises()
    expect(signal?.aborted).toBe(true)
    expect(app.page()).not.toContain('long.wav')
    expect(inputsOf(bridge, 'tasks.transcribe')).toEqual([])
  })

  it('keeps a file that could not be brought in on the list with the reason, and goes on with the next', async () => {
    const bridge = createFakeBridge()
    bridge.importOutcomes.push(err({ code: 'disk-full' }))
    const app = await mountApp(bridge)
    await dropFiles([new File(['a'], 'first.wav'), new File(['b'], 'second.wav')])
    expect(app.page()).toContain('The disk is full.')
    expect(inputsOf(bridge, 'tasks.transcribe')).toMatchObject([{ sources: [{ name: 'second.wav' }] }])
    app.button('Try to bring in first.wav again').click()
    await flushPromises()
    expect(app.page()).not.toContain('The disk is full.')
    expect(inputsOf(bridge, 'tasks.transcribe')).toMatchObject([
      { sources: [{ name: 'second.wav' }] },
      { sources: [{ name: 'first.wav' }] },
    ])
  })

  it('takes the chosen files of the dialog', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge)
    app.button('Choose files').click()
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    expect(input?.multiple).toBe(true)
    Object.defineProperty(input, 'files', { value: [new File(['a'], 'chosen.wav')] })
    input?.dispatchEvent(new Event('change'))
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.transcribe')).toMatchObject([{ sources: [{ name: 'chosen.wav' }] }])
  })

  it('takes a pasted address without the spaces around it, and a sample', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge)
    await app.wrapper.get('input[inputmode=url]').setValue('  https://example.org/a.mp3 ')
    await app.wrapper.get('form').trigger('submit')
    await flushPromises()
    app.button('Try a sample').click()
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.transcribe')).toEqual([
      { sources: [{ type: 'url', url: 'https://example.org/a.mp3' }] },
      { sources: [{ type: 'sample' }] },
    ])
  })

  it('keeps an address in its field until it was taken', async () => {
    const handlers = { 'tasks.transcribe': () => Promise.reject(new PhonolensError('library-unavailable')) }
    const app = await mountApp(createFakeBridge({ handlers }))
    const field = app.wrapper.get<HTMLInputElement>('input[inputmode=url]')
    await field.setValue('https://example.org/a.mp3')
    await app.wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(field.element.value).toBe('https://example.org/a.mp3')
    expect(document.querySelector('[role=alert]')?.textContent).toContain('The library could not be opened.')
  })

  it('takes a file that could not be brought in off the list', async () => {
    const bridge = createFakeBridge()
    bridge.importOutcomes.push(err({ code: 'file-too-large' }))
    const app = await mountApp(bridge)
    await dropFiles([new File(['a'], 'huge.wav')])
    app.button('Take huge.wav off the list').click()
    await flushPromises()
    expect(app.page()).toContain('Drop recordings here')
  })

  it('says so when a drop holds nothing to work on', async () => {
    await mountApp(createFakeBridge())
    await dropFiles([])
    expect(document.querySelector('[role=alert]')?.textContent).toContain(
      'Nothing that can be used was found',
    )
  })

  it('follows what the core tells, in the list and in the rail', async () => {
    const bridge = createFakeBridge({ tasks: [aTask({ stage: 'draft' })] })
    const app = await mountApp(bridge)
    expect(app.page()).toContain('Waiting for the recordings before it')
    bridge.emit(
      'tasks.changed',
      aTask({ stage: 'uploading', progress: { fraction: 0.353, unit: 'bytes', done: 41e6, total: 116e6 } }),
    )
    await flushPromises()
    expect(app.page()).toContain('Uploading 41 of 116 MB')
    expect(document.querySelector('aside')?.textContent).toContain('Uploading 41 of 116 MB')
    bridge.emit('tasks.changed', aTask({ stage: 'done' }))
    await flushPromises()
    expect(app.page()).toContain('4 min 12 s, 38 segments')
    expect(document.querySelector('aside')?.textContent).not.toContain('Under way')
    expect(document.querySelector('[data-testid=announcements]')?.textContent).toBe('interview.wav: done')
  })
})
