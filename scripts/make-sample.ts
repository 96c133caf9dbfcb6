// Speaks the sample recording with flite's own voices: `node scripts/make-sample.ts`. Needs flite and ffmpeg.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProcess } from '../src/platform/run-process.ts'

const resources = join(import.meta.dirname, '../resources')

/** Who says what, and how long the silence after it is, in seconds. */
const LINES = [
  {
    voice: 'slt',
    text: 'Welcome to the studio. This is a short recording that you can try before you use your own.',
    pauseS: 0.9,
  },
  {
    voice: 'rms',
    text: 'Every word you hear was turned into text on your own computer. Nothing was sent anywhere.',
    pauseS: 0.8,
  },
  {
    voice: 'slt',
    text: 'Click on a sentence to hear it again. When you are happy with the result, save it as a file.',
    pauseS: 1.2,
  },
  {
    voice: 'rms',
    text: 'The people who made this program hope that it will save you many hours of work.',
    pauseS: 0.7,
  },
]

const work = mkdtempSync(join(tmpdir(), 'phonolens-sample-'))
try {
  const inputs: string[] = []
  for (const [index, line] of LINES.entries()) {
    const path = join(work, `${index}.wav`)
    await runProcess('flite', ['-voice', line.voice, '-t', line.text, '-o', path])
    inputs.push('-i', path)
  }
  const padded = LINES.map((line, i) => `[${i}]aresample=16000,apad=pad_dur=${line.pauseS}[p${i}]`).join(';')
  const joined = `${LINES.map((_, i) => `[p${i}]`).join('')}concat=n=${LINES.length}:v=0:a=1[out]`
  const output = join(resources, 'sample-recording.flac')
  await runProcess('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...inputs,
    '-filter_complex',
    `${padded};${joined}`,
    '-map',
    '[out]',
    '-ac',
    '1',
    '-compression_level',
    '12',
    output,
  ])
  writeFileSync(join(resources, 'sample-recording.txt'), LINES.map((line) => `${line.text}\n`).join(''))
} finally {
  rmSync(work, { recursive: true, force: true })
}
