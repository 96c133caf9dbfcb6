// Takes pictures of the running app: `npm run screenshots -- [--out DIR]`. The app is the built one in browser mode, on a
// data folder of its own, with recordings it really transcribes; the README's pictures come from here.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { newDataDir, removeDataDir, startBrowserApp } from '../test/support/browser-app.ts'
import { dropFiles, launchChromium, openPage } from '../test/support/chromium.ts'
import { degrade, drawPortrait } from '../test/support/pictures.ts'
import { buildIfChanged } from './build.ts'

const root = join(import.meta.dirname, '..')
/** Something to speak, of which one part is a few seconds. */
const STORY =
  'The lamp at the end of the pier was lit by hand until nineteen fifty. Every evening somebody walked out there. '
const SAMPLE = join(root, 'resources/sample-recording.flac')
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'docs/screenshots') } },
})
const out = resolve(values.out)

buildIfChanged()
mkdirSync(out, { recursive: true })
const dataDir = newDataDir()
const bad = join(dataDir, 'notes.wav')
const photos = ['drawing.png', 'poster.jpg', 'notes.jpg'].map((name) => join(dataDir, name))
const app = await startBrowserApp(dataDir)
writeFileSync(bad, 'A text that somebody called a recording.')
writeFileSync(
  photos[0]!,
  await degrade(await drawPortrait(1100, 1300, 5), { blurSigma: 1.2, noiseSigma: 18 }),
)
const poster = { width: 5400, height: 4500, channels: 3, background: '#667' } as const
await sharp({ create: poster }).jpeg().toFile(photos[1]!)
writeFileSync(photos[2]!, 'A text that somebody called a photo.')
const browser = await launchChromium()

async function goTo(page: Page, key: string, heading: string): Promise<void> {
  await page.keyboard.press(key)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.evaluate(() => document.fonts.ready)
}

try {
  const light = (await openPage(browser, app.address)).page
  const dark = (await openPage(browser, app.address, true)).page
  const both = async (name: string, take: (page: Page) => Promise<void>): Promise<void> => {
    for (const [theme, page] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      await take(page)
      await page.screenshot({ path: join(out, `${name}-${theme}.png`) })
    }
  }
  await both('transcribe-empty', (page) => goTo(page, 'Control+1', 'Transcribe'))
  await both('library-empty', (page) => goTo(page, 'Control+4', 'Library'))

  await goTo(light, 'Control+1', 'Transcribe')
  const copies = [SAMPLE, SAMPLE, bad, SAMPLE, SAMPLE]
  const names = [
    'Interview with the archivist.flac',
    'Lecture 3.flac',
    'notes.wav',
    'Voice memo.flac',
    'Podcast 12.flac',
  ]
  await dropFiles(light, copies, names)
  await light.locator('article[data-stage=done]').first().waitFor({ timeout: 90_000 })
  await light.locator('article[data-stage=running]').first().waitFor({ timeout: 90_000 })
  await both('transcribe-busy', (page) => goTo(page, 'Control+1', 'Transcribe'))
  await light.locator('article[data-stage=done]').nth(3).waitFor({ timeout: 120_000 })
  await both('transcribe-done', (page) => goTo(page, 'Control+1', 'Transcribe'))
  await both('library', (page) => goTo(page, 'Control+4', 'Library'))
  await both('transcript', async (page) => {
    await goTo(page, 'Control+4', 'Library')
    await page.getByRole('button', { name: 'Open Interview with the archivist.flac' }).first().click()
    await page.getByRole('list', { name: 'Segments' }).getByRole('listitem').nth(1).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  })
  await both('speak-empty', (page) => goTo(page, 'Control+2', 'Speak'))
  await both('restore-empty', (page) => goTo(page, 'Control+3', 'Restore'))

  await goTo(light, 'Control+2', 'Speak')
  await light.getByRole('list', { name: 'Voices' }).getByRole('listitem').first().waitFor({ timeout: 30_000 })
  await light.getByLabel('Text', { exact: true }).fill('🎉')
  await light.keyboard.press('Control+Enter')
  await light.locator('article[data-stage=failed]').waitFor({ timeout: 30_000 })
  await light.getByLabel('Text', { exact: true }).fill(STORY.repeat(30))
  await light.keyboard.press('Control+Enter')
  await light.locator('article[data-stage=running]').waitFor({ timeout: 30_000 })
  await both('speak-busy', (page) => goTo(page, 'Control+2', 'Speak'))
  await light.locator('article[data-stage=done]').waitFor({ timeout: 120_000 })
  await both('speak-done', (page) => goTo(page, 'Control+2', 'Speak'))
  await both('speech', async (page) => {
    await goTo(page, 'Control+2', 'Speak')
    await page
      .locator('article[data-stage=done]')
      .getByRole('button', { name: /^Open / })
      .click()
    await page.getByRole('button', { name: 'Save as' }).waitFor()
  })

  await goTo(light, 'Control+3', 'Restore')
  await dropFiles(light, photos, ['Drawing.png', 'Poster.jpg', 'notes.jpg'])
  await light.locator('article[data-stage=failed]').nth(1).waitFor({ timeout: 60_000 })
  await light.locator('article[data-stage=running]').waitFor({ timeout: 60_000 })
  await both('restore-busy', (page) => goTo(page, 'Control+3', 'Restore'))
  await light.locator('article[data-stage=done]').waitFor({ timeout: 120_000 })
  await both('restore-done', (page) => goTo(page, 'Control+3', 'Restore'))
  await both('photo', async (page) => {
    await goTo(page, 'Control+3', 'Restore')
    await page.getByRole('button', { name: 'Open Drawing.png' }).first().click()
    await page.getByRole('region', { name: 'Before and after' }).waitFor()
    await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  })
  await both('settings', (page) => goTo(page, 'Control+,', 'Settings'))
  await both('keys', async (page) => {
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  })
  for (const page of [light, dark]) await page.keyboard.press('Escape')
  await light.setViewportSize({ width: 880, height: 600 })
  await goTo(light, 'Control+1', 'Transcribe')
  await light.screenshot({ path: join(out, 'transcribe-narrow-light.png') })
  console.log(`The pictures are in ${out}`)
} finally {
  await browser.close()
  await app.stop()
  removeDataDir(dataDir)
}
