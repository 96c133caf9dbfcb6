import type { ToolStatus } from '#shared/bridge/types.ts'
import { FFMPEG_HOW_TO_GET } from '../../../platform/ffmpeg/locate-ffmpeg.ts'
import { findProgram } from '../../../platform/find-program.ts'
import type { Log } from '../../../platform/log.ts'
import { runProcess } from '../../../platform/run-process.ts'

export interface ToolDeps {
  log: Log
  locateFfmpeg(): string | null
  env?: NodeJS.ProcessEnv
}

/** The two command lines that PocketSphinx comes with: that of version 5, and that of 0.8. */
const SPEECH_PROGRAMS = ['pocketsphinx', 'pocketsphinx_continuous']
const SPEECH_HOW_TO_GET =
  'Install PocketSphinx: "apt install pocketsphinx pocketsphinx-en-us" on Debian and Ubuntu, "brew install cmu-pocketsphinx" on macOS.'
const VERSION_TIMEOUT_MS = 10_000

/** What is installed of what work depends on; looks each time anew, since people install things meanwhile. */
export function toolStatus(deps: ToolDeps): Promise<ToolStatus[]> {
  return Promise.all([ffmpegStatus(deps), speechStatus(deps), voiceStatus(deps)])
}

async function ffmpegStatus({ locateFfmpeg, log }: ToolDeps): Promise<ToolStatus> {
  const path = locateFfmpeg()
  const found = path === null ? null : await firstLine(path, ['-version'], log)
  return {
    id: 'ffmpeg',
    name: 'ffmpeg',
    ready: found !== null,
    version: /version (\S+)/.exec(found ?? '')?.[1] ?? null,
    howToGet: found === null ? FFMPEG_HOW_TO_GET : null,
  }
}

async function speechStatus({ env = process.env }: ToolDeps): Promise<ToolStatus> {
  const program = SPEECH_PROGRAMS.find((name) => findProgram(name, env) !== null)
  return {
    id: 'speech-to-text',
    name: 'PocketSphinx',
    ready: program !== undefined,
    // Neither command line tells its version; which of them is there tells the generation.
    version: program === undefined ? null : program === 'pocketsphinx' ? '5' : '0.8',
    howToGet: program === undefined ? SPEECH_HOW_TO_GET : null,
  }
}

/** By what people call them, best first; each system has its own, and any one will do. */
const VOICE_PROGRAMS: readonly { program: string; name: string; platform?: NodeJS.Platform }[] = [
  { program: 'flite', name: 'flite' },
  { program: 'espeak-ng', name: 'eSpeak NG' },
  { program: 'say', name: 'say', platform: 'darwin' },
  { program: 'powershell', name: 'System.Speech', platform: 'win32' },
]
const VOICE_HOW_TO_GET =
  'Install flite or eSpeak NG: "apt install flite espeak-ng" on Debian and Ubuntu, "brew install espeak-ng" on macOS.'

async function voiceStatus({ env = process.env }: ToolDeps): Promise<ToolStatus> {
  const found = VOICE_PROGRAMS.filter(
    ({ program, platform = process.platform }) =>
      platform === process.platform && findProgram(program, env) !== null,
  )
  return {
    id: 'text-to-speech',
    name: found.map(({ name }) => name).join(', ') || 'flite',
    ready: found.length > 0,
    // Each tells it in another way, and none of it matters for what can be spoken.
    version: null,
    howToGet: found.length > 0 ? null : VOICE_HOW_TO_GET,
  }
}

async function firstLine(path: string, args: string[], log: Log): Promise<string | null> {
  try {
    const { stdout } = await runProcess(path, args, { timeoutMs: VERSION_TIMEOUT_MS })
    return stdout.split('\n', 1)[0] ?? ''
  } catch (error) {
    log.warn('A program is there but does not run', (error as Error).message)
    return null
  }
}
