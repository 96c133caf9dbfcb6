import { join } from 'node:path'
import { runProcess } from '../../src/platform/run-process.ts'

/** Voices that flite speaks with; `slt`, `rms` and `awb` are the clearer ones. */
export type FliteVoice = 'slt' | 'rms' | 'awb' | 'kal16'

/** One thing said, after so much silence. */
export interface SpokenPart {
  text: string
  voice?: FliteVoice
  silenceBeforeMs?: number
}

/**
 * Composes a recording of machines' voices with silence of known length between them, 16 kHz mono WAV.
 *
 * @param filters ffmpeg filters for the whole, such as `volume=-12dB`
 * @param silenceAfterMs at the end
 * @returns when each part begins and ends, its own soft edges of silence included
 */
export async function composeSpeech(
  path: string,
  parts: readonly SpokenPart[],
  workDir: string,
  options: { filters?: string; silenceAfterMs?: number } = {},
): Promise<{ startMs: number; endMs: number }[]> {
  const times: { startMs: number; endMs: number }[] = []
  const inputs: string[] = []
  const padded: string[] = []
  let nowMs = 0
  for (const [index, part] of parts.entries()) {
    const spoken = join(workDir, `part-${index}.wav`)
    await runProcess('flite', ['-voice', part.voice ?? 'slt', '-t', part.text, '-o', spoken])
    const silenceMs = part.silenceBeforeMs ?? 0
    const startMs = nowMs + silenceMs
    nowMs = startMs + (await durationOf(spoken))
    times.push({ startMs, endMs: nowMs })
    inputs.push('-i', spoken)
    padded.push(`[${index}]aresample=16000,adelay=${silenceMs}[p${index}]`)
  }
  const all = parts.map((_, index) => `[p${index}]`).join('')
  const after = `apad=pad_dur=${options.silenceAfterMs ?? 0}ms`
  const graph = `${padded.join(';')};${all}concat=n=${parts.length}:v=0:a=1,${after},${options.filters ?? 'anull'}[out]`
  await runProcess('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y', ...inputs, '-filter_complex', graph],
    ...['-map', '[out]', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', path],
  ])
  return times
}

async function durationOf(path: string): Promise<number> {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  return Number((await runProcess('ffprobe', args)).stdout) * 1_000
}

/** Words for comparing: lower case, without punctuation. */
export function comparableWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Words put in, left out or changed, and how many words there should be. */
export function wordErrors(reference: string, heard: string): { errors: number; words: number } {
  const wanted = comparableWords(reference)
  const got = comparableWords(heard)
  let before = got.map((_, index) => index + 1)
  before.unshift(0)
  for (const [row, word] of wanted.entries()) {
    const now = [row + 1]
    for (const [column, other] of got.entries()) {
      now.push(
        Math.min(before[column + 1]! + 1, now[column]! + 1, before[column]! + (word === other ? 0 : 1)),
      )
    }
    before = now
  }
  return { errors: before.at(-1)!, words: wanted.length }
}

/** Word error rate: 0 is perfect; above 1 where more is wrong than was said. */
export function wordErrorRate(reference: string, heard: string): number {
  const { errors, words } = wordErrors(reference, heard)
  return words === 0 ? errors : errors / words
}
