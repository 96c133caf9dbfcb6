import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What both programs do with a text: a tone of 60 ms for each letter or digit, 16-bit mono at 22,050 Hz, with the sizes
 * that a writer gives who does not know the end.
 */
const SPEAK = `
  const { readFileSync, writeFileSync } = require('node:fs')
  function speak(text, audioPath) {
    const count = (text.match(/[\\p{L}\\p{N}]/gu) ?? []).length * 1323
    const wav = Buffer.alloc(44 + count * 2)
    wav.write('RIFF\\xff\\xff\\xff\\xffWAVEfmt \\x10\\0\\0\\0\\x01\\0\\x01\\0', 0, 'latin1')
    wav.writeUInt32LE(22050, 24); wav.writeUInt32LE(44100, 28); wav.writeUInt16LE(2, 32); wav.writeUInt16LE(16, 34)
    wav.write('data\\xff\\xff\\xff\\xff', 36, 'latin1')
    for (let at = 0; at < count; at += 1) wav.writeInt16LE(at % 100 < 50 ? 9000 : -9000, 44 + at * 2)
    setTimeout(() => writeFileSync(audioPath, wav), count > 500000 ? 60000 : 0)
  }
`

function program(folder: string, name: string, body: string): string {
  const path = join(folder, name)
  // Writing it anew while an earlier run of it is starting would fail.
  if (!existsSync(path)) writeFileSync(path, `#!${process.execPath}\n${SPEAK}${body}`, { mode: 0o755 })
  return path
}

/** `say` of macOS as its manual page has it, with two voices. It takes no text but from a file. */
export function sayStandIn(folder: string): string {
  return program(
    folder,
    'say',
    `const options = {}
    for (let args = process.argv.slice(2); args.length > 0; ) {
      const [, long, value] = /^--([\\w-]+)=(.*)$/.exec(args[0]) ?? []
      if (long) { options[long] = value; args = args.slice(1); continue }
      if (!['-v', '-o', '-f'].includes(args[0])) process.exit(1)
      options[args[0]] = args[1]
      args = args.slice(2)
    }
    if (options['-v'] === '?') {
      console.log('Samantha            en_US    # Hello! My name is Samantha.')
      console.log('Eddy (German (Germany)) de_DE    # Hallo! Ich heiße Eddy.')
    } else {
      if (options['-v'] !== 'Samantha' || options['file-format'] !== 'WAVE') process.exit(1)
      if (options['data-format'] !== 'LEI16@22050') process.exit(1)
      const text = readFileSync(options['-f'], 'utf8')
      // A real one is silent for as long as the command says.
      if (text.includes('[[')) process.exit(1)
      speak(text, options['-o'])
    }`,
  )
}

/** PowerShell, as far as the two scripts of the engine go: told apart by what they call. */
export function powershellStandIn(folder: string): string {
  return program(
    folder,
    'powershell',
    `const args = process.argv.slice(2)
    const at = args.indexOf('-EncodedCommand')
    if (at === -1 || args.length !== at + 2) process.exit(1)
    const script = Buffer.from(args[at + 1], 'base64').toString('utf16le')
    if (script.includes('GetInstalledVoices')) {
      console.log(JSON.stringify([{ name: 'Microsoft Zira Desktop', culture: 'en-US', gender: 'Female' }]))
    } else {
      const input = readFileSync(0)
      if (input.some((byte) => byte > 126)) process.exit(1)
      const order = JSON.parse(input)
      if (order.voice !== 'Microsoft Zira Desktop') process.exit(1)
      speak(readFileSync(order.textPath, 'utf8'), order.audioPath)
    }`,
  )
}

/** The real espeak-ng, but for the first `times` that it is to write a file: then it is killed. Leaves a mark each time. */
export function killedWhileSpeaking(folder: string, real: string, times: number): string {
  const path = join(folder, 'espeak-ng')
  const body = `const { existsSync, writeFileSync } = require('node:fs')
    const { spawnSync } = require('node:child_process')
    const args = process.argv.slice(2)
    for (let count = 1; args.includes('-w') && count <= ${times}; count += 1) {
      const mark = ${JSON.stringify(join(folder, 'killed-'))} + count
      if (existsSync(mark)) continue
      writeFileSync(mark, '')
      process.kill(process.pid, 'SIGKILL')
    }
    process.exit(spawnSync(${JSON.stringify(real)}, args, { stdio: 'inherit' }).status)`
  writeFileSync(path, `#!${process.execPath}\n${body}`, { mode: 0o755 })
  return path
}
