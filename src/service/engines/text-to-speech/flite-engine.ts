import { findProgram } from '../../../platform/find-program.ts'
import { runProcess } from '../../../platform/run-process.ts'
import { parseFliteVoices } from './parse-voices.ts'
import { createProgramEngine, LIST_TIMEOUT_MS } from './program-engine.ts'
import { inPlainLetters } from './spoken-text.ts'
import type { TextToSpeechEngine } from './text-to-speech.ts'

export const FLITE_HOW_TO_GET =
  'Install flite: "apt install flite" on Debian and Ubuntu, "brew install flite" on macOS.'

/** Text to speech with CMU flite, in English. @param deps.find absolute path of flite, or null; the PATH when not given */
export function createFliteEngine(deps: { find?: () => string | null } = {}): TextToSpeechEngine {
  return createProgramEngine({
    id: 'flite',
    version: 'flite',
    howToGet: FLITE_HOW_TO_GET,
    find: deps.find ?? (() => findProgram('flite')),
    list: async (path) =>
      parseFliteVoices((await runProcess(path, ['-lv'], { timeoutMs: LIST_TIMEOUT_MS })).stdout),
    prepare: inPlainLetters,
    program: (path, voice) => ({
      name: 'flite',
      path,
      args: (textPath, audioPath) => ['-voice', voice.programName, '-f', textPath, '-o', audioPath],
    }),
  })
}
