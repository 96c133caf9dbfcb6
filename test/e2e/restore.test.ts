import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDataDir, removeDataDir, startBrowserApp, type BrowserApp } from '../support/browser-app.ts'
import { dropFiles, launchChromium, openPage, type WatchedPage } from '../support/chromium.ts'
import { degrade, drawPortrait, type DrawnPicture } from '../support/pictures.ts'

let files: string
let dataDir: string
let app: BrowserApp
let browser: Browser
let watched: WatchedPage
let portrait: DrawnPicture
let worn: Buffer

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'phonolens-photos-'))
  portrait = await drawPortrait(360, 440, 11)
  worn = await degrade(portrait, { noiseSigma: 20 })
  writeFileSync(join(files, 'grandmother.png'), worn)
  writeFileSync(join(files, 'notes.jpg'), 'A text that somebody called a photo.')
  await sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#889' } })
    .jpeg()
    .toFile(join(files, 'large.jpg'))
  dataDir = newDataDir()
  ;[app, browser] = await Promise.all([startBrowserApp(dataDir), launchChromium()])
  watched = await openPage(browser, app.address)
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
  removeDataDir(dataDir)
  rmSync(files, { recursive: true, force: true })
})

/** Mean square difference of two pictures' pixels, 8 bits a channel. */
async function distance(a: Buffer, b: Buffer): Promise<number> {
  const [x, y] = await Promise.all(
    [a, b].map((each) => sharp(each).removeAlpha().toColourspace('srgb').raw().toBuffer()),
  )
  expect(x!.length).toBe(y!.length)
  return x!.reduce((sum, value, index) => sum + (value - y![index]!) ** 2, 0) / x!.length
}

async function endedRow(name: string): Promise<string> {
  const row = watched.page.locator('article', { hasText: name }).first()
  await row.and(watched.page.locator('[data-stage=done], [data-stage=failed]')).waitFor({ timeout: 90_000 })
  return (await row.textContent()) ?? ''
}

describe('photos dropped on the window', () => {
  it('open Restore by themselves; each gets its own answer', async () => {
    const { page } = watched
    await dropFiles(
      page,
      ['grandmother.png', 'notes.jpg', 'large.jpg'].map((name) => join(files, name)),
    )
    await page.getByRole('heading', { level: 1, name: 'Restore' }).waitFor()
    expect(await endedRow('notes.jpg')).toMatch(/not a photo|not a picture|cannot be read|could not be read/i)
    expect(await endedRow('large.jpg')).toMatch(/20 megapixels.*16/)
    expect(await endedRow('grandmother.png')).not.toContain('Try again')
    expect(await page.locator('article[data-stage=done]').count()).toBe(1)
  })

  it('over a limit are made to fit when the person says so', async () => {
    const { page } = watched
    await page.getByRole('button', { name: /Make it fit|Make .* fit/ }).click()
    await page.locator('article[data-stage=done]', { hasText: 'large.jpg' }).waitFor({ timeout: 120_000 })
  })

  it('show before and after, together at any zoom', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'Open grandmother.png' }).first().click()
    const viewer = page.getByRole('region', { name: 'Before and after' })
    await viewer.waitFor()
    const sizes = () =>
      viewer
        .locator('img')
        .evaluateAll((images) =>
          (images as HTMLImageElement[]).map((image) => [image.naturalWidth, image.naturalHeight]),
        )
    await expect.poll(sizes, { timeout: 15_000 }).toEqual([
      [360, 440],
      [360, 440],
    ])
    await page.keyboard.press('1')
    expect(await viewer.getByLabel('Zoom', { exact: true }).textContent()).toContain('100')
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('+')
    expect(await viewer.getByLabel('Zoom', { exact: true }).textContent()).toContain('400')
    const boxes = await viewer
      .locator('img')
      .evaluateAll((images) => images.map((image) => JSON.stringify(image.getBoundingClientRect())))
    expect(boxes[0]).toBe(boxes[1])
    await page.keyboard.press('0')
  })

  it('leave nearer to the original than they came', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'Save as' }).click()
    await page.getByText('PNG', { exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^grandmother.*\.png$/)
    const restored = await sharp((await download.path())!).toBuffer()
    const original = await sharp(portrait.data, {
      raw: { width: portrait.width, height: portrait.height, channels: 3 },
    })
      .png()
      .toBuffer()
    const [before, after] = [await distance(worn, original), await distance(restored, original)]
    // 1 dB nearer, at least.
    expect(10 * Math.log10(before / after)).toBeGreaterThan(1)
  })

  it('left no error in the page and asked nobody else for anything', () => {
    expect(watched.troubles).toEqual([])
  })
})
