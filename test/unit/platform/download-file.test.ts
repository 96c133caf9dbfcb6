import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { downloadFile, type DownloadOptions } from '../../../src/platform/download-file.ts'
import { createManualClock, startWebServer } from '../../support/service.ts'

const OPTIONS: DownloadOptions = { maxBytes: 1_000, timeoutMs: 10_000, idleTimeoutMs: 5_000, maxRedirects: 2 }

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'phonolens-download-'))
  path = join(folder, 'file')
})
afterEach(() => rm(folder, { recursive: true }))

async function download(listener: RequestListener, options: Partial<DownloadOptions> = {}, address = '/') {
  await using web = await startWebServer(listener)
  return await downloadFile(web.base + address, path, { ...OPTIONS, ...options })
}

describe('downloadFile', () => {
  it('writes what the address gives and tells how far it is', async () => {
    const progress: [number, number | null][] = []
    const outcome = await download(
      (request, response) => {
        expect(request.headers['accept-encoding']).toBe('identity')
        response.setHeader('Content-Type', 'Audio/WAV; rate=8000').setHeader('Content-Length', 5).end('hello')
      },
      { onProgress: (done, total) => progress.push([done, total]) },
    )
    expect(outcome).toEqual({ bytes: 5, mediaType: 'audio/wav' })
    expect(await readFile(path, 'utf8')).toBe('hello')
    expect(progress.at(-1)).toEqual([5, 5])
  })

  it('unpacks what a server compressed unasked', async () => {
    await download((_request, response) => {
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync('unpacked'))
    })
    expect(await readFile(path, 'utf8')).toBe('unpacked')
  })

  it('counts the unpacked bytes, so that a small answer cannot fill the disk', async () => {
    const outcome = download((_request, response) => {
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync('x'.repeat(100_000)))
    })
    await expect(outcome).rejects.toMatchObject({ kind: 'too-large' })
  })

  it.each<[string, string, RequestListener]>([
    ['http-status', 'an error', (_request, response) => response.writeHead(404).end('no')],
    ['http-status', 'a redirect to nowhere', (_request, response) => response.writeHead(302).end()],
    ['html', 'a page', (_request, response) => response.setHeader('Content-Type', 'text/html').end('<p>')],
    ['empty', 'nothing', (_request, response) => response.end()],
    ['too-large', 'too much, told', (_request, response) => response.end('x'.repeat(1_001))],
    [
      'too-large',
      'too much, untold',
      (_request, response) => response.write('x'.repeat(999)) && response.end('xx'),
    ],
    [
      'too-many-redirects',
      'a circle',
      (_request, response) => response.writeHead(308, { Location: '/' }).end(),
    ],
    [
      'invalid-url',
      'another scheme',
      (_request, response) => response.writeHead(302, { Location: 'ftp://x/' }).end(),
    ],
    ['unreachable', 'a broken line', (_request, response) => response.write('x', () => response.destroy())],
    ['unreachable', 'no answer', (request) => request.destroy()],
    [
      'unreachable',
      'another protocol',
      (request) =>
        request.socket.write('HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    ],
    [
      'unreachable',
      'broken compression',
      (_request, response) => response.setHeader('Content-Encoding', 'gzip').end('no'),
    ],
  ])('fails with %s for %s and leaves no file', async (kind, _case, listener) => {
    await expect(download(listener)).rejects.toMatchObject({ name: 'DownloadError', kind })
    expect(existsSync(path)).toBe(false)
  })

  it('ends where a small answer came whole and cannot be unpacked', async () => {
    const packed = deflateRawSync(randomBytes(90_000))
    await using web = await startWebServer((request) => {
      const head = ['HTTP/1.1 200 OK', 'Content-Encoding: deflate', `Content-Length: ${packed.length}`]
      request.socket.write(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`)
      request.socket.end(packed)
    })
    // Whether the connection is closed before the unpacking fails is a matter of luck: one of these will be.
    const downloads = Array.from({ length: 40 }, (_, index) =>
      downloadFile(web.base, `${path}-${index}`, { ...OPTIONS, maxBytes: 100_000 }),
    )
    const kinds = (await Promise.allSettled(downloads)).map(
      (outcome) => outcome.status === 'rejected' && (outcome.reason as { kind: string }).kind,
    )
    expect(new Set(kinds)).toEqual(new Set(['unreachable']))
  })

  it('follows a redirect written in plain UTF-8', async () => {
    const outcome = await download((request, response) => {
      if (request.url === '/%C3%B6k') response.end('there')
      else request.socket.end('HTTP/1.1 302 Found\r\nLocation: /ök\r\nContent-Length: 0\r\n\r\n')
    })
    expect(outcome.bytes).toBe(5)
  })

  it.each(['recording.wav', 'file:///etc/passwd', 'http://'])('refuses %s', async (url) => {
    await expect(downloadFile(url, path, OPTIONS)).rejects.toMatchObject({ kind: 'invalid-url' })
  })

  it('tells the status', async () => {
    const outcome = download((_request, response) => response.writeHead(503).end())
    await expect(outcome).rejects.toMatchObject({ kind: 'http-status', status: 503 })
  })

  it.each([
    ['silence', 5_000, {}],
    ['a trickle that never ends', 10_000, { idleTimeoutMs: 1_000_000 }],
  ])('gives up after %s', async (_case, waitMs, more) => {
    const clock = createManualClock()
    const outcome = download(
      (_request, response) => {
        response.write('x', () => void clock.advance(waitMs))
      },
      { clock, ...more },
    )
    await expect(outcome).rejects.toMatchObject({ kind: 'timeout' })
    expect(existsSync(path)).toBe(false)
  })

  it('stops when it is cancelled', async () => {
    const cancel = new AbortController()
    const outcome = download((_request, response) => response.write('x', () => cancel.abort()), {
      signal: cancel.signal,
    })
    await expect(outcome).rejects.toMatchObject({ kind: 'cancelled' })
    expect(existsSync(path)).toBe(false)
  })

  it.runIf(existsSync('/dev/full'))('names a full disk', async () => {
    await symlink('/dev/full', path)
    const outcome = download((_request, response) => response.end('hello'))
    await expect(outcome).rejects.toMatchObject({ kind: 'disk-full' })
  })

  it('asks about the address it connects to, by number and by name, on every redirect', async () => {
    const asked: string[] = []
    const refuse = { checkAddress: (address: string) => asked.push(address) > 1 }
    await expect(download((_request, response) => response.end('x'), refuse)).rejects.toMatchObject({
      kind: 'refused-address',
    })
    expect(asked).toEqual(['127.0.0.1'])

    const onlyFirst = {
      checkAddress: (address: string) => address === '127.0.0.1' && asked.push(address) < 3,
    }
    const redirected = download((request, response) => {
      response.writeHead(302, { Location: `http://localhost:${request.socket.localPort}/` }).end()
    }, onlyFirst)
    await expect(redirected).rejects.toMatchObject({ kind: 'refused-address' })
    expect(asked.length).toBeGreaterThan(2)
  })

  it('connects where the check allows it', async () => {
    const outcome = await download((_request, response) => response.end('x'), { checkAddress: () => true })
    expect(outcome.bytes).toBe(1)
  })
})
