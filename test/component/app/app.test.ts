import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aTask } from '../../support/a-task.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { mountApp } from '../mount-app.ts'

describe('The window', () => {
  afterEach(() => vi.useRealTimers())

  it.each([
    ['1', '/transcribe', 'Transcribe'],
    ['2', '/speak', 'Speak'],
    ['3', '/restore', 'Restore'],
    ['4', '/library', 'Library'],
    [',', '/settings', 'Settings'],
  ])('goes by Ctrl+%s to %s and is named after it', async (key, path, title) => {
    const app = await mountApp(createFakeBridge(), path === '/transcribe' ? '/library' : '/transcribe')
    await app.press(key, { ctrlKey: true })
    expect(app.router.currentRoute.value.path).toBe(path)
    expect(document.title).toBe(`${title} – Phonolens`)
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(document.querySelector('h1')?.textContent).toBe(title)
  })

  it('searches the library by Ctrl+F from any page, and by Cmd+F', async () => {
    const app = await mountApp(createFakeBridge({ tasks: [aTask()] }))
    await app.press('f', { metaKey: true })
    expect(app.router.currentRoute.value.path).toBe('/library')
    expect(document.activeElement?.getAttribute('type')).toBe('search')
  })

  it('opens the file dialog by Ctrl+O', async () => {
    const app = await mountApp(createFakeBridge())
    await app.press('o', { ctrlKey: true })
    expect(document.querySelector('input[type=file]')).not.toBeNull()
  })

  it('shows the sheet of keys by ?, but not to someone who is typing', async () => {
    const app = await mountApp(createFakeBridge({ tasks: [aTask()] }), '/library')
    app.wrapper.get<HTMLInputElement>('input[type=search]').element.focus()
    await app.press('?')
    expect(document.querySelector('[role=dialog]')).toBeNull()
    ;(document.activeElement as HTMLElement).blur()
    await app.press('?')
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Search the library')
  })

  it('says calmly when the host is gone, and asks for everything again when it is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const bridge = createFakeBridge({ tasks: [aTask()] })
    const app = await mountApp(bridge)
    bridge.setConnected(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(document.body.textContent).not.toContain('not running any more')
    await vi.advanceTimersByTimeAsync(1_000)
    await flushPromises()
    expect(document.body.textContent).toContain('Phonolens is not running any more.')
    bridge.state.tasks = [aTask({ name: 'made while away.wav' })]
    bridge.setConnected(true)
    await flushPromises()
    expect(document.body.textContent).not.toContain('not running any more')
    expect(app.page()).toContain('made while away.wav')
  })

  it('shows the service and how it is at the foot of the rail', async () => {
    const bridge = createFakeBridge()
    await mountApp(bridge)
    const rail = (): string => document.querySelector('aside')?.textContent ?? ''
    expect(rail()).toContain('Service ready')
    bridge.emit('service.changed', { status: 'failed', address: null, detail: null })
    await flushPromises()
    expect(rail()).toContain('Service not running')
  })
})
