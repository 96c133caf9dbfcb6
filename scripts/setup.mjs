// Puts in place what Phonolens needs: its packages and the system's tools. Runs before `npm start`, `npm test` and
// `npm run service`, on whatever Node the machine has (18 and up), so it uses nothing but Node itself.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const OLDEST_NODE = 18

/** `programs`: any one of them will do. `file`: must be there, too. */
const TOOLS = [
  {
    programs: ['ffmpeg'],
    apt: ['ffmpeg'],
    brew: 'ffmpeg',
    winget: 'Gyan.FFmpeg',
    gives: 'reading recordings',
  },
  {
    programs: ['pocketsphinx_continuous', 'pocketsphinx'],
    apt: ['pocketsphinx', 'pocketsphinx-en-us'],
    debianFile: '/usr/share/pocketsphinx/model/en-us',
    brew: 'cmu-pocketsphinx',
    gives: 'speech to text',
  },
  { programs: ['flite'], apt: ['flite'], brew: 'flite', gives: 'English voices' },
  {
    programs: ['espeak-ng'],
    apt: ['espeak-ng'],
    brew: 'espeak-ng',
    winget: 'eSpeak-NG.eSpeak-NG',
    gives: 'voices',
  },
  {
    programs: ['chromium', 'chromium-browser', 'google-chrome'],
    apt: ['chromium'],
    brew: 'chromium',
    winget: 'Hibbiki.Chromium',
    gives: 'tests in a browser',
    onlyFor: 'test',
  },
]

function say(line) {
  console.log(`Setup: ${line}`)
}

function fail(line) {
  console.error(`Setup: ${line}`)
  process.exit(1)
}

function onPath(program) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  return (process.env.PATH ?? '').split(delimiter).some((folder) =>
    endings.some((ending) => {
      try {
        accessSync(join(folder, program + ending), constants.X_OK)
        return statSync(join(folder, program + ending)).isFile()
      } catch {
        return false
      }
    }),
  )
}

function isThere(tool) {
  if (tool.programs[0] === 'ffmpeg' && process.env.FFMPEG_BIN) return existsSync(process.env.FFMPEG_BIN)
  if (!tool.programs.some(onPath)) return false
  return !tool.debianFile || !existsSync('/etc/debian_version') || existsSync(tool.debianFile)
}

/** npm keeps a copy of the lockfile it installed from; packages only other systems need are not in it. */
function packagesAreThere() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(
      ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
    )
  } catch {
    return false
  }
}

function installPackages() {
  if (packagesAreThere()) return
  say('installing the packages with npm ci; a minute or two the first time')
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0)
    fail('npm ci did not succeed; what it printed above says why. Nothing was started.')
  if (!packagesAreThere()) fail('npm ci ended without the packages of package-lock.json in place.')
}

/** The words before apt-get that make it run as root without a question, or null where that cannot be had. */
function rootPrefix() {
  if (process.platform !== 'linux' || !onPath('apt-get')) return null
  if (process.getuid() === 0) return []
  return onPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
    ? ['sudo', '-n']
    : null
}

function aptGet(prefix, ...args) {
  const [command, ...rest] = [...prefix, 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=120', ...args]
  // apt must not ask and must not be held up by a service that wants restarting.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_MODE: 'l' }
  return spawnSync(command, rest, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
}

function installTools(missing) {
  const prefix = rootPrefix()
  if (!prefix) return
  const packages = missing.flatMap((tool) => tool.apt)
  say(`installing ${packages.join(', ')} with apt`)
  aptGet(prefix, 'update')
  if (aptGet(prefix, 'install', '-y', '--no-install-recommends', ...packages)) return
  // One package that this release does not have must not keep the others away.
  for (const name of packages) aptGet(prefix, 'install', '-y', '--no-install-recommends', name)
}

function fetchFfmpeg() {
  const script = join(root, 'node_modules/ffmpeg-static/install.js')
  if (!existsSync(script)) return false
  const { FFMPEG_BIN, ...env } = process.env
  say(`fetching a copy of ffmpeg${FFMPEG_BIN ? `, because there is none at ${FFMPEG_BIN}` : ''}`)
  return spawnSync(process.execPath, [script], { stdio: 'inherit', env, timeout: 300_000 }).status === 0
}

function howToGet(tool) {
  if (process.platform === 'darwin') return `brew install ${tool.brew}`
  if (process.platform === 'win32')
    return tool.winget ? `winget install ${tool.winget}` : 'not packaged for Windows yet'
  return `apt install ${tool.apt.join(' ')}, or your system's package of that name`
}

function main() {
  const startedAt = Date.now()
  const purpose = process.argv[2] ?? 'start'
  const major = Number(process.versions.node.split('.')[0])
  if (major < OLDEST_NODE)
    fail(`Node ${OLDEST_NODE} or newer is needed to begin with; this is ${process.version}.`)
  installPackages()
  const tools = TOOLS.filter((tool) => !tool.onlyFor || tool.onlyFor === purpose)
  const missing = tools.filter((tool) => !isThere(tool))
  if (missing.length > 0) installTools(missing)
  for (const tool of missing.filter((each) => !isThere(each))) {
    if (tool.programs[0] === 'ffmpeg' && fetchFfmpeg()) continue
    say(
      `${tool.programs.join(' or ')} is missing (${tool.gives}). To get it: ${howToGet(tool)}. Going on without.`,
    )
  }
  say(`done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}

main()
