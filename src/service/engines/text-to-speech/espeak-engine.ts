import { findProgram } from '../../../platform/find-program.ts'
import { runProcess } from '../../../platform/run-process.ts'
import { parseEspeakVoices } from './parse-voices.ts'
import { createProgramEngine, LIST_TIMEOUT_MS } from './program-engine.ts'
import { withoutBracketCommands } from './spoken-text.ts'
import type { TextToSpeechEngine } from './text-to-speech.ts'

export const ESPEAK_HOW_TO_GET =
  'Install eSpeak NG: "apt install espeak-ng" on Debian and Ubuntu, "brew install espeak-ng" on macOS, "winget install eSpeak-NG.eSpeak-NG" on Windows.'

/**
 * Text to speech with eSpeak NG: plain, but in more than a hundred languages. SSML is spoken as it stands, because `-m`
 * is not given.
 *
 * @param deps.find absolute path of espeak-ng, or null; the PATH when not given
 */
export function createEspeakEngine(deps: { find?: () => string | null } = {}): TextToSpeechEngine {
  return createProgramEngine({
    id: 'espeak-ng',
    version: 'eSpeak NG',
    howToGet: ESPEAK_HOW_TO_GET,
    find: deps.find ?? (() => findProgram('espeak-ng')),
    list: async (path) =>
      parseEspeakVoices((await runProcess(path, ['--voices'], { timeoutMs: LIST_TIMEOUT_MS })).stdout),
    prepare: withoutBracketCommands,
    program: (path, voice) => ({
      name: 'eSpeak NG',
      path,
      args: (textPath, audioPath) => ['-v', voice.programName, '-b', '1', '-w', audioPath, '-f', textPath],
    }),
  })
}
