import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { PhonolensError } from '#shared/errors.ts'
import { aPhotoTask, aSpeechTask, aTask } from '../../support/a-task.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { mountApp } from '../mount-app.ts'

// Only a real browser has what this element needs.
vi.mock('img-comparison-slider', () => ({}))

const tasks = [
  aTask({ id: 'a', name: 'Café interview.wav', createdAt: 1_000 }),
  aTask({ id: 'b', name: 'Board meeting.m4a', createdAt: 3_000, stage: 'running' }),
  aTask({
    id: 'c',
    name: 'Second interview.mp3',
    createdAt: 2_000,
    stage: 'failed',
    error: { code: 'disk-full' },
  }),
]

function names(): (string | undefined)[] {
  return [...document.querySelectorAll('main article')].map((row) =>
    row.querySelector('[title$=".wav"], [title$=".m4a"], [title$=".mp3"]')?.textContent?.trim(),
  )
}

describe('The library', () => {
  it('lists everything, newest first', async () => {
    const app = await mountApp(createFakeBridge({ tasks }), '/library')
    expect(names()).toEqual(['Board meeting.m4a', 'Second interview.mp3', 'Café interview.wav'])
    expect(app.page()).toContain('3 items')
  })

  it('finds by name, whatever the case and accents', async () => {
    const app = await mountApp(createFakeBridge({ tasks }), '/library')
    const search = app.wrapper.get('input[type=search]')
    await search.setValue('INTERVIEW cafe')
    expect(names()).toEqual(['Café interview.wav'])
    await search.setValue('nobody')
    expect(app.page()).toContain('Nothing here is called “nobody”.')
    await search.trigger('keydown', { key: 'Escape' })
    expect(names()).toHaveLength(3)
  })

  it.each([
    ['running', 'Board meeting.m4a'],
    ['done', 'Café interview.wav'],
    ['failed', 'Second interview.mp3'],
  ])('shows only what is %s', async (state, name) => {
    const app = await mountApp(createFakeBridge({ tasks }), '/library')
    await app.wrapper.get(`input[type=radio][value=${state}]`).setValue()
    expect(names()).toEqual([name])
  })

  it.each([
    ['transcribe', 'interview.wav', '/transcripts/task-1'],
    ['speak', 'The harbour', '/speech/speech-1'],
    ['restore', 'grandmother.jpg', '/photos/photo-1'],
  ])('shows only the kind %s, and opens it on its own page', async (kind, name, path) => {
    const all = [aTask(), aSpeechTask(), aPhotoTask()]
    const app = await mountApp(createFakeBridge({ tasks: all }), '/library')
    await app.wrapper.get(`input[type=radio][value=${kind}]`).setValue()
    expect(document.querySelectorAll('main article')).toHaveLength(1)
    app.button(`Open ${name}`).click()
    await flushPromises()
    expect(app.router.currentRoute.value.path).toBe(path)
  })

  it('finds a speech by what is said in it', async () => {
    const app = await mountApp(createFakeBridge({ tasks: [aTask(), aSpeechTask()] }), '/library')
    await app.wrapper.get('input[type=search]').setValue('built in 1892')
    expect(app.page()).toContain('The harbour')
    expect(document.querySelectorAll('main article')).toHaveLength(1)
  })

  it('puts a hundred on the page at a time, and searches all of them', async () => {
    const many = Array.from({ length: 150 }, (_, index) =>
      aTask({ id: `t${index}`, name: `${index}.wav`, createdAt: index }),
    )
    const app = await mountApp(createFakeBridge({ tasks: many }), '/library')
    expect(names()).toHaveLength(100)
    app.button('Show more').click()
    await flushPromises()
    expect(names()).toHaveLength(150)
    await app.wrapper.get('input[type=search]').setValue('0.wav')
    expect(names()).toContain('0.wav')
  })

  it('opens a finished recording', async () => {
    const app = await mountApp(createFakeBridge({ tasks }), '/library')
    app.button('Open Café interview.wav').click()
    await flushPromises()
    expect(app.router.currentRoute.value.path).toBe('/transcripts/a')
  })

  it('says that it is empty, and that it could not be read, which is not the same', async () => {
    const empty = await mountApp(createFakeBridge(), '/library')
    expect(empty.page()).toContain('Nothing in the library yet')
    empty.wrapper.unmount()
    const bridge = createFakeBridge({ tasks })
    const list = bridge.handlers['tasks.list']
    bridge.handlers['tasks.list'] = async () => {
      throw new PhonolensError('library-unavailable')
    }
    const broken = await mountApp(bridge, '/library')
    expect(broken.page()).toContain('The library could not be opened.')
    expect(broken.page()).not.toContain('Nothing in the library yet')
    bridge.handlers['tasks.list'] = list
    broken.button('Try again').click()
    await flushPromises()
    expect(names()).toHaveLength(3)
  })
})
