import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { findProgram } from '../../src/platform/find-program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The last ones keep Chromium from looking for hosts of its own, which a closed network refuses by the dozen. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function launchChromium(): Promise<Browser> {
  const executablePath = NAMES.map((name) => findProgram(name)).find((path) => path && existsSync(path))
  if (!executablePath)
    throw new Error('Chromium is needed for the tests in a browser; scripts/setup.mjs says how to get it')
  return chromium.launch({ executablePath, args: ARGUMENTS })
}

/** A page that remembers what it should not have seen: errors, and requests to anywhere but the app. */
export interface WatchedPage {
  page: Page
  context: BrowserContext
  troubles: string[]
}

export async function openPage(browser: Browser, address: string, dark = false): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1180, height: 760 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const troubles: string[] = []
  const { origin } = new URL(address)
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin)) {
      troubles.push(`request: ${request.url()}`)
    }
  })
  await page.goto(address)
  return { page, context, troubles }
}

/** Drops files on the page the way a person does: with a drag that enters, moves and lets go. */
export async function dropFiles(
  page: Page,
  paths: readonly string[],
  names?: readonly string[],
): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path, index) => ({
      name: names?.[index] ?? basename(path),
      base64: (await readFile(path)).toString('base64'),
    })),
  )
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer()
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name))
    }
    return data
  }, files)
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('body', type, { dataTransfer: transfer })
  }
}
