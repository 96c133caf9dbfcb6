import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '#shared/errors.ts'
import { aTask } from '../../support/a-task.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { inputsOf, mountApp } from '../mount-app.ts'

describe('A task on the list', () => {
  it('is cancelled by its button', async () => {
    const bridge = createFakeBridge({ tasks: [aTask({ stage: 'running', progress: { fraction: 0.5 } })] })
    const app = await mountApp(bridge)
    app.button('Cancel interview.wav').click()
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.cancel')).toEqual([{ taskId: 'task-1' }])
    expect(app.page()).toContain('Cancelled while the service was at it')
    expect(app.button('Try interview.wav again')).toBeTruthy()
  })

  it.each<[ErrorCode, string]>([
    ['service-unreachable', 'Try again'],
    ['file-not-media', 'Choose another file'],
    ['service-key-refused', 'Open settings'],
    ['ffmpeg-missing', 'See what is missing'],
  ])('that failed with %s offers “%s” as the one act', async (code, label) => {
    const bridge = createFakeBridge({ tasks: [aTask({ stage: 'failed', error: { code } })] })
    const app = await mountApp(bridge)
    const offered = ['Try again', 'Choose another file', 'Open settings', 'See what is missing'].filter(
      (name) =>
        [...document.querySelectorAll('main button')].some((button) => button.textContent?.trim() === name),
    )
    expect(offered).toEqual([label])
    expect(app.button(label)).toBeTruthy()
  })

  it('that failed says what happened, what to do, and what the service said', async () => {
    const error = { code: 'task-failed', detail: 'The address answered 404' } as const
    const app = await mountApp(createFakeBridge({ tasks: [aTask({ stage: 'failed', error })] }))
    expect(app.page()).toContain('The service could not transcribe this recording.')
    expect(app.page()).toContain('Try again, or choose another recording.')
    expect(app.page()).toContain('In its own words: The address answered 404')
  })

  it('that failed is tried again, and is said aloud when it fails anew', async () => {
    const bridge = createFakeBridge({ tasks: [aTask({ stage: 'failed', error: { code: 'service-busy' } })] })
    const app = await mountApp(bridge)
    app.button('Try again').click()
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.retry')).toEqual([{ taskId: 'task-1' }])
    bridge.emit('tasks.changed', aTask({ stage: 'failed', error: { code: 'disk-full' } }))
    await flushPromises()
    expect(document.querySelector('[data-testid=announcements]')?.textContent).toBe(
      'interview.wav: failed. The disk is full.',
    )
  })

  it('that may have arrived asks before it is sent again', async () => {
    const task = aTask({ stage: 'needs-answer', error: { code: 'submission-unknown' } })
    const bridge = createFakeBridge({ tasks: [task] })
    const app = await mountApp(bridge)
    expect(inputsOf(bridge, 'tasks.retry')).toEqual([])
    app.button('Send again').click()
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.retry')).toEqual([{ taskId: 'task-1' }])
  })

  it('is renamed in place: Enter keeps, Esc does not', async () => {
    const bridge = createFakeBridge({ tasks: [aTask()] })
    const app = await mountApp(bridge)
    app.button('Rename interview.wav').click()
    await flushPromises()
    const field = app.wrapper.get('input[aria-label=Name]')
    await field.setValue('  Harbour master ')
    await field.trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.rename')).toEqual([{ taskId: 'task-1', name: 'Harbour master' }])
    expect(app.page()).toContain('Harbour master')
    app.button('Rename Harbour master').click()
    await flushPromises()
    const again = app.wrapper.get('input[aria-label=Name]')
    await again.setValue('something else')
    await again.trigger('keydown', { key: 'Escape' })
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.rename')).toHaveLength(1)
  })

  it('says in a notice when an act is refused', async () => {
    const bridge = createFakeBridge({ tasks: [aTask({ stage: 'running' })] })
    const app = await mountApp(bridge)
    bridge.state.tasks = []
    app.button('Cancel interview.wav').click()
    await flushPromises()
    expect(document.querySelector('[role=alert]')?.textContent).toContain(
      'This is not in the library any more.',
    )
  })
})

describe('A deleted task', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => vi.useRealTimers())

  it('can be brought back in its place for ten seconds', async () => {
    const bridge = createFakeBridge({ tasks: [aTask()] })
    const app = await mountApp(bridge)
    app.button('Delete interview.wav').click()
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.delete')).toEqual([{ taskId: 'task-1' }])
    expect(app.page()).toContain('“interview.wav” was deleted.')
    expect(document.activeElement).toBe(app.button('Undo deleting interview.wav'))
    await vi.advanceTimersByTimeAsync(9_900)
    app.button('Undo deleting interview.wav').click()
    await flushPromises()
    expect(app.page()).toContain('4 min 12 s, 38 segments')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(app.page()).toContain('4 min 12 s, 38 segments')
  })

  it('is gone after that', async () => {
    const app = await mountApp(createFakeBridge({ tasks: [aTask()] }))
    app.button('Delete interview.wav').click()
    await flushPromises()
    await vi.advanceTimersByTimeAsync(10_100)
    await flushPromises()
    expect(app.page()).not.toContain('interview.wav')
  })

  it('comes back by Ctrl+Z', async () => {
    const bridge = createFakeBridge({ tasks: [aTask()] })
    const app = await mountApp(bridge)
    app.button('Delete interview.wav').click()
    await flushPromises()
    await app.press('z', { ctrlKey: true })
    expect(inputsOf(bridge, 'tasks.undelete')).toEqual([{ taskId: 'task-1' }])
    expect(app.page()).not.toContain('was deleted')
  })

  it('stays on the list when the core does not delete it', async () => {
    const handlers = { 'tasks.delete': () => Promise.reject(new Error('locked')) }
    const app = await mountApp(createFakeBridge({ tasks: [aTask()], handlers }))
    app.button('Delete interview.wav').click()
    await flushPromises()
    expect(app.page()).toContain('4 min 12 s, 38 segments')
    expect(document.querySelector('[role=alert]')?.textContent).toContain('incident-1')
  })
})
