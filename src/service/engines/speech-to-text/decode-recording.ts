import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS } from '#shared/limits.ts'
import { inputArgs, probeMedia, runFfmpeg, TIMELINE_FILTER } from '../../../platform/ffmpeg/run-ffmpeg.ts'
import { FFMPEG_HOW_TO_GET } from '../../../platform/ffmpeg/locate-ffmpeg.ts'
import { ProcessError } from '../../../platform/run-process.ts'
import { EngineError, TASK_ERROR_CODES } from '../engine.ts'
import { BYTES_PER_SAMPLE, SAMPLE_RATE_HZ } from './audio-format.ts'

/**
 * Rumble and hum lie under any voice and would pass for speech in the level curve. The 6 dB leave room: filtering and
 * resampling overshoot, and what is clipped here cannot be mended.
 */
const FILTERS = `${TIMELINE_FILTER},aformat=sample_fmts=flt,highpass=f=70,volume=-6dB`
const CHECK_TIMEOUT_MS = 4 * 3_600_000

/** A recording as raw 16-bit samples in the recogniser's rate, on the recording's own timeline. */
export interface DecodedRecording {
  path: string
  byteLength: number
  durationMs: number
}

/**
 * Decodes the recording's sound into `workDir`.
 *
 * @param onProgress how much is decoded, in milliseconds of the recording, and its length where the file tells it
 * @throws EngineError with a reason for the person where the file is at fault; ProcessError when cancelled
 */
export async function decodeRecording(
  ffmpeg: string,
  audioPath: string,
  workDir: string,
  options: { signal: AbortSignal; onProgress: (decodedMs: number, totalMs: number | null) => void },
): Promise<DecodedRecording> {
  const totalMs = await checkRecording(ffmpeg, audioPath, options.signal)
  const path = join(workDir, 'recording.pcm')
  try {
    await runFfmpeg({
      ffmpeg,
      args: [
        ...inputArgs(audioPath),
        ...['-map', '0:a:0', '-af', FILTERS, '-ar', String(SAMPLE_RATE_HZ), '-ac', '1'],
        ...[
          '-t',
          String(LIMITS.audioDurationMs / 1_000 + 1),
          '-c:a',
          'pcm_s16le',
          '-f',
          's16le',
          `file:${path}`,
        ],
      ],
      signal: options.signal,
      timeoutMs: CHECK_TIMEOUT_MS,
      onProgress: (decodedMs) => options.onProgress(decodedMs, totalMs),
    })
  } catch (error) {
    throw asEngineError(error)
  }
  const { size: byteLength } = await stat(path)
  const durationMs = Math.round((byteLength / BYTES_PER_SAMPLE / SAMPLE_RATE_HZ) * 1_000)
  if (durationMs === 0) throw new EngineError(TASK_ERROR_CODES.empty, 'The recording is 0 seconds long.')
  if (durationMs > LIMITS.audioDurationMs) throw tooLong()
  return { path, byteLength, durationMs }
}

async function checkRecording(ffmpeg: string, path: string, signal: AbortSignal): Promise<number | null> {
  if ((await sizeOf(path)) === 0) {
    throw new EngineError(TASK_ERROR_CODES.empty, 'The file is empty: there is nothing to transcribe.')
  }
  let report
  try {
    report = await probeMedia(ffmpeg, path, signal)
  } catch (error) {
    throw asEngineError(error)
  }
  if (!report) {
    throw new EngineError(
      TASK_ERROR_CODES.notMedia,
      'The file is not a recording: no sound or film was found in it.',
    )
  }
  if (report.audioCodec === null) {
    throw new EngineError(TASK_ERROR_CODES.noAudio, 'The file has pictures but no sound to transcribe.')
  }
  if (report.durationMs !== null && report.durationMs > LIMITS.audioDurationMs) throw tooLong()
  return report.durationMs
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (cause) {
    throw new EngineError(TASK_ERROR_CODES.fetchFailed, 'The recording is no longer there.', { cause })
  }
}

function tooLong(): EngineError {
  const hours = LIMITS.audioDurationMs / 3_600_000
  return new EngineError(TASK_ERROR_CODES.overLimit, `The recording is longer than ${hours} hours.`)
}

function asEngineError(error: unknown): unknown {
  if (!(error instanceof ProcessError) || error.failure === 'cancelled') return error
  if (error.failure === 'missing')
    return new EngineError(TASK_ERROR_CODES.noEngine, FFMPEG_HOW_TO_GET, { cause: error })
  if (error.failure === 'timeout') {
    return new EngineError(TASK_ERROR_CODES.engineFailed, 'Reading the recording took too long.', {
      cause: error,
    })
  }
  if (/No space left on device/i.test(error.stderr)) {
    return new EngineError(TASK_ERROR_CODES.engineFailed, 'The disk of the service is full.', {
      retryable: true,
      cause: error,
    })
  }
  return new EngineError(
    TASK_ERROR_CODES.notMedia,
    'The sound in the file cannot be read: it may be damaged.',
    {
      cause: error,
    },
  )
}
