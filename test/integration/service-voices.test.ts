import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voiceList } from '../../src/shared/api/voices.ts'
import { EngineError } from '../../src/service/engines/engine.ts'
import {
  createFakeEngines,
  createFakeVoiceEngine,
  createManualClock,
  readAnswer,
  startService,
  type RunningService,
} from '../support/service.ts'

const JSON_ONLY = { headers: { Accept: 'application/json' } }

let running: RunningService
beforeAll(async () => {
  running = await startService()
})
afterAll(() => running[Symbol.asyncDispose]())

describe('the voice list', () => {
  it('is JSON for a client that asks for it, and needs no key', async () => {
    const response = await fetch(`${running.base}/voices`, JSON_ONLY)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('vary')).toBe('Accept')
    const body: unknown = await response.json()
    expect(voiceList.strict().parse(body)).toBeTruthy()
    expect(body).toEqual({
      voices: [
        {
          voiceId: 'fake-ada',
          name: 'Ada',
          tier: 'pro',
          gender: 'female',
          languages: ['en-US', 'en-GB'],
          engine: 'fake',
          sampleUrl: `${running.base}/voices/fake-ada/sample`,
        },
        expect.objectContaining({ voiceId: 'fake-li', gender: '', languages: ['zh-CN'] }),
      ],
    })
  })

  it('is a page for people, which lets nothing in and runs nothing', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const response = await fetch(`${running.base}/voices`, { headers: { Accept: accept } })
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const security = response.headers.get('content-security-policy')!
    expect(security).toContain("default-src 'none'")
    expect(security).toContain("media-src 'self'")
    expect(security).not.toMatch(/unsafe|script-src/)
    const page = await response.text()
    expect(page).toContain('Li &lt;&amp; &quot;Co&quot;&gt;')
    expect(page).not.toContain('Li <&')
    expect(page).toContain('src="/voices/fake-ada/sample"')
    expect(page).toContain('<code>fake-ada</code>')
    expect(page).toContain('en-US, en-GB')
    expect(page).not.toMatch(/<script| on\w+=|style="/)
    expect(page).toContain('prefers-color-scheme: dark')
  })

  it.each([
    [undefined, 'text/html'],
    ['*/*', 'text/html'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/html;q=0.5, application/json;q=0.9', 'application/json'],
    ['text/html, application/json;q=0.9', 'text/html'],
    ['application/json;q=0', 'text/html'],
  ])('for Accept: %s', async (accept, expected) => {
    const response = await fetch(`${running.base}/voices`, { headers: accept ? { Accept: accept } : {} })
    expect(response.headers.get('content-type')).toContain(expected)
    await response.arrayBuffer()
  })

  it('answers HEAD, and refuses other methods', async () => {
    const head = await fetch(`${running.base}/voices`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const posted = await readAnswer(await fetch(`${running.base}/voices`, { method: 'POST' }))
    expect([posted.status, posted.body.code]).toEqual([405, 40501])
    const put = await fetch(`${running.base}/voices/fake-ada/sample`, { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('says what to install where there are no voices, and has them a minute after', async () => {
    const clock = createManualClock()
    let asked = 0
    const engine = createFakeVoiceEngine({ howToGet: 'Install flite & co.' })
    const counting = { ...engine, voices: () => ((asked += 1), engine.voices()) }
    const engines = {
      ...createFakeEngines(),
      textToSpeech: [counting, createFakeVoiceEngine({ id: 'late' })],
    }
    await using mixed = await startService({ engines, clock })
    const list = async () => {
      const response = await fetch(`${mixed.base}/voices`, JSON_ONLY)
      return voiceList.parse(await response.json()).voices.length
    }
    expect(await Promise.all([list(), list(), list()])).toEqual([2, 2, 2])
    expect(asked).toBe(1)
    await clock.advance(60_000)
    await list()
    expect(asked).toBe(2)

    await using empty = await startService({ engines: { ...engines, textToSpeech: [engine] } })
    expect(await (await fetch(`${empty.base}/voices`)).text()).toContain('Install flite &amp; co.')
    const response = await fetch(`${empty.base}/voices`, JSON_ONLY)
    expect(await response.json()).toEqual({ voices: [] })
  })
})

describe('a sample', () => {
  it('plays from the list, whole and in parts', async () => {
    const url = `${running.base}/voices/fake-ada/sample`
    const whole = await fetch(url)
    expect(whole.headers.get('content-type')).toBe('audio/wav')
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.toString('utf8', 44)).toBe('Hello. This is how I sound when I read a text aloud.')
    const part = await fetch(url, { headers: { Range: 'bytes=44-48' } })
    expect([part.status, await part.text()]).toEqual([206, 'Hello'])
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    const outside = await fetch(url, { headers: { Range: 'bytes=9999999-' } })
    expect(outside.status).toBe(416)
  })

  it('is made once for many who ask at the same time', async () => {
    let runs = 0
    const engine = createFakeVoiceEngine()
    const run: typeof engine.run = (input, context) => ((runs += 1), engine.run(input, context))
    const engines = { ...createFakeEngines(), textToSpeech: [{ ...engine, run }] }
    await using service = await startService({ engines })
    const asked = Array.from({ length: 8 }, () => fetch(`${service.base}/voices/fake-li/sample`))
    expect((await Promise.all(asked)).map((response) => response.status)).toEqual(Array(8).fill(200))
    expect(runs).toBe(1)
  })

  it('that cannot be made says why, and is tried again the next time', async () => {
    let runs = 0
    const engine = createFakeVoiceEngine()
    const run: typeof engine.run = (input, context) => {
      runs += 1
      if (runs === 1) return Promise.reject(new EngineError(-2006, 'flite stopped.'))
      return engine.run(input, context)
    }
    await using service = await startService({
      engines: { ...createFakeEngines(), textToSpeech: [{ ...engine, run }] },
    })
    const url = `${service.base}/voices/fake-ada/sample`
    const failed = await readAnswer(await fetch(url))
    expect([failed.status, failed.body]).toEqual([503, { code: 50301, message: 'flite stopped.' }])
    expect((await fetch(url)).status).toBe(200)
  })

  it.each(['nobody', '..%2f..%2fservice.sqlite', '%00', 'fake-ada%2Fsample'])(
    'of %s is not found',
    async (voiceId) => {
      const answer = await readAnswer(await fetch(`${running.base}/voices/${voiceId}/sample`))
      expect([answer.status, answer.body.code]).toEqual([404, 40402])
    },
  )
})
