// Measures the speech recogniser: `node scripts/bench-transcribe.ts [--audio DIR]`. Needs flite, ffmpeg, PocketSphinx.
// DIR holds pairs of name.wav (or another sound file) and name.txt with what is said in it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPocketsphinxEngine } from '../src/service/engines/speech-to-text/pocketsphinx-engine.ts'
import { PASSAGES } from '../test/support/passages.ts'
import { composeSpeech, wordErrors, type FliteVoice } from '../test/support/speech.ts'

interface Sample {
  condition: string
  path: string
  reference: string
}

/** What happens to recordings between a mouth and a file, as ffmpeg filters. */
const CONDITIONS: Readonly<Record<string, string>> = {
  'as spoken': 'anull',
  'soft, -18 dB': 'volume=-18dB',
  'loud, +8 dB, clipped': 'volume=8dB',
  'white noise, 30 dB': withNoise('white', 0.003),
  'pink noise, 24 dB': withNoise('pink', 0.02),
  'room echo': 'aecho=0.9:0.7:23|37|53|71:0.28|0.22|0.17|0.12',
  'telephone band': 'highpass=f=300,lowpass=f=3400,aresample=8000,aresample=16000',
  slower: 'atempo=0.85',
  faster: 'atempo=1.2',
  'shorter throat': 'asetrate=18000,aresample=16000,atempo=0.89',
  'longer throat': 'asetrate=14400,aresample=16000,atempo=1.11',
  offset: 'dcshift=0.05',
}
const VOICES: readonly FliteVoice[] = ['slt', 'rms', 'awb', 'kal16']

function withNoise(colour: string, amplitude: number): string {
  return `anull[s];anoisesrc=c=${colour}:r=16000:a=${amplitude}:seed=7[n];[s][n]amix=duration=first:normalize=0`
}

async function spokenSamples(folder: string): Promise<Sample[]> {
  const texts = Object.values(PASSAGES)
  const samples: Sample[] = []
  for (const [index, [condition, filters]] of Object.entries(CONDITIONS).entries()) {
    // Every condition gets two voices and four texts, other ones each time, in one recording with pauses.
    const parts = Array.from({ length: 4 }, (_, part) => ({
      text: texts[(index * 3 + part) % texts.length]!,
      voice: VOICES[(index + (part >> 1)) % VOICES.length]!,
      silenceBeforeMs: 600 + 200 * part,
    }))
    const path = join(folder, `${index}.wav`)
    await composeSpeech(path, parts, folder, { filters })
    samples.push({ condition, path, reference: parts.map((part) => part.text).join(' ') })
  }
  return samples
}

function ownSamples(folder: string): Sample[] {
  return readdirSync(folder)
    .filter((name) => extname(name) !== '.txt')
    .sort()
    .map((name) => ({
      condition: name,
      path: join(folder, name),
      reference: readFileSync(join(folder, `${name.slice(0, -extname(name).length)}.txt`), 'utf8'),
    }))
}

const { values } = parseArgs({ options: { audio: { type: 'string' } } })
const work = mkdtempSync(join(tmpdir(), 'phonolens-bench-'))
try {
  const samples = values.audio === undefined ? await spokenSamples(work) : ownSamples(values.audio)
  const engine = createPocketsphinxEngine()
  const total = { errors: 0, words: 0, soundMs: 0, tookMs: 0 }
  const row = (name: string, errors: number, words: number, soundMs: number, tookMs: number): void => {
    const rate = ((100 * errors) / Math.max(1, words)).toFixed(1)
    console.log(
      `${name.padEnd(28)} ${rate.padStart(6)} % ${(tookMs / soundMs).toFixed(2).padStart(6)} × real time`,
    )
  }
  for (const [index, sample] of samples.entries()) {
    const workDir = join(work, `run-${index}`)
    mkdirSync(workDir)
    const startedAt = performance.now()
    const { segments, durationMs } = await engine.run(
      { audioPath: sample.path },
      { signal: new AbortController().signal, workDir, onProgress: () => undefined },
    )
    const tookMs = performance.now() - startedAt
    const { errors, words } = wordErrors(sample.reference, segments.map((segment) => segment.text).join(' '))
    row(sample.condition, errors, words, durationMs, tookMs)
    total.errors += errors
    total.words += words
    total.soundMs += durationMs
    total.tookMs += tookMs
  }
  row('all', total.errors, total.words, total.soundMs, total.tookMs)
} finally {
  rmSync(work, { recursive: true, force: true })
}
