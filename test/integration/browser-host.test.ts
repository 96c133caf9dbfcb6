import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildBrowserHost } from '../../src/main/browser/build-host.ts'
import type { EventListener, Handlers } from '../../src/shared/bridge/contract.ts'

const TOKEN = 'token-of-this-run'
let folder: string
let host: FastifyInstance
let port: number
let publish: EventListener = () => undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'phonolens-host-'))
  mkdirSync(join(folder, 'pages'))
  writeFileSync(join(folder, 'pages', 'index.html'), '<!doctype html><title>Phonolens</title>')
  writeFileSync(join(folder, 'recording.wav'), '0123456789')
  host = buildBrowserHost({
    handlers: { 'tasks.list': async () => [] } as unknown as Handlers,
    reportUnexpected: () => 'incident',
    pagesDir: join(folder, 'pages'),
    incomingDir: join(folder, 'incoming'),
    token: TOKEN,
    onEvent: (listener) => {
      publish = listener
      return () => undefined
    },
    exportFile: (id) =>
      id === 'x1'
        ? { path: join(folder, 'recording.wav'), contentType: 'audio/wav', fileName: 'Grüße "1" 🎤.wav' }
        : null,
    mediaFile: async (id) =>
      id === 't1' ? { path: join(folder, 'recording.wav'), contentType: 'audio/wav' } : null,
  })
  await host.listen({ host: '127.0.0.1', port: 0 })
  port = (host.server.address() as AddressInfo).port
})

afterEach(async () => {
  await host.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends exactly the headers given; fetch would refuse to set Host and Origin. */
function send(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

const cookie = () => ({ cookie: `phonolens-${port}=${TOKEN}` })
const post = () => ({ ...cookie(), 'x-phonolens': '1', 'content-type': 'application/json' })

describe('the browser host', () => {
  it('takes the token from the address into a cookie that no script can read', async () => {
    const answer = await send(`/?token=${TOKEN}`)
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe('/')
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^phonolens-${port}=${TOKEN}; HttpOnly; SameSite=Strict`),
    )
  })

  it('shows its pages, under the strict policy, to whoever has the token and to nobody else', async () => {
    const page = await send('/', { headers: cookie() })
    expect(page.status).toBe(200)
    expect(page.body).toContain('Phonolens')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['x-frame-options']).toBe('DENY')
    const stranger = await send('/')
    expect(stranger.status).toBe(401)
    expect(stranger.body).toContain('earlier run')
    expect(stranger.headers['content-security-policy']).toBeDefined()
    expect((await send('/?token=wrong')).status).toBe(401)
  })

  it('carries a call and wraps its outcome', async () => {
    const body = JSON.stringify({ name: 'tasks.list' })
    const answer = await send('/bridge/call', { method: 'POST', headers: post(), body })
    expect(JSON.parse(answer.body)).toEqual({ ok: true, value: [] })
  })

  it.each([
    ['another host', { host: 'evil.example' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a form of another page', { 'x-phonolens': '' }],
  ])('refuses a call that comes through %s', async (_what, headers) => {
    const body = JSON.stringify({ name: 'tasks.list' })
    const answer = await send('/bridge/call', { method: 'POST', headers: { ...post(), ...headers }, body })
    expect(answer.status).toBe(403)
  })

  it.each(['{"name":', '[]', '"x"', 'null'])('answers the body %s without falling over', async (body) => {
    const answer = await send('/bridge/call', { method: 'POST', headers: post(), body })
    expect([200, 400]).toContain(answer.status)
    if (answer.status === 200) expect(JSON.parse(answer.body)).toMatchObject({ ok: false })
  })

  it('takes a dropped file of any name and type, and none of its name becomes a path', async () => {
    const name = '../../a "quoted" näme 🎤.WAV'
    const headers = { ...post(), 'content-type': 'audio/x-unheard-of' }
    const path = `/bridge/files?name=${encodeURIComponent(name)}`
    const answer = await send(path, { method: 'POST', headers, body: 'bytes of the recording' })
    const { ok, value } = JSON.parse(answer.body) as { ok: boolean; value: { path: string; name: string } }
    expect(ok).toBe(true)
    expect(value.name).toBe(name)
    expect(value.path.startsWith(join(folder, 'incoming'))).toBe(true)
    expect(value.path.endsWith('recording.wav')).toBe(true)
    expect(readFileSync(value.path, 'utf8')).toBe('bytes of the recording')
  })

  it('keeps nothing of a file whose sending breaks off', async () => {
    await new Promise<void>((resolve) => {
      const request = httpRequest({
        host: '127.0.0.1',
        port,
        path: '/bridge/files?name=a.wav',
        method: 'POST',
        headers: { ...post(), 'content-length': '1000000' },
      })
      request.on('error', () => resolve())
      request.on('close', () => resolve())
      request.write('only the beginning', () => request.destroy())
    })
    await expect.poll(() => listing(join(folder, 'incoming')), { timeout: 10_000 }).toEqual([])
  })

  it('plays a recording by its task id, in parts, and nothing else', async () => {
    const whole = await send('/media/t1', { headers: cookie() })
    expect(whole).toMatchObject({ status: 200, body: '0123456789' })
    expect(whole.headers['content-type']).toBe('audio/wav')
    const part = await send('/media/t1', { headers: { ...cookie(), range: 'bytes=2-4' } })
    expect(part).toMatchObject({ status: 206, body: '234' })
    expect(part.headers['content-range']).toBe('bytes 2-4/10')
    const head = await send('/media/t1', { method: 'HEAD', headers: cookie() })
    expect(head).toMatchObject({ status: 200, body: '' })
    expect((await send('/media/t1', { headers: { ...cookie(), range: 'bytes=50-' } })).status).toBe(416)
    for (const path of ['/media/t2', '/media/..%2Frecording.wav', '/recording.wav', '/..%2Frecording.wav']) {
      expect((await send(path, { headers: cookie() })).status).toBe(404)
    }
    expect((await send('/media/t1')).status).toBe(401)
  })

  it('hands out what the person takes away under its own name, and nothing else', async () => {
    const answer = await send('/exports/x1', { headers: cookie() })
    expect(answer).toMatchObject({ status: 200, body: '0123456789' })
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="Gr__e _1_ __.wav"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22%20%F0%9F%8E%A4.wav`,
    )
    expect((await send('/exports/x2', { headers: cookie() })).status).toBe(404)
    expect((await send('/exports/x1')).status).toBe(401)
  })

  it('tells an open page what happened', async () => {
    const message = await new Promise<string>((resolve, reject) => {
      const request = httpRequest(
        { host: '127.0.0.1', port, path: '/bridge/events', headers: cookie() },
        (response) => {
          response.on('data', (chunk: Buffer) => {
            const text = chunk.toString()
            if (text.startsWith(': listening')) publish('tasks.removed', { taskId: 't9' })
            if (!text.includes('data:')) return
            resolve(text)
            request.destroy()
          })
        },
      )
      request.on('error', reject)
      request.end()
    })
    expect(message).toBe('data: {"name":"tasks.removed","payload":{"taskId":"t9"}}\n\n')
  })
})

function listing(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return ['not there yet']
  }
}
