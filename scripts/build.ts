import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'out/.built-from')
const INPUTS = ['src', 'package-lock.json', 'package.json', 'electron.vite.config.ts']

/** A digest of everything the build reads, by content: a file that was only touched does not cost a build. */
function inputsDigest(): string {
  const hash = createHash('sha256')
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
    } else {
      hash.update(path.slice(root.length)).update('\0').update(readFileSync(path))
    }
  }
  for (const input of INPUTS) add(join(root, input))
  return hash.digest('hex')
}

/**
 * Builds the app into `out/` where the sources have changed since the last build.
 *
 * @throws Error with what the build printed, where it fails
 */
export function buildIfChanged(say: (line: string) => void = console.log): void {
  const digest = inputsDigest()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  say('Building the app; half a minute the first time')
  const cli = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const result = spawnSync(process.execPath, [cli, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (result.status !== 0) throw new Error(`The build failed.\n${result.stdout}${result.stderr}`)
  mkdirSync(join(root, 'out'), { recursive: true })
  writeFileSync(stamp, digest)
}

if (import.meta.main) {
  try {
    buildIfChanged()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
