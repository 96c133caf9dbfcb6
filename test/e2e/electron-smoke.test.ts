import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/electron')
const dataDirs: string[] = []
afterAll(() => dataDirs.forEach((path) => rmSync(path, { recursive: true, force: true })))

/** Why the real desktop app cannot be opened here, or the path of its binary. */
function electronHere(): { binary: string } | { reason: string } {
  const pathFile = join(folder, 'path.txt')
  const binary = existsSync(pathFile) ? join(folder, 'dist', readFileSync(pathFile, 'utf8')) : ''
  if (!existsSync(binary)) return { reason: "Electron's binary is not installed" }
  if (process.platform === 'linux' && !process.env.DISPLAY) return { reason: 'there is no display' }
  if (process.platform === 'linux' && process.getuid?.() === 0)
    return { reason: 'its sandbox does not run as root' }
  return { binary }
}

const here = electronHere()
if ('reason' in here) console.log(`Skipped: the desktop app in real Electron, because ${here.reason}.`)

describe('the desktop app in real Electron', () => {
  it.runIf('binary' in here)('opens its window and answers its page', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'phonolens-electron-'))
    dataDirs.push(dataDir)
    const app = await _electron.launch({
      executablePath: 'binary' in here ? here.binary : '',
      args: [root, '--data', dataDir],
    })
    const page = await app.firstWindow()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.title()).toContain('Phonolens')
    expect(await page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined')
    await app.close()
  })
})
