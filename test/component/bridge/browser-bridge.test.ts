import { describe, expect, it } from 'vitest'
import { createBrowserBridge } from '../../../src/renderer/src/bridge/browser-bridge.ts'
import type { EventStreamHandlers } from '../../../src/renderer/src/bridge/event-stream.ts'
import { bridgeContract } from '../../contract/bridge-contract.ts'
import { createFakeBridge, type FakeBridge } from '../../support/fake-bridge.ts'

interface Sent {
  url: string
  headers: Record<string, string>
}

/** A host in memory: what goes over the wire is text, as in a real one. */
function connect(core: FakeBridge, answer?: (text: string) => string | Promise<string>) {
  const sent: Sent[] = []
  let stream: EventStreamHandlers | undefined
  const bridge = createBrowserBridge({
    baseUrl: 'http://127.0.0.1:1',
    async fetch(url, init) {
      sent.push({ url: String(url), headers: init?.headers as Record<string, string> })
      const { name, input } = JSON.parse(String(init?.body)) as {
        name: 'tasks.get'
        input: { taskId: string }
      }
      const text = JSON.stringify(await core.call(name, input))
      return new Response(answer ? await answer(text) : text)
    },
    openEventStream(_url, handlers) {
      stream = handlers
      return () => undefined
    },
    async sendFile({ url, headers, file, signal, onProgress }) {
      if (signal?.aborted) throw new DOMException('stopped', 'AbortError')
      sent.push({ url, headers })
      const name = new URL(url).searchParams.get('name') ?? ''
      return JSON.stringify(await core.importFile(new File([file], name), { onProgress }))
    },
  })
  return { bridge, sent, stream: () => stream as EventStreamHandlers }
}

bridgeContract('The bridge of browser mode', async (handlers) => {
  const core = createFakeBridge({ handlers })
  const { bridge, stream } = connect(core)
  return {
    bridge,
    emit: (name, payload) => stream().onMessage(JSON.stringify({ name, payload })),
    makeFile: (name, content) => new File([content], name),
    readBack: async (ref) => (await core.imported.find((file) => file.name === ref.name)?.text()) ?? '',
    close: () => bridge.close(),
  }
})

describe('The bridge of browser mode', () => {
  it('marks every request as coming from its own page', async () => {
    const { bridge, sent } = connect(createFakeBridge())
    await bridge.call('tasks.list', undefined)
    await bridge.importFile(new File(['x'], 'a b&c.wav'))
    expect(sent.map((each) => each.url)).toEqual([
      'http://127.0.0.1:1/bridge/call',
      'http://127.0.0.1:1/bridge/files?name=a%20b%26c.wav',
    ])
    for (const { headers } of sent) expect(headers['X-Phonolens']).toBe('1')
  })

  it.each([
    ['nothing', () => ''],
    ['a page', () => '<html>502</html>'],
    ['half an answer', (text: string) => text.slice(0, 10)],
    ['an answer of another shape', () => '{"code":0}'],
    ['no answer at all', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('takes %s for a host that does not answer', async (_what, answer) => {
    const { bridge } = connect(createFakeBridge(), answer)
    expect(await bridge.call('tasks.list', undefined)).toMatchObject({
      ok: false,
      error: { code: 'host-unreachable' },
    })
  })

  it('tells once when the host is lost and once when it is back', () => {
    const { bridge, stream } = connect(createFakeBridge())
    const told: boolean[] = []
    bridge.onConnectionChange((connected) => told.push(connected))
    stream().onOpen()
    stream().onLost()
    stream().onLost()
    stream().onOpen()
    expect(told).toEqual([false, true])
  })

  it('leaves alone what it does not know on the stream', () => {
    const { bridge, stream } = connect(createFakeBridge())
    const seen: unknown[] = []
    bridge.on('tasks.removed', (event) => seen.push(event))
    stream().onMessage('not json')
    stream().onMessage('null')
    stream().onMessage('{"name":"from.the.future","payload":1}')
    stream().onMessage('{"name":"tasks.removed","payload":{"taskId":"a"}}')
    expect(seen).toEqual([{ taskId: 'a' }])
  })
})
