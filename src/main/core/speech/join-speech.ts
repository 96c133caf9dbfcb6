import { rename, rm } from 'node:fs/promises'
import { inputArgs, runFfmpeg } from '../../../platform/ffmpeg/run-ffmpeg.ts'
import { describeWav } from './take-part.ts'

/** Long enough that no joint clicks, too short to be heard. */
const FADE_S = 0.01

export interface SpokenPart {
  /** Absolute path of a WAV file made by `takeSpeech`. */
  path: string
  /** Silence after it, in milliseconds, where another part follows. */
  pauseMs: number
}

export interface JoinSpeechOptions {
  ffmpeg: string
  parts: readonly SpokenPart[]
  /** Absolute path of the WAV file to make. */
  targetPath: string
  signal: AbortSignal
  /** @param fraction 0 to 1 */
  onProgress(fraction: number): void
}

/**
 * Makes one recording of the parts of a text. Each joint is faded out and in, with a pause between, so that it is a
 * breath and not a click. The target has its name only when it is whole.
 *
 * @throws ProcessError; the file system's errors
 */
export async function joinSpeech(options: JoinSpeechOptions): Promise<{ durationMs: number }> {
  const { ffmpeg, parts, targetPath, signal, onProgress } = options
  const lengths = await Promise.all(parts.map(async ({ path }) => (await describeWav(path)).durationMs))
  const totalMs = parts.reduce((sum, part, index) => sum + lengths[index]! + part.pauseMs, 0)
  const unfinished = `${targetPath}.unfinished.wav`
  try {
    const inputs = parts.flatMap(({ path }) => inputArgs(path))
    const output = ['-map', '[joined]', '-c:a', 'pcm_s16le', '-bitexact', '-f', 'wav', unfinished]
    await runFfmpeg({
      ffmpeg,
      args: [...inputs, '-filter_complex', joinGraph(parts, lengths), ...output],
      signal,
      onProgress: (writtenMs) => onProgress(Math.min(1, writtenMs / totalMs)),
    })
    const { durationMs } = await describeWav(unfinished)
    await rename(unfinished, targetPath)
    return { durationMs: Math.round(durationMs) }
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Parts of different rates or channels are brought to the same by `concat` itself. */
function joinGraph(parts: readonly SpokenPart[], lengthsMs: readonly number[]): string {
  const last = parts.length - 1
  const chains = parts.map(({ pauseMs }, index) => {
    const lengthS = lengthsMs[index]! / 1_000
    const fadeS = Math.min(FADE_S, lengthS / 2)
    const filters = [
      ...(index > 0 ? [`afade=t=in:d=${fadeS}`] : []),
      ...(index < last
        ? [`afade=t=out:st=${(lengthS - fadeS).toFixed(5)}:d=${fadeS}`, `apad=pad_dur=${pauseMs / 1_000}`]
        : []),
    ]
    return `[${index}:a]${filters.join(',') || 'anull'}[p${index}]`
  })
  const labels = parts.map((_part, index) => `[p${index}]`).join('')
  return `${chains.join(';')};${labels}concat=n=${parts.length}:v=0:a=1[joined]`
}
