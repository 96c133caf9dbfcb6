import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
let project: string
let bin: string

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'phonolens-setup-'))
  bin = join(project, 'bin')
  mkdirSync(bin)
  mkdirSync(join(project, 'scripts'))
  mkdirSync(join(project, 'node_modules'))
  cpSync(join(root, 'scripts/setup.mjs'), join(project, 'scripts/setup.mjs'))
  lock('package-lock.json', '1.0.0')
  lock('node_modules/.package-lock.json', '1.0.0')
  symlinkSync('/bin/sh', join(bin, 'sh'))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function lock(path: string, version: string): void {
  const packages = { '': {}, 'node_modules/a': { version }, 'node_modules/win': { version, optional: true } }
  writeFileSync(join(project, path), JSON.stringify({ packages }))
}

/** A program of that name on the only PATH the script gets. */
function program(name: string, script = 'exit 0'): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, name), 0o755)
}

/** Stands in for npm: `npm_execpath` names it, as npm itself does for the scripts it runs. */
function fakeNpm(script: string): string {
  const path = join(project, 'fake-npm.mjs')
  writeFileSync(path, `import { writeFileSync, copyFileSync } from 'node:fs'\n${script}\n`)
  return path
}

function setup(purpose: string, env: Record<string, string> = {}) {
  const result = spawnSync(process.execPath, [join(project, 'scripts/setup.mjs'), purpose], {
    encoding: 'utf8',
    env: { PATH: bin, ...env },
  })
  return { status: result.status, output: result.stdout + result.stderr }
}

const ALL = ['ffmpeg', 'pocketsphinx_continuous', 'flite', 'espeak-ng', 'chromium']

describe('scripts/setup', () => {
  it('has nothing to do where everything is there', () => {
    for (const name of ALL) program(name)
    const { status, output } = setup('test')
    expect(status).toBe(0)
    expect(output).toMatch(/^Setup: done in \d+\.\d s\n$/)
  })

  it('installs the packages when the lockfile has changed', () => {
    for (const name of ALL) program(name)
    lock('package-lock.json', '1.1.0')
    const record = join(project, 'npm-arguments')
    const npm = fakeNpm(
      `writeFileSync(${JSON.stringify(record)}, process.argv.slice(2).join(' '))
       copyFileSync(${JSON.stringify(join(project, 'package-lock.json'))}, ${JSON.stringify(join(project, 'node_modules/.package-lock.json'))})`,
    )
    const { status, output } = setup('start', { npm_execpath: npm })
    expect(status).toBe(0)
    expect(readFileSync(record, 'utf8')).toMatch(/^ci /)
    expect(output).toContain('installing the packages')
  })

  it('stops with a plain line when the packages cannot be installed', () => {
    for (const name of ALL) program(name)
    lock('package-lock.json', '1.1.0')
    const { status, output } = setup('start', { npm_execpath: fakeNpm('process.exit(7)') })
    expect(status).toBe(1)
    expect(output).toContain('npm ci did not succeed')
  })

  it('names what is missing and goes on, where it cannot install', () => {
    program('ffmpeg')
    program('flite')
    program('espeak-ng')
    const { status, output } = setup('start')
    expect(status).toBe(0)
    expect(output).toMatch(
      /pocketsphinx_continuous or pocketsphinx is missing \(speech to text\)\. To get it: .+/,
    )
    expect(output).not.toContain('chromium')
    expect(setup('test').output).toContain('chromium')
  })

  it('takes FFMPEG_BIN for ffmpeg', () => {
    for (const name of ALL.filter((each) => each !== 'ffmpeg')) program(name)
    expect(setup('start').output).toContain('ffmpeg is missing')
    expect(setup('start', { FFMPEG_BIN: join(bin, 'flite') }).output).not.toContain('missing')
  })

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)('installs with apt, as root', () => {
    for (const name of ALL.filter((each) => each !== 'ffmpeg')) program(name)
    const record = join(project, 'apt-arguments')
    program(
      'apt-get',
      `echo "$@" >> ${record}; case "$*" in *install*ffmpeg*) : > ${bin}/ffmpeg; /bin/chmod +x ${bin}/ffmpeg;; esac`,
    )
    const { status, output } = setup('start')
    expect(status).toBe(0)
    expect(output).toContain('installing ffmpeg with apt')
    expect(output).not.toContain('missing')
    const calls = readFileSync(record, 'utf8').trim().split('\n')
    expect(calls[0]).toMatch(/update$/)
    expect(calls[1]).toMatch(/install -y --no-install-recommends ffmpeg$/)
  })

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)('goes on when apt fails', () => {
    for (const name of ALL.filter((each) => each !== 'flite')) program(name)
    program('apt-get', 'exit 100')
    const { status, output } = setup('start')
    expect(status).toBe(0)
    expect(output).toContain('flite is missing')
  })
})
