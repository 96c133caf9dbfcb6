import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDataDir, removeDataDir, startBrowserApp, type BrowserApp } from '../support/browser-app.ts'
import { dropFiles, launchChromium, openPage } from '../support/chromium.ts'

const SAMPLE = join(import.meta.dirname, '../../resources/sample-recording.flac')
let files: string
let dataDir: string
let app: BrowserApp
let browser: Browser
let page: Page
let web: Server
let webAddress: string

function ffmpeg(...args: string[]): void {
  const result = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { encoding: 'utf8' })
  if (result.status !== 0) throw new Error(result.stderr)
}

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'phonolens-bad-'))
  writeFileSync(join(files, 'notes.wav'), 'This is a text that somebody called a recording.\n'.repeat(20))
  writeFileSync(join(files, 'empty.mp3'), '')
  ffmpeg('-f', 'lavfi', '-i', 'color=s=64x64:d=1', join(files, 'silent film.mp4'))
  ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '2', join(files, 'silence.wav'))
  web = createServer((request, response) => {
    if (request.url === '/talk.flac') return response.end(readFileSync(SAMPLE))
    if (request.url === '/page')
      return response.setHeader('content-type', 'text/html').end('<p>Not a recording</p>')
    return response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  webAddress = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  dataDir = newDataDir()
  ;[app, browser] = await Promise.all([startBrowserApp(dataDir), launchChromium()])
  page = (await openPage(browser, app.address)).page
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
  web?.close()
  removeDataDir(dataDir)
  rmSync(files, { recursive: true, force: true })
})

async function transcribeAddress(address: string): Promise<void> {
  await page.getByLabel('Address of a recording').fill(address)
  await page.getByRole('button', { name: 'Transcribe address' }).click()
}

/** The row of that name, once its work has ended, as text. */
async function endedRow(name: string): Promise<string> {
  const row = page.locator('article', { hasText: name }).first()
  await row.and(page.locator('[data-stage=done], [data-stage=failed]')).waitFor({ timeout: 90_000 })
  return (await row.textContent()) ?? ''
}

describe('what a person may bring', () => {
  it('several files at once: each gets its own answer and none stops the others', async () => {
    const names = ['notes.wav', 'empty.mp3', 'silent film.mp4', 'silence.wav']
    await dropFiles(
      page,
      names.map((name) => join(files, name)),
    )
    expect(await endedRow('notes.wav')).toContain('This is not a recording.')
    expect(await endedRow('empty.mp3')).toContain('The file is empty.')
    expect(await endedRow('silent film.mp4')).toContain('This video has no sound.')
    expect(await endedRow('silence.wav')).toContain('no speech found')
  })

  it('an address that works, one that answers 404, one that is a page, one that is none', async () => {
    await transcribeAddress(`${webAddress}/talk.flac`)
    await transcribeAddress(`${webAddress}/gone.mp3`)
    await transcribeAddress(`${webAddress}/page`)
    expect(await endedRow('talk.flac')).toMatch(/\d+ segments/)
    expect(await endedRow('gone.mp3')).toContain('404')
    expect(await endedRow('page')).toMatch(/page|web/i)
    await transcribeAddress('ftp://example.com/a.wav')
    await page.getByText('This address cannot be used.').first().waitFor()
  })

  it('and nothing of it is lost when the page is loaded again', async () => {
    const before = await page.locator('article').count()
    await page.reload()
    await page.locator('article').first().waitFor()
    expect(await page.locator('article').count()).toBe(before)
  })
})
