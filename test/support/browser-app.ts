import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')

/** The built app in browser mode, as its own process, on a data folder of its own. */
export interface BrowserApp {
  /** With the token of this run. */
  address: string
  origin: string
  dataDir: string
  child: ChildProcess
  /** Ends it as a person would, with Ctrl+C, and waits for it. */
  stop(): Promise<void>
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'phonolens-e2e-'))
}

export function removeDataDir(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

/** @throws Error with what it printed, where it ends before it has an address */
export async function startBrowserApp(
  dataDir: string,
  options: { port?: number; env?: Record<string, string> } = {},
): Promise<BrowserApp> {
  const args = ['--no-open', '--data', dataDir, '--port', String(options.port ?? 0)]
  const child = spawn(process.execPath, [join(root, 'out/main/browser.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  })
  const printed: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        printed.push(line)
        const found = /^Phonolens is at (http\S+)$/.exec(line)?.[1]
        if (found) resolve(found)
      })
    }
    child.once('exit', () => reject(new Error(`The app ended at once:\n${printed.join('\n')}`)))
  })
  return {
    address,
    origin: new URL(address).origin,
    dataDir,
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
    },
  }
}
