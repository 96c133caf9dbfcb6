import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDataDir, removeDataDir, startBrowserApp, type BrowserApp } from '../support/browser-app.ts'
import { dropFiles, launchChromium, openPage, type WatchedPage } from '../support/chromium.ts'

const SAMPLE = join(import.meta.dirname, '../../resources/sample-recording.flac')
let files: string
let dataDir: string
let app: BrowserApp
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'phonolens-long-'))
  // Long enough to be caught at work: the sample twice over.
  const args = [
    '-v',
    'error',
    '-stream_loop',
    '3',
    '-i',
    SAMPLE,
    '-c:a',
    'flac',
    join(files, 'long talk.flac'),
  ]
  expect(spawnSync('ffmpeg', args).status).toBe(0)
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

/** Ids of the processes below one, from the kernel's own list; the service is one, its decoders another. */
function processesBelow(pid: number): { pid: number; command: string }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
      } catch {
        return [] // It ended between the listing and the reading.
      }
    })
  const below = (id: number): typeof all =>
    all.filter((each) => each.parent === id).flatMap((each) => [each, ...below(each.pid)])
  return below(pid)
}

async function stageOf(page: Page, name: string, stage: string): Promise<void> {
  await page.locator(`article[data-stage=${stage}]`, { hasText: name }).waitFor({ timeout: 120_000 })
}

const onLinux = process.platform === 'linux'

describe.runIf(onLinux)('work under way', () => {
  it('goes on when the service is killed while it works', async () => {
    const { page } = watched
    await dropFiles(page, [join(files, 'long talk.flac')], ['killed service.flac'])
    await stageOf(page, 'killed service', 'running')
    const service = processesBelow(app.child.pid!).find((each) => each.command.includes('service.js'))
    process.kill(service!.pid, 'SIGKILL')
    await stageOf(page, 'killed service', 'done')
  })

  it('goes on when the whole app is killed and started again', async () => {
    const { page } = watched
    await dropFiles(page, [join(files, 'long talk.flac')], ['killed app.flac'])
    await stageOf(page, 'killed app', 'running')
    const exited = new Promise((resolve) => app.child.once('exit', resolve))
    app.child.kill('SIGKILL')
    await exited
    await page.getByText('Phonolens is not running any more.').waitFor({ timeout: 30_000 })
    await watched.context.close()
    app = await startBrowserApp(dataDir)
    watched = await openPage(browser, app.address)
    await stageOf(watched.page, 'killed app', 'done')
  })

  it('ends when it is cancelled, with nothing left running, and begins again when asked to', async () => {
    const { page } = watched
    await dropFiles(page, [join(files, 'long talk.flac')], ['cancelled.flac'])
    await stageOf(page, 'cancelled.flac', 'running')
    await page.getByRole('button', { name: 'Cancel cancelled.flac' }).first().click()
    await stageOf(page, 'cancelled.flac', 'cancelled')
    await page.getByRole('button', { name: 'Try cancelled.flac again' }).click()
    await stageOf(page, 'cancelled.flac', 'done')
  })

  it('leaves no process behind when the app is stopped', async () => {
    const before = processesBelow(app.child.pid!)
    expect(before.some((each) => each.command.includes('service.js'))).toBe(true)
    await app.stop()
    const left = before.filter((each) => {
      try {
        process.kill(each.pid, 0)
        return true
      } catch {
        return false
      }
    })
    expect(left).toEqual([])
  })
})
