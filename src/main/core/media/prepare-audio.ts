import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PhonolensError } from '#shared/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { TaskProgress } from '#shared/task.ts'
import type { MediaReport } from '../../../platform/ffmpeg/ffmpeg-report.ts'
import { inputArgs, probeMedia, runFfmpeg, TIMELINE_FILTER } from '../../../platform/ffmpeg/run-ffmpeg.ts'
import { asFileError, checkFile, identifyFile } from './check-file.ts'
import { asMediaError } from './ffmpeg-error.ts'
import { gainTowardsTarget, parseLoudness } from './loudness.ts'
import { playableAs } from './playable.ts'

const SAMPLE_RATE = 16_000
const BYTES_PER_MS = (SAMPLE_RATE * 2) / 1_000
/** What ffmpeg writes before the samples of a WAV file with `-bitexact`. */
const WAV_HEADER_BYTES = 44

/** The recording's own timeline, as one channel. */
const ONE_CHANNEL = `${TIMELINE_FILTER},aformat=channel_layouts=mono`

export interface PrepareAudioOptions {
  /** Absolute path of ffmpeg, or null where there is none. */
  ffmpeg: string | null
  sourcePath: string
  /** What the person calls the recording. */
  name: string
  /** Absolute path of the WAV file to make; its folder is made where it does not exist. */
  targetPath: string
  signal: AbortSignal
  onProgress(progress: TaskProgress): void
}

export interface PreparedAudio {
  durationMs: number
  /** The media type with which the page can play the original, or null where it cannot. */
  playableAs: string | null
}

/**
 * Makes what the service takes of any audio or video file that ffmpeg reads: one channel, 16 kHz, 16 bit, brought to an
 * even loudness (EBU R128) by one gain, every sound at the time it has in the recording. The target appears under its
 * name only when it is whole.
 *
 * @throws PhonolensError `file-…`, `disk-full`, `ffmpeg-missing`, `ffmpeg-failed`, `cancelled`
 */
export async function prepareAudio(options: PrepareAudioOptions): Promise<PreparedAudio> {
  const { ffmpeg, sourcePath, name, targetPath, signal } = options
  if (ffmpeg === null) throw new PhonolensError('ffmpeg-missing')
  await checkFile(sourcePath, name)
  const unfinished = `${targetPath}.unfinished.wav`
  try {
    const report = await describe(ffmpeg, sourcePath, name, signal)
    await mkdir(dirname(targetPath), { recursive: true })
    const progress = progressOver(report.durationMs, options.onProgress)
    const gainDb = await measureGain(ffmpeg, sourcePath, signal, progress.first)
    // A little over the limit, so that a recording beyond it is told from one that just fits.
    const longestMs = LIMITS.audioDurationMs + 1_000
    const output = [
      '-ac',
      '1',
      '-c:a',
      'pcm_s16le',
      '-bitexact',
      '-t',
      `${longestMs}ms`,
      '-f',
      'wav',
      unfinished,
    ]
    const filter = `${ONE_CHANNEL},volume=${gainDb}dB`
    await runFfmpeg({
      ffmpeg,
      args: [...inputArgs(sourcePath), '-map', '0:a:0', '-af', filter, ...output],
      signal,
      onProgress: progress.second,
    })
    const durationMs = Math.round(((await stat(unfinished)).size - WAV_HEADER_BYTES) / BYTES_PER_MS)
    checkDuration(durationMs, name)
    await rename(unfinished, targetPath)
    return { durationMs, playableAs: playableAs(report) }
  } catch (error) {
    throw asFileError(await asMediaError(error, sourcePath, name), name)
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function describe(
  ffmpeg: string,
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<MediaReport> {
  const report = await probeMedia(ffmpeg, path, signal)
  if (report?.audioCodec) {
    if (report.durationMs !== null) checkDuration(report.durationMs, name)
    return report
  }
  const kind = await identifyFile(path)
  // ffmpeg takes pictures for films of one frame, and some text for a terminal's screen.
  const isFilm = report !== null && /^(video|audio)\//.test(kind.mediaType)
  const params = { name, actual: kind.label }
  throw new PhonolensError(isFilm ? 'file-no-audio' : 'file-not-media', { params })
}

function checkDuration(durationMs: number, name: string): void {
  if (durationMs <= 0) throw new PhonolensError('file-no-duration', { params: { name } })
  if (durationMs > LIMITS.audioDurationMs) {
    throw new PhonolensError('file-too-long', {
      params: { name, durationMs, limitMs: LIMITS.audioDurationMs },
    })
  }
}

async function measureGain(
  ffmpeg: string,
  path: string,
  signal: AbortSignal,
  onProgress: (writtenMs: number) => void,
): Promise<number> {
  // framelog=verbose keeps the measurement of every tenth of a second out of what ffmpeg prints.
  const filter = `${ONE_CHANNEL},ebur128=peak=true:framelog=verbose`
  const { stderr } = await runFfmpeg({
    ffmpeg,
    args: [...inputArgs(path), '-map', '0:a:0', '-af', filter, '-f', 'null', '-'],
    signal,
    onProgress,
  })
  const loudness = parseLoudness(stderr)
  return loudness ? gainTowardsTarget(loudness) : 0
}

/** Both passes go over the whole recording and take about as long: each is half of the way. */
function progressOver(totalMs: number | null, report: (progress: TaskProgress) => void) {
  const half = (start: number) => (writtenMs: number) => {
    if (totalMs === null) return report({ fraction: null, unit: 'media-ms', done: Math.round(writtenMs) })
    const fraction = Math.min(1, start + Math.min(1, writtenMs / totalMs) / 2)
    report({ fraction, unit: 'media-ms', done: Math.round(fraction * totalMs), total: totalMs })
  }
  return { first: half(0), second: half(0.5) }
}
