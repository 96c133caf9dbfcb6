import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  API_KEY,
  createFakeEngine,
  createFakeEngines,
  createManualClock,
  readAnswer,
  startService,
  type RunningService,
} from '../support/service.ts'

const STT = '/api/async/do_stt'
const POLL = '/api/getAsyncResult'
const json = { 'Content-Type': 'application/json' }
const withKey = { ...json, Authorization: `Bearer ${API_KEY}` }

let running: RunningService
beforeAll(async () => {
  running = await startService()
})
afterAll(() => running[Symbol.asyncDispose]())

async function send(path: string, init: RequestInit): Promise<Awaited<ReturnType<typeof readAnswer>>> {
  return readAnswer(await fetch(running.base + path, init))
}

/** Bytes to the service as they are, for what `fetch` would never send. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(running.base).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('the error table', () => {
  it.each([
    ['no JSON', STT, '{"audioUrl":', 400, 40001, 'JSON'],
    ['an empty body', STT, '', 400, 40001, 'empty'],
    ['a list', STT, '[]', 400, 40001, 'object'],
    ['null', STT, 'null', 400, 40001, 'object'],
    ['a field missing', STT, '{}', 400, 40001, 'audioUrl'],
    ['a field of another type', STT, '{"audioUrl":7}', 400, 40001, 'audioUrl'],
    ['an empty field', STT, '{"audioUrl":""}', 400, 40001, 'audioUrl'],
    ['no URL', STT, '{"audioUrl":"recording.wav"}', 400, 40002, 'audioUrl'],
    ['a file URL', STT, '{"audioUrl":"file:///etc/passwd"}', 400, 40002, 'audioUrl'],
    ['bytes that are no text', POLL, Buffer.from('{"taskId":"\xff"}', 'latin1'), 400, 40001, 'JSON'],
    ['a byte order mark', POLL, '\ufeff{"taskId":"x"}', 404, 40401, 'taskId'],
    ['poll without an id', '/api/getAsyncResult', '{}', 400, 40001, 'taskId'],
    ['poll for an unknown id', '/api/getAsyncResult', '{"taskId":"x"}', 404, 40401, 'taskId'],
    ['a policy without a scene', '/api/file/v1/get_policy', '{}', 400, 40001, 'scene'],
    ['a finish without an id', '/api/file/v1/policy_upload_finish', '{}', 400, 40001, 'reqId'],
    ['a finish before the upload', '/api/file/v1/policy_upload_finish', '{"reqId":"x"}', 404, 40401, 'reqId'],
    ['speech without text', '/api/async/do_tts_pro', '{"audioId":"a","lan":"en"}', 400, 40001, 'text'],
    ['speech', '/api/async/do_tts_pro', '{"audioId":"a","text":"b","lan":"en"}', 400, 40003, 'fake-ada'],
    ['a photo without a URL', '/api/async/restore_face', '{"url":1}', 400, 40001, 'url'],
    ['a photo at no URL', '/api/async/restore_face', '{"url":"x.jpg"}', 400, 40002, 'url'],
    ['an unknown path', '/api/async/do_everything', '{}', 404, 40402, 'endpoint'],
    ['a malformed path', '/%zz', '{}', 404, 40402, 'endpoint'],
  ])('%s', async (_case, path, body, status, code, word) => {
    const answer = await send(path, { method: 'POST', headers: withKey, body })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ code, message: expect.stringContaining(word) as string })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it.each([
    ['no header', {}, 40101],
    ['another scheme', { Authorization: 'Basic a2V5' }, 40101],
    ['no key', { Authorization: 'Bearer ' }, 40101],
    ['a wrong key', { Authorization: 'Bearer other' }, 40102],
    ['the start of the key', { Authorization: `Bearer ${API_KEY.slice(0, -1)}` }, 40102],
  ])('authorization: %s', async (_case, headers, code) => {
    const answer = await send(STT, { method: 'POST', headers: { ...json, ...headers }, body: '{}' })
    expect([answer.status, answer.body.code]).toEqual([401, code])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('takes "bearer" in any case, a charset, and fields it does not know', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8', Authorization: `bearer ${API_KEY}` }
    const body = JSON.stringify({ taskId: 'x', verbose: true })
    const answer = await send('/api/getAsyncResult', { method: 'POST', headers, body })
    expect(answer.body.code).toBe(40401)
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'method %s, before any key is asked for',
    async (method) => {
      const answer = await send(STT, { method })
      expect([answer.status, answer.body.code]).toEqual([405, 40501])
      expect(answer.headers.get('allow')).toBe('POST')
    },
  )

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  ])('content type %s', async (type) => {
    const headers = { ...withKey, 'Content-Type': type }
    const answer = await send(STT, { method: 'POST', headers, body: '{"audioUrl":"http://x.org"}' })
    expect([answer.status, answer.body.code]).toEqual([415, 41501])
  })

  it('asks for the key before it looks at the content type, and that before the body', async () => {
    const noKey = await send(STT, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{' })
    expect(noKey.body.code).toBe(40101)
    const noJson = await send(STT, {
      method: 'POST',
      headers: { ...withKey, 'Content-Type': 'text/plain' },
      body: '{',
    })
    expect(noJson.body.code).toBe(41501)
  })

  it.each([1_000_001, 3_000_000])('a body of %d bytes', async (bytes) => {
    const body = JSON.stringify({ audioUrl: 'x'.repeat(bytes - 15) })
    const answer = await send(STT, { method: 'POST', headers: withKey, body })
    expect([answer.status, answer.body.code]).toEqual([413, 41301])
    expect(answer.body.message).toContain('1 MB')
  })

  it('a text over the limit', async () => {
    const body = { audioId: 'a', lan: 'en', text: 'x'.repeat(5_001) }
    const answer = await running.post('/api/async/do_tts_pro', body)
    expect([answer.status, answer.body.code]).toEqual([413, 41301])
    expect(answer.body.message).toMatch(/5001.*5000/)
  })

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', '400', 40001],
    ['a method nobody knows', `FOO ${STT} HTTP/1.1\r\nHost: localhost\r\n\r\n`, '405', 40501],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, '413', 41301],
    [
      'the host name of somebody else',
      'GET /openapi.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      '404',
      40402,
    ],
    ['no host', 'GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n', '404', 40402],
    [
      'an unknown Expect',
      'GET /nothing HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\nConnection: close\r\n\r\n',
      '404',
      40402,
    ],
  ])('%s', async (_case, text, status, code) => {
    const [head = '', body = ''] = (await sendRaw(text)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(body)).toEqual({ code, message: expect.any(String) as string })
  })

  it('says what to install where no engine is ready', async () => {
    const engines = {
      ...createFakeEngines(),
      speechToText: [createFakeEngine({ howToGet: 'Install PocketSphinx: apt install pocketsphinx.' })],
    }
    await using lame = await startService({ engines })
    const answer = await lame.post(STT, { audioUrl: 'http://127.0.0.1:9/x' })
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual({ code: 50301, message: 'Install PocketSphinx: apt install pocketsphinx.' })
  })

  it('hides what is unexpected behind an incident id that the log explains', async () => {
    const logged: string[] = []
    const keep = (message: string, detail?: unknown): void => void logged.push(`${message} ${String(detail)}`)
    const engine = { ...createFakeEngine(), check: () => Promise.reject(new Error('secret detail')) }
    const log = { info: keep, warn: keep, error: keep }
    await using broken = await startService({
      engines: { ...createFakeEngines(), speechToText: [engine] },
      log,
    })
    const answer = await broken.post(STT, { audioUrl: 'http://127.0.0.1:9/x' })
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      code: 50001,
      message: expect.stringMatching(/^incident [0-9a-f]{8}$/) as string,
    })
    expect(logged).toContainEqual(`${answer.body.message} Error: secret detail`)
  })

  it('does not call it an incident when a client hangs up in the middle of a body', async () => {
    const logged: string[] = []
    const keep = (message: string): void => void logged.push(message)
    await using service = await startService({ log: { info: keep, warn: keep, error: keep } })
    const accepted = once(service.service.app.server, 'connection') as Promise<[Socket]>
    const socket = connect(Number(new URL(service.base).port), '127.0.0.1')
    const head = [`POST ${POLL} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${API_KEY}`]
    const more = ['Content-Type: application/json', 'Content-Length: 50', 'Expect: 100-continue']
    socket.write(`${[...head, ...more].join('\r\n')}\r\n\r\n`)
    await once(socket, 'data')
    const [other] = await accepted
    socket.write('{"task', () => socket.destroy())
    await once(other, 'close')
    await new Promise((resolve) => setImmediate(resolve))
    expect(logged).toEqual([])
  })

  it('lets 50 requests a second through, then says when to come back', async () => {
    const clock = createManualClock()
    await using slow = await startService({ clock })
    const ask = () => slow.post('/api/getAsyncResult', { taskId: 'x' })
    const codes = await Promise.all(Array.from({ length: 51 }, async () => (await ask()).body.code))
    expect(codes.filter((code) => code === 40401)).toHaveLength(50)
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([429, 42901])
    expect(refused.headers.get('retry-after')).toBe('1')
    await clock.advance(1_000)
    expect((await ask()).body.code).toBe(40401)
  })

  it('calls a result expired after 24 hours', async () => {
    const clock = createManualClock()
    const engine = createFakeEngine()
    await using service = await startService({
      clock,
      engines: { ...createFakeEngines(), speechToText: [engine] },
    })
    const ended = await service.transcribe('http://127.0.0.1:9/x')
    expect(ended.body.data?.task).toMatchObject({ status: 4, expire: clock.now() + 24 * 3_600_000 })
    await clock.advance(24 * 3_600_000)
    const { taskId } = ended.body.data!.task!
    const late = await service.post('/api/getAsyncResult', { taskId })
    expect([late.status, late.body.code]).toEqual([410, 41001])
  })
})

describe('exposed to a network', () => {
  it('refuses addresses of private networks, by number and by name, and answers under any host name', async () => {
    await using exposed = await startService({ host: '0.0.0.0' })
    for (const host of [
      '127.0.0.1',
      '192.168.1.1',
      '169.254.169.254',
      'localhost',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '2130706433',
    ]) {
      const answer = await exposed.post(STT, { audioUrl: `http://${host}:8080/x` })
      expect([host, answer.status, answer.body.code]).toEqual([host, 400, 40002])
    }
  })
})
