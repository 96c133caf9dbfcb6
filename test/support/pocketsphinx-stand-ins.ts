import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Puts a small program named `name` into `folder`, run by the Node that runs the tests. */
function program(folder: string, name: string, body: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!${process.execPath}\n${body}`, { mode: 0o755 })
  return path
}

/**
 * PocketSphinx 5.x as its manual page has it: `pocketsphinx [options] single FILE` prints one JSON line. It hears the
 * same three words in every file that is long enough, and in a shorter one nothing, with the broken list 5.x prints.
 */
export function pocketsphinx5(folder: string): string {
  return program(
    folder,
    'pocketsphinx',
    `const { readFileSync } = require('node:fs')
    const args = process.argv.slice(2)
    const known = ['-lw', '-wip', '-topn', '-remove_noise', '-hmm', '-lm', '-dict']
    while (args[0]?.startsWith('-')) {
      if (!known.includes(args[0])) { console.error('ERROR: Unknown argument name ' + args[0]); process.exit(1) }
      args.splice(0, 2)
    }
    if (args.shift() !== 'single') process.exit(1)
    for (const file of args) {
      const wav = readFileSync(file)
      if (wav.toString('latin1', 0, 4) !== 'RIFF') process.exit(1)
      const seconds = (wav.length - 44) / 32000
      const seg = (b, d, t) => '{"b":' + b.toFixed(3) + ',"d":' + d.toFixed(3) + ',"p":0.900,"t":"' + t + '"}'
      const words = seconds < 0.5 ? '"w":]}' : '"w":[' + [seg(0, 0.1, '<s>'), seg(0.1, 0.1, 'i(2)'),
        seg(0.2, 0.1, 'heard'), seg(0.3, 0.1, 'you'), seg(0.4, 0.1, '</s>')].join(',') + ']}'
      console.log('{"b":0.000,"d":' + seconds.toFixed(3) + ',"p":0.900,"t":"i heard you",' + words)
    }`,
  )
}

/** Runs the real program, but for its first `crashes` runs, in which it dies half-way. */
export function crashingFirst(folder: string, name: string, real: string, crashes: number): string {
  return program(
    folder,
    name,
    `const { appendFileSync, readFileSync } = require('node:fs')
    const { spawnSync } = require('node:child_process')
    const count = ${JSON.stringify(join(folder, 'runs'))}
    appendFileSync(count, 'x')
    if (readFileSync(count).length <= ${crashes}) process.kill(process.pid, 'SIGSEGV')
    else process.exit(spawnSync(${JSON.stringify(real)}, process.argv.slice(2)).status)`,
  )
}

/** Never ends; writes its process id to a file in \`folder\`. */
export function neverEnding(folder: string, name: string): string {
  return program(
    folder,
    name,
    `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'pid-'))} + process.pid, '')
    setInterval(() => {}, 1000)`,
  )
}
