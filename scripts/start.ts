import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfChanged } from './build.ts'

const root = join(import.meta.dirname, '..')
const USAGE = `Usage: npm start -- [--browser] [--port N] [--no-open] [--data DIR]
  --browser   serve the app to a browser on this computer, without Electron
  --port N    port for that; a free one by default
  --no-open   do not open the browser
  --data DIR  keep everything the app keeps in this folder`

function readOptions() {
  try {
    return parseArgs({
      options: {
        browser: { type: 'boolean', default: false },
        port: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        data: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    process.exit(2)
  }
}

/** Why the window cannot be had here, in one line, or the path of Electron's binary. */
function findElectron(): { binary: string } | { reason: string } {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { reason: 'There is no display' }
  }
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return { reason: "Electron's sandbox does not run as root" }
  }
  const folder = join(root, 'node_modules/electron')
  const pathFile = join(folder, 'path.txt')
  const installed = () =>
    existsSync(pathFile) && existsSync(join(folder, 'dist', readFileSync(pathFile, 'utf8')))
  if (!installed()) {
    console.log('Fetching Electron; this happens once')
    // Its own words on a failure are a stack; the one line below says what matters.
    spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: 600_000 })
  }
  if (!installed()) return { reason: "Electron's binary is not here and could not be fetched" }
  return { binary: join(folder, 'dist', readFileSync(pathFile, 'utf8')) }
}

/** Gives the terminal to the app and ends as it ends. */
function hand(command: string, args: string[]): void {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

const options = readOptions()
if (options.help) {
  console.log(USAGE)
  process.exit(0)
}
try {
  buildIfChanged()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
// npm runs scripts in the project's folder; a relative folder is meant from where the person typed it.
const data = options.data ? ['--data', resolve(process.env.INIT_CWD ?? process.cwd(), options.data)] : []
const found = options.browser ? null : findElectron()
if (found && 'binary' in found) {
  hand(found.binary, [root, ...data])
} else {
  if (found) console.log(`${found.reason}; serving the app in browser mode instead.`)
  const port = options.port ? ['--port', options.port] : []
  const open = options['no-open'] || found?.reason === 'There is no display' ? ['--no-open'] : []
  hand(process.execPath, [join(root, 'out/main/browser.js'), ...port, ...data, ...open])
}
