import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { parseSync, type NodeCue } from 'subtitle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDataDir, removeDataDir, startBrowserApp, type BrowserApp } from '../support/browser-app.ts'
import { dropFiles, launchChromium, openPage, type WatchedPage } from '../support/chromium.ts'
import { wordErrorRate } from '../support/speech.ts'

const root = join(import.meta.dirname, '../..')
const SAMPLE = join(root, 'resources/sample-recording.flac')
const SPOKEN = readFileSync(join(root, 'resources/sample-recording.txt'), 'utf8')
/** Spaces, quotes, emoji and 200 characters, as people's files are called. */
const NAME = `${'My "first" recording 👩‍🚀 '.padEnd(195, 'x')}.flac`

let dataDir: string
let app: BrowserApp
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  dataDir = newDataDir()
  ;[app, browser] = await Promise.all([startBrowserApp(dataDir), launchChromium()])
  watched = await openPage(browser, app.address)
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
  removeDataDir(dataDir)
})

describe('a recording dropped on the window', () => {
  it('is invited by an empty page', async () => {
    const { page } = watched
    await page.getByRole('heading', { level: 1, name: 'Transcribe' }).waitFor()
    expect(await page.getByText('Drop recordings here').isVisible()).toBe(true)
    expect(page.url()).not.toContain('token')
  })

  it('becomes the right words', async () => {
    const { page } = watched
    await dropFiles(page, [SAMPLE], [NAME])
    const row = page.locator('article', { hasText: 'My "first" recording' })
    await row.and(page.locator('[data-stage=done]')).waitFor({ timeout: 90_000 })
    expect(await row.textContent()).toMatch(/25 s, 4 segments|24 s, \d+ segments|25 s, \d+ segments/)
    await row.getByRole('button', { name: /^Open / }).click()
    const segments = page.getByRole('list', { name: 'Segments' }).getByRole('listitem')
    await segments.first().waitFor()
    const words = (await segments.locator('p').allTextContents()).join(' ')
    expect(wordErrorRate(SPOKEN, words)).toBeLessThan(0.1)
  })

  it('leaves as an SRT file that another program reads as the same segments', async () => {
    const { page } = watched
    const segments = page.getByRole('list', { name: 'Segments' }).getByRole('listitem')
    const shown = (await segments.locator('p').allTextContents()).map((text) => text.trim())
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export SRT' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.srt$/)
    const srt = await readFile((await download.path())!, 'utf8')
    expect(srt.replaceAll('\r\n', '')).not.toContain('\n')
    const cues = parseSync(srt).filter((node): node is NodeCue => node.type === 'cue')
    expect(cues.map((cue) => cue.data.text)).toEqual(shown)
    expect(cues.map((cue) => cue.data.start)).toEqual(
      cues.map((cue) => cue.data.start).toSorted((a, b) => a - b),
    )
    expect(cues.every((cue, index) => index === 0 || cue.data.start >= cues[index - 1]!.data.end)).toBe(true)
    expect(cues.at(-1)!.data.end).toBeLessThanOrEqual(25_000)
  })

  it('plays from the segment that is clicked', async () => {
    const { page } = watched
    const second = page.getByRole('list', { name: 'Segments' }).getByRole('listitem').nth(1)
    await second.click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await expect.poll(() => second.getAttribute('aria-current'), { timeout: 10_000 }).toBe('true')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  })

  it('copies as text', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(wordErrorRate(SPOKEN, copied)).toBeLessThan(0.1)
  })

  it('is in the library, found by name, also after a restart', async () => {
    await app.stop()
    app = await startBrowserApp(dataDir)
    await watched.context.close()
    watched = await openPage(browser, app.address)
    const { page } = watched
    await page.keyboard.press('Control+4')
    await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor()
    await page.getByPlaceholder('Search by name').fill('FIRST"')
    const row = page.locator('article[data-stage=done]')
    await row.waitFor()
    await page.getByPlaceholder('Search by name').fill('no such name')
    await page.getByText('Nothing here is called “no such name”.').waitFor()
    await page.getByPlaceholder('Search by name').fill('')
    await row.getByRole('button', { name: /^Open / }).click()
    const segments = page.getByRole('list', { name: 'Segments' }).getByRole('listitem')
    await segments.first().waitFor()
    expect(await segments.count()).toBeGreaterThan(1)
  })

  it('can be deleted, and brought back for ten seconds', async () => {
    const { page } = watched
    await page.keyboard.press('Control+4')
    await page.getByRole('button', { name: /^Delete / }).click()
    await page.getByRole('button', { name: /^Undo deleting / }).click()
    await page.locator('article[data-stage=done]').waitFor()
  })

  it('left no error in the page and asked nobody else for anything', () => {
    expect(watched.troubles).toEqual([])
  })
})
