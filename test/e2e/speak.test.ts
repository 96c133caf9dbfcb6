import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Browser } from 'playwright-core'
import { fileTypeFromFile } from 'file-type'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDataDir, removeDataDir, startBrowserApp, type BrowserApp } from '../support/browser-app.ts'
import { dropFiles, launchChromium, openPage, type WatchedPage } from '../support/chromium.ts'
import { wordErrorRate } from '../support/speech.ts'

const TEXT =
  'Welcome to the studio. Every word that you write here is spoken on your own computer.\n\n' +
  'When you like what you hear, save it as a file and take it with you.'

let dataDir: string
let saved: string
let app: BrowserApp
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  dataDir = newDataDir()
  saved = mkdtempSync(join(tmpdir(), 'phonolens-saved-'))
  ;[app, browser] = await Promise.all([startBrowserApp(dataDir), launchChromium()])
  watched = await openPage(browser, app.address)
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
  removeDataDir(dataDir)
  rmSync(saved, { recursive: true, force: true })
})

/** Saves the open speech in a format of the menu. */
async function save(format: RegExp): Promise<string> {
  const { page } = watched
  await page.getByRole('button', { name: 'Save as' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ])
  const path = join(saved, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

describe('a text', () => {
  it('finds a voice by search, and lets it be heard', async () => {
    const { page } = watched
    await page.keyboard.press('Control+2')
    await page.getByRole('heading', { level: 1, name: 'Speak' }).waitFor()
    const voices = page.getByRole('list', { name: 'Voices' }).getByRole('listitem')
    await voices.first().waitFor({ timeout: 30_000 })
    expect(await voices.count()).toBeGreaterThan(5)
    await page.getByLabel('Search voices').fill('rms')
    await expect.poll(() => voices.count()).toBe(1)
    await voices.getByRole('button', { name: /^Play a sample/ }).click()
    await voices.getByRole('button', { name: /^Stop the sample/ }).waitFor({ timeout: 15_000 })
    await voices.getByRole('button').first().click()
  })

  it('is spoken, and opens with its words and a player', async () => {
    const { page } = watched
    expect(await page.getByRole('button', { name: 'Speak', exact: true }).isDisabled()).toBe(true)
    await page.getByLabel('Text', { exact: true }).fill(TEXT)
    await page.keyboard.press('Control+Enter')
    const row = page.locator('article[data-stage=done]')
    await row.waitFor({ timeout: 60_000 })
    await row.getByRole('button', { name: /^Open / }).click()
    await page.getByLabel('Text', { exact: true }).getByText('Every word that you write here').waitFor()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('Space')
  })

  it.each([
    [/^WAV/, 'wav', 'audio/wav'],
    [/^MP3/, 'mp3', 'audio/mpeg'],
    [/^M4A/, 'm4a', 'audio/x-m4a'],
    [/^FLAC/, 'flac', 'audio/flac'],
  ])('leaves as %s, and is what it says', async (name, ending, mime) => {
    const path = await save(name)
    expect(path.endsWith(`.${ending}`)).toBe(true)
    expect((await fileTypeFromFile(path))?.mime).toBe(mime)
  })

  it('is understood again when it is transcribed', async () => {
    const { page } = watched
    const path = await save(/^WAV/)
    await dropFiles(page, [path], ['spoken.wav'])
    const row = page.locator('article[data-stage=done]', { hasText: 'spoken.wav' }).first()
    await row.waitFor({ timeout: 90_000 })
    await row.getByRole('button', { name: /^Open / }).click()
    const segments = page.getByRole('list', { name: 'Segments' }).getByRole('listitem')
    await segments.first().waitFor()
    const words = (await segments.locator('p').allTextContents()).join(' ')
    expect(wordErrorRate(TEXT, words)).toBeLessThan(0.15)
  })

  it('with nothing to say in it fails with a reason', async () => {
    const { page } = watched
    await page.keyboard.press('Control+2')
    await page.getByLabel('Text', { exact: true }).fill('🎉 … 🎉')
    await page.keyboard.press('Control+Enter')
    const row = page.locator('article[data-stage=failed]')
    await row.waitFor({ timeout: 30_000 })
    expect(await row.textContent()).toMatch(/nothing|no words/i)
  })

  it('left no error in the page and asked nobody else for anything', () => {
    expect(watched.troubles).toEqual([])
  })
})
