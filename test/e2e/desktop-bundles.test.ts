import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
let dataDir: string
let seen: Record<string, never> & { [key: string]: unknown }

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'phonolens-desktop-'))
  const args = ['--import', './test/support/electron-hooks.mjs', 'test/support/run-built-desktop.ts']
  const result = spawnSync(process.execPath, [...args, '--data', dataDir], {
    cwd: root,
    encoding: 'utf8',
    timeout: 180_000,
  })
  const last = result.stdout.trim().split('\n').at(-1) ?? ''
  if (result.status !== 0 || !last.startsWith('{')) throw new Error(`${result.stdout}\n${result.stderr}`)
  seen = JSON.parse(last)
}, 200_000)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the built desktop app, on a stand-in for Electron', () => {
  it('opens one window on its own page with the safe defaults', () => {
    expect(seen.loadedUrl).toBe('app://phonolens/index.html')
    expect(seen.windowOptions).toMatchObject({
      width: 1180,
      height: 760,
      minWidth: 880,
      minHeight: 600,
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        webSecurity: true,
        webviewTag: false,
        preload: join(root, 'out/preload/index.cjs'),
      },
    })
  })

  it('gives the page three functions and nothing else', () => {
    expect(seen.exposed).toEqual(['call', 'on', 'pathForFile'])
    expect(seen.pathForFile).toBe('/somewhere/a.wav')
  })

  it('answers the calls of its page, and transcribes the sample', () => {
    expect(seen.info).toMatchObject({ ok: true, value: { host: 'electron', dataDir } })
    expect(seen.started).toMatchObject({ ok: true })
    expect(seen.task).toMatchObject({ stage: 'done' })
    expect(JSON.stringify(seen.transcript).toLowerCase()).toContain(
      'was turned into text on your own computer',
    )
  })

  it('answers nobody else', () => {
    expect(seen.foreign).toEqual({ ok: false, error: { code: 'forbidden' } })
  })

  it('stays on its own pages', () => {
    expect(seen.prevented).toEqual(['https://example.com/', 'file:///etc/passwd'])
    expect(seen.newWindow).toEqual({ action: 'deny' })
  })

  it('serves its pages under the strict policy, and no other file', () => {
    const index = seen.index as unknown as { status: number; headers: Record<string, string> }
    expect(index.status).toBe(200)
    expect(index.headers['content-security-policy']).toContain("script-src 'self'")
    expect(seen.outside).toMatchObject({ status: 404 })
  })

  it('plays recordings by task id only, in parts', () => {
    expect(seen.media).toMatchObject({ status: 206, bytes: 100 })
    expect(seen.noMedia).toMatchObject({ status: 404 })
  })

  it('keeps what is pasted, sent by its own page only, and hands out no file it does not know', () => {
    const pasted = seen.pasted as unknown as { status: number; body: string }
    expect(pasted.status).toBe(200)
    const { ok, value } = JSON.parse(pasted.body) as { ok: boolean; value: { path: string; name: string } }
    expect(ok).toBe(true)
    expect(value.name).toBe('pasted.png')
    expect(value.path.startsWith(join(dataDir, 'incoming'))).toBe(true)
    expect(readFileSync(value.path, 'utf8')).toBe('bytes of a photo')
    expect(seen.pastedByOthers).toMatchObject({ status: 404 })
    expect(seen.noExport).toMatchObject({ status: 404 })
  })

  it('has a preload that requires nothing but electron, as the sandbox demands', () => {
    const code = readFileSync(join(root, 'out/preload/index.cjs'), 'utf8')
    const required = [...code.matchAll(/require\(["'`]([^"'`]+)["'`]\)/g)].map((match) => match[1])
    expect(required).toEqual(['electron'])
    for (const name of builtinModules) expect(required).not.toContain(name)
  })

  it('has a built page without inline script', () => {
    const html = readFileSync(join(root, 'out/renderer/index.html'), 'utf8')
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
    expect(html).not.toMatch(/\son\w+=/)
    expect(html).not.toMatch(/https?:\/\//)
  })
})
