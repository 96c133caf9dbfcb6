import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findProgram } from '../find-program.ts'

/**
 * Where ffmpeg is: `FFMPEG_BIN`, then the PATH, then the copy that the package ffmpeg-static fetched.
 *
 * @returns an absolute path, or null where there is none
 */
export function locateFfmpeg(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.FFMPEG_BIN) return existsSync(env.FFMPEG_BIN) ? env.FFMPEG_BIN : null
  return findProgram('ffmpeg', env) ?? bundledFfmpeg()
}

function bundledFfmpeg(): string | null {
  try {
    const path: unknown = createRequire(import.meta.url)('ffmpeg-static')
    return typeof path === 'string' && existsSync(path) ? path : null
  } catch {
    // An optional dependency: not being installed is an ordinary answer.
    return null
  }
}

export const FFMPEG_HOW_TO_GET =
  'Install ffmpeg: "apt install ffmpeg" on Debian and Ubuntu, "brew install ffmpeg" on macOS, "winget install Gyan.FFmpeg" on Windows.'
