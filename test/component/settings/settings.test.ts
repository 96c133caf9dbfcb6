import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { inputsOf, mountApp } from '../mount-app.ts'

describe('The Settings page', () => {
  it('changes the theme at once and keeps it', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge, '/settings')
    await app.wrapper.get('input[type=radio][value=dark]').setValue()
    await flushPromises()
    expect(inputsOf(bridge, 'settings.update')).toEqual([{ theme: 'dark' }])
    expect(document.documentElement.classList.contains('dark')).toBe(true)
    bridge.emit('settings.changed', { ...bridge.state.settings, theme: 'light' })
    await flushPromises()
    expect(document.documentElement.classList.contains('dark')).toBe(false)
  })

  it('changes how many recordings run at the same time', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge, '/settings')
    for (const type of ['pointerdown', 'pointerup']) {
      app.button('Increment').dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0 }))
    }
    await flushPromises()
    expect(inputsOf(bridge, 'settings.update')).toEqual([{ parallelTasks: 3 }])
  })

  it('shows the service with its last words and restarts it', async () => {
    const bridge = createFakeBridge({
      service: { status: 'failed', address: null, detail: 'port 43117 is taken' },
    })
    const app = await mountApp(bridge, '/settings')
    expect(app.page()).toContain('Service not running')
    expect(app.page()).toContain('port 43117 is taken')
    bridge.state.service = { status: 'ready', address: 'http://127.0.0.1:5000', detail: null }
    app.button('Restart service').click()
    await flushPromises()
    expect(app.page()).toContain('http://127.0.0.1:5000')
  })

  it('tells how to get what is missing and looks again when asked', async () => {
    const missing = {
      id: 'ffmpeg',
      name: 'ffmpeg',
      ready: false,
      version: null,
      howToGet: 'sudo apt install ffmpeg',
    } as const
    const bridge = createFakeBridge({ tools: [missing] })
    const app = await mountApp(bridge, '/settings')
    expect(app.page()).toContain('Missing')
    expect(app.page()).toContain('sudo apt install ffmpeg')
    bridge.state.tools = [{ ...missing, ready: true, version: '7.1', howToGet: null }]
    app.button('Check again').click()
    await flushPromises()
    expect(app.page()).not.toContain('Missing')
    expect(app.page()).toContain('7.1')
  })

  it('shows the version and where everything is kept', async () => {
    const app = await mountApp(createFakeBridge(), '/settings')
    expect(app.page()).toContain('0.1.0')
    expect(app.page()).toContain('/home/ada/Phonolens')
  })
})
