import { runProcess, ProcessError } from '../run-process.ts'
import { parseMediaReport, parseProgressLine, type MediaReport } from './ffmpeg-report.ts'

/**
 * Decodes the first audio stream onto the container's own timeline: a stream that starts late is padded, one with
 * gaps is filled with silence, so a time in the output is the same time in the recording.
 */
export const TIMELINE_FILTER = 'aresample=16000:async=1:first_pts=0'

export interface RunFfmpegOptions {
  /** Absolute path of the program. */
  ffmpeg: string
  /** What comes after the general options: inputs, filters, outputs. */
  args: readonly string[]
  signal?: AbortSignal
  timeoutMs?: number
  /** @param writtenMs how much of the output's own time is written, in milliseconds */
  onProgress?: (writtenMs: number) => void
}

/**
 * Runs ffmpeg without questions on its standard input, with its own progress report.
 *
 * @returns what it printed on standard error: the media's description and what filters measured
 * @throws ProcessError
 */
export async function runFfmpeg(options: RunFfmpegOptions): Promise<{ stderr: string }> {
  const { stderr } = await runProcess(
    options.ffmpeg,
    ['-hide_banner', '-nostdin', '-y', '-nostats', '-progress', 'pipe:1', ...options.args],
    {
      signal: options.signal,
      timeoutMs: options.timeoutMs,
      onStdoutLine: (line) => {
        const writtenMs = parseProgressLine(line)
        if (writtenMs !== null) options.onProgress?.(writtenMs)
      },
    },
  )
  return { stderr }
}

/**
 * The arguments that name an input file. Only the file itself may be opened: a playlist that points elsewhere, on
 * disk or on the network, is not followed.
 */
export function inputArgs(path: string): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-i', `file:${path}`]
}

/**
 * Reads what a file is without decoding it.
 *
 * @returns null where ffmpeg finds no media in the file
 * @throws ProcessError with `missing`, `cancelled` or `timeout`
 */
export async function probeMedia(
  ffmpeg: string,
  path: string,
  signal?: AbortSignal,
): Promise<MediaReport | null> {
  try {
    // Without an output ffmpeg describes the input and ends with an error; that is the ordinary case here.
    await runProcess(ffmpeg, ['-hide_banner', '-nostdin', ...inputArgs(path)], { signal, timeoutMs: 60_000 })
  } catch (error) {
    if (!(error instanceof ProcessError) || error.failure !== 'exit') throw error
    const report = parseMediaReport(error.stderr)
    return report.audioCodec === null && report.videoCodec === null ? null : report
  }
  return null
}
