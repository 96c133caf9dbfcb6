import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aSpeechTask, aTask } from '../../support/a-task.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { mountApp } from '../mount-app.ts'

/** The system's notifications, in memory. */
class FakeNotification {
  static permission: NotificationPermission = 'granted'
  static shown: FakeNotification[] = []
  static asked = 0
  static requestPermission(): Promise<NotificationPermission> {
    FakeNotification.asked += 1
    return Promise.resolve(FakeNotification.permission)
  }
  onclick: (() => void) | null = null
  title: string
  options: NotificationOptions
  constructor(title: string, options: NotificationOptions) {
    this.title = title
    this.options = options
    FakeNotification.shown.push(this)
  }
  close(): void {
    FakeNotification.shown = FakeNotification.shown.filter((each) => each !== this)
  }
}

const running = { stage: 'running', progress: { fraction: 0.5 } } as const

describe('Work that ends while the window is not in front', () => {
  let inFront: boolean
  beforeEach(() => {
    inFront = false
    FakeNotification.permission = 'granted'
    FakeNotification.shown = []
    FakeNotification.asked = 0
    vi.stubGlobal('Notification', FakeNotification)
    vi.spyOn(document, 'hasFocus').mockImplementation(() => inFront)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('is told of, and a click opens it', async () => {
    const bridge = createFakeBridge({ tasks: [aSpeechTask(running)] })
    const app = await mountApp(bridge)
    bridge.emit('tasks.changed', aSpeechTask())
    await vi.advanceTimersByTimeAsync(1_600)
    expect(FakeNotification.shown).toMatchObject([
      { title: 'The harbour is done', options: { body: '1 min 12 s, voice Slt' } },
    ])
    FakeNotification.shown[0]?.onclick?.()
    await flushPromises()
    expect(app.router.currentRoute.value.path).toBe('/speech/speech-1')
    expect(FakeNotification.shown).toEqual([])
  })

  it('is told of with the reason when it failed', async () => {
    const bridge = createFakeBridge({ tasks: [aTask(running)] })
    const app = await mountApp(bridge, '/library')
    bridge.emit('tasks.changed', aTask({ stage: 'failed', error: { code: 'disk-full' } }))
    await vi.advanceTimersByTimeAsync(1_600)
    expect(FakeNotification.shown).toMatchObject([
      { title: 'interview.wav failed', options: { body: 'The disk is full.' } },
    ])
    FakeNotification.shown[0]?.onclick?.()
    await flushPromises()
    expect(app.router.currentRoute.value.path).toBe('/transcribe')
  })

  it('is told of together where several end at once', async () => {
    const ids = ['a', 'b', 'c']
    const bridge = createFakeBridge({ tasks: ids.map((id) => aTask({ id, ...running })) })
    await mountApp(bridge)
    bridge.emit('tasks.changed', aTask({ id: 'a' }))
    bridge.emit('tasks.changed', aTask({ id: 'b' }))
    bridge.emit('tasks.changed', aTask({ id: 'c', stage: 'failed', error: { code: 'disk-full' } }))
    await vi.advanceTimersByTimeAsync(1_600)
    expect(FakeNotification.shown.map((each) => each.title)).toEqual(['2 finished, 1 failed'])
  })

  it.each(['in front', 'switched off', 'not allowed', 'only renamed'])(
    'is not told of when %s',
    async (why) => {
      const bridge = createFakeBridge({ tasks: [aTask(why === 'only renamed' ? {} : running)] })
      if (why === 'switched off') bridge.state.settings = { ...bridge.state.settings, notify: false }
      if (why === 'not allowed') FakeNotification.permission = 'denied'
      inFront = why === 'in front'
      await mountApp(bridge)
      bridge.emit('tasks.changed', aTask({ name: 'other' }))
      await vi.advanceTimersByTimeAsync(1_600)
      expect(FakeNotification.shown).toEqual([])
    },
  )

  it('asks for leave once, when work is first begun', async () => {
    FakeNotification.permission = 'default'
    const bridge = createFakeBridge()
    const app = await mountApp(bridge)
    expect(FakeNotification.asked).toBe(0)
    app.button('Try a sample').click()
    await flushPromises()
    bridge.emit('tasks.changed', aTask({ id: 'another', stage: 'draft' }))
    expect(FakeNotification.asked).toBe(1)
  })

  it('is switched on in the settings, which say when the system does not allow it', async () => {
    FakeNotification.permission = 'denied'
    const bridge = createFakeBridge()
    bridge.state.settings = { ...bridge.state.settings, notify: false }
    await mountApp(bridge, '/settings')
    document.querySelector<HTMLElement>('#notify')?.click()
    await flushPromises()
    expect(bridge.state.settings.notify).toBe(true)
    expect(document.querySelector('[role=alert]')?.textContent).toContain(
      'does not allow Phonolens to tell you',
    )
  })
})
