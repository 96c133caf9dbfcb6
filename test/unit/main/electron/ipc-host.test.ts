import { describe, expect, it, vi } from 'vitest'
import {
  CALL_CHANNEL,
  EVENT_CHANNEL,
  forwardEvents,
  isOwnPage,
  serveCalls,
} from '../../../../src/main/electron/ipc-host.ts'
import type { EventListener, Handlers } from '../../../../src/shared/bridge/contract.ts'

const ORIGIN = 'app://phonolens'
type Frame = Parameters<typeof isOwnPage>[0]

function from(url: string, parent: unknown = null): Frame {
  return { senderFrame: { url, parent } } as unknown as Frame
}

describe('isOwnPage', () => {
  it('knows our page in the top frame', () => {
    expect(isOwnPage(from('app://phonolens/index.html#/library'), ORIGIN)).toBe(true)
  })

  it.each([
    ['another host of our scheme', from('app://elsewhere/index.html')],
    ['a name that begins like ours', from('app://phonolens.example/')],
    ['the web', from('https://example.com/')],
    ['a local file', from('file:///tmp/index.html')],
    ['an empty page', from('about:blank')],
    ['a frame within our page', from('app://phonolens/', {})],
    ['a frame that is gone', { senderFrame: null } as Frame],
  ])('refuses %s', (_what, event) => expect(isOwnPage(event, ORIGIN)).toBe(false))
})

describe('serveCalls', () => {
  function harness() {
    type Listener = (event: unknown, name: unknown, input: unknown) => Promise<unknown>
    const listeners = new Map<string, Listener>()
    const ipcMain = {
      handle: (channel: string, listener: Listener) => void listeners.set(channel, listener),
      removeHandler: (channel: string) => void listeners.delete(channel),
    }
    const tasksGet = vi.fn(async () => ({ id: 't1' }))
    const deps = {
      handlers: { 'tasks.get': tasksGet } as unknown as Handlers,
      reportUnexpected: () => 'incident',
    }
    const stop = serveCalls(ipcMain as never, deps, ORIGIN)
    return { listeners, tasksGet, stop }
  }

  it('carries a call of our page to its handler', async () => {
    const { listeners, tasksGet } = harness()
    const answer = await listeners.get(CALL_CHANNEL)!(from('app://phonolens/'), 'tasks.get', { taskId: 't1' })
    expect(answer).toEqual({ ok: true, value: { id: 't1' } })
    expect(tasksGet).toHaveBeenCalledWith({ taskId: 't1' })
  })

  it('does not let another page reach a handler', async () => {
    const { listeners, tasksGet } = harness()
    const answer = await listeners.get(CALL_CHANNEL)!(from('https://example.com/'), 'tasks.get', {
      taskId: 't1',
    })
    expect(answer).toEqual({ ok: false, error: { code: 'forbidden' } })
    expect(tasksGet).not.toHaveBeenCalled()
  })

  it('stops answering when asked to', () => {
    const { listeners, stop } = harness()
    stop()
    expect(listeners.size).toBe(0)
  })
})

describe('forwardEvents', () => {
  it('tells every open page and skips one that is gone', () => {
    let publish: EventListener = () => undefined
    const [open, gone] = [vi.fn(), vi.fn()]
    const onEvent = (listener: EventListener) => {
      publish = listener
      return () => undefined
    }
    forwardEvents(onEvent, () => [
      { send: open, isDestroyed: () => false },
      { send: gone, isDestroyed: () => true },
    ])
    publish('tasks.removed', { taskId: 't1' })
    expect(open).toHaveBeenCalledWith(EVENT_CHANNEL, 'tasks.removed', { taskId: 't1' })
    expect(gone).not.toHaveBeenCalled()
  })
})
