/** What ffmpeg prints about a file before it works on it. Durations in milliseconds. */
export interface MediaReport {
  /** Null where the container does not tell (a raw stream, a growing file). */
  durationMs: number | null
  /** ffmpeg's short name of the container, such as "mov,mp4,m4a,3gp,3g2,mj2". */
  container: string | null
  audioCodec: string | null
  videoCodec: string | null
}

/**
 * Reads the description that `ffmpeg -i FILE` prints on standard error. ffprobe would give it as JSON, but the copies
 * of ffmpeg that people have (ffmpeg-static among them) often come without it.
 */
export function parseMediaReport(stderr: string): MediaReport {
  const container = /^Input #0, (.+), from /m.exec(stderr)?.[1] ?? null
  const duration = /^\s*Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/m.exec(stderr)
  const input = stderr.split(/^Output #0/m)[0] ?? ''
  return {
    container,
    durationMs: duration ? clockToMs(duration[1]!, duration[2]!, duration[3]!) : null,
    audioCodec: /^\s*Stream #0:\d+.*?: Audio: (\w+)/m.exec(input)?.[1] ?? null,
    videoCodec: /^\s*Stream #0:\d+.*?: Video: (\w+)(?!.*attached pic)/m.exec(input)?.[1] ?? null,
  }
}

/**
 * Reads one line of ffmpeg's `-progress` report.
 *
 * @returns how much of the output's own time is written, in milliseconds, or null for any other line
 */
export function parseProgressLine(line: string): number | null {
  // Despite its name out_time_ms is in microseconds (FFmpeg ticket 7345); out_time_us says so.
  const match = /^out_time_us=(-?\d+)$/.exec(line.trim())
  return match ? Math.max(0, Number(match[1]) / 1_000) : null
}

function clockToMs(hours: string, minutes: string, seconds: string): number {
  return Math.round((Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000)
}
