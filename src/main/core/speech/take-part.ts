import { open, rename, rm, stat } from 'node:fs/promises'
import { PhonolensError } from '#shared/errors.ts'
import { inputArgs, probeMedia, runFfmpeg } from '../../../platform/ffmpeg/run-ffmpeg.ts'
import { ProcessError } from '../../../platform/run-process.ts'
import { identifyFile } from '../media/check-file.ts'

export interface TakeSpeechOptions {
  /** Absolute path of ffmpeg, or null where there is none. */
  ffmpeg: string | null
  /** What was downloaded; absolute path. */
  downloaded: string
  /** Absolute path of the WAV file to make. */
  targetPath: string
  signal: AbortSignal
}

/** A file may end this much before what its header says, by the padding of its coding. */
const SHORTFALL_MS = 200

/**
 * Checks that what a service gave is sound, by decoding it to its end, and makes an uncompressed WAV file of it at its
 * own rate. The target has its name only when it is whole.
 *
 * @throws PhonolensError `output-broken`, `ffmpeg-missing`, `disk-full`; the signal's reason
 */
export async function takeSpeech(options: TakeSpeechOptions): Promise<void> {
  const { ffmpeg, downloaded, targetPath, signal } = options
  if (ffmpeg === null) throw new PhonolensError('ffmpeg-missing')
  const unfinished = `${targetPath}.unfinished.wav`
  try {
    const kind = await identifyFile(downloaded)
    if (!/^(audio|video|application\/ogg)/.test(kind.mediaType)) throw broken(`The result is ${kind.label}.`)
    const report = await probeMedia(ffmpeg, downloaded, signal)
    if (!report?.audioCodec) throw broken('There is no sound in the result.')
    const output = ['-vn', '-c:a', 'pcm_s16le', '-bitexact', '-f', 'wav', unfinished]
    await runFfmpeg({ ffmpeg, args: [...inputArgs(downloaded), '-map', '0:a:0', ...output], signal })
    const { durationMs } = await describeWav(unfinished)
    if (durationMs <= 0) throw broken('There is no sound in the result.')
    if (report.durationMs !== null && durationMs < report.durationMs - SHORTFALL_MS) {
      throw broken(`The result ends after ${durationMs} of ${report.durationMs} ms.`)
    }
    await rename(unfinished, targetPath)
  } catch (error) {
    signal.throwIfAborted()
    throw asBroken(error)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** @param path a WAV file as ffmpeg writes it with `-bitexact`: a header of 44 bytes, then the samples */
export async function describeWav(path: string): Promise<{ durationMs: number }> {
  const { size } = await stat(path)
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    const bytesPerSecond = buffer.readUInt32LE(28)
    return { durationMs: bytesPerSecond === 0 ? 0 : ((size - HEADER_BYTES) / bytesPerSecond) * 1_000 }
  } finally {
    await file.close()
  }
}

const HEADER_BYTES = 44

function asBroken(error: unknown): unknown {
  if (!(error instanceof ProcessError)) return error
  if (error.failure === 'missing') return new PhonolensError('ffmpeg-missing', { cause: error })
  if (/No space left on device|Disk quota exceeded/i.test(error.stderr)) {
    return new PhonolensError('disk-full', { cause: error })
  }
  const words = error.stderr.trim().split('\n').at(-1)?.slice(0, 200)
  return broken(`The result cannot be decoded: ${words ?? error.message}`, error)
}

function broken(detail: string, cause?: unknown): PhonolensError {
  return new PhonolensError('output-broken', { detail, cause })
}
