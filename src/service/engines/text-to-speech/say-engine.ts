import { findProgram } from '../../../platform/find-program.ts'
import { runProcess } from '../../../platform/run-process.ts'
import { parseSayVoices } from './parse-voices.ts'
import { createProgramEngine, LIST_TIMEOUT_MS } from './program-engine.ts'
import { withoutBracketCommands } from './spoken-text.ts'
import type { TextToSpeechEngine } from './text-to-speech.ts'

/**
 * Text to speech with the voices of macOS, through its program `say`.
 *
 * @param deps.find absolute path of say, or null; the PATH on macOS when not given
 */
export function createSayEngine(deps: { find?: () => string | null } = {}): TextToSpeechEngine {
  return createProgramEngine({
    id: 'say',
    version: 'macOS voices',
    howToGet: 'The voices of macOS are only there on macOS.',
    find: deps.find ?? (() => (process.platform === 'darwin' ? findProgram('say') : null)),
    list: async (path) =>
      parseSayVoices((await runProcess(path, ['-v', '?'], { timeoutMs: LIST_TIMEOUT_MS })).stdout),
    prepare: withoutBracketCommands,
    program: (path, voice) => ({
      name: 'say',
      path,
      args: (textPath, audioPath) => [
        ...['-v', voice.programName, '--file-format=WAVE', '--data-format=LEI16@22050'],
        ...['-o', audioPath, '-f', textPath],
      ],
    }),
  })
}
