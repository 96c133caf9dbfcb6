import { EngineError, TASK_ERROR_CODES } from '../engine.ts'
import { speakWithProgram, type SpeakingProgram } from './speak-with-program.ts'
import { cleanText, hasWords } from './spoken-text.ts'
import type { TextToSpeechEngine } from './text-to-speech.ts'
import type { ProgramVoice } from './voice-ids.ts'

/**
 * What differs from one speaking program to the next.
 *
 * @property find the program's absolute path, or null where it is not here
 * @property list asks the program for its voices
 * @property prepare the text as this program is to read it
 */
export interface ProgramEngineParts {
  id: string
  version: string
  howToGet: string
  find(): string | null
  list(path: string): Promise<ProgramVoice[]>
  prepare(text: string): string
  program(path: string, voice: ProgramVoice): SpeakingProgram
}

/** Longest wait for a program to list its voices; PowerShell takes seconds to start. */
export const LIST_TIMEOUT_MS = 30_000

/** A text-to-speech engine around a program of this machine. */
export function createProgramEngine(parts: ProgramEngineParts): TextToSpeechEngine {
  const { id, howToGet } = parts

  /** By id, as last listed: starting PowerShell only to learn a voice's name again would take a second. */
  let known = new Map<string, ProgramVoice>()

  async function list(path: string): Promise<ProgramVoice[]> {
    const voices = await parts.list(path)
    known = new Map(voices.map((voice) => [voice.voiceId, voice]))
    return voices
  }

  async function find(path: string, voiceId: string): Promise<ProgramVoice> {
    try {
      if (!known.has(voiceId)) await list(path)
    } catch (cause) {
      const reason = 'The list of voices could not be read.'
      throw new EngineError(TASK_ERROR_CODES.engineFailed, reason, { cause, retryable: true })
    }
    const voice = known.get(voiceId)
    if (voice) return voice
    throw new EngineError(TASK_ERROR_CODES.noEngine, 'This voice is no longer here.')
  }

  return {
    id,
    check: () =>
      Promise.resolve(
        parts.find() === null ? { ready: false, howToGet } : { ready: true, version: parts.version },
      ),
    voices: async () => {
      const path = parts.find()
      // A program that cannot list its voices has none to offer; those of the other engines are still there.
      const voices = path === null ? [] : await list(path).catch(() => [])
      return voices.map(({ voiceId, name, gender, languages }) => ({ voiceId, name, gender, languages }))
    },
    run: async (input, context) => {
      context.signal.throwIfAborted()
      const path = parts.find()
      if (path === null) throw new EngineError(TASK_ERROR_CODES.noEngine, howToGet)
      const voice = await find(path, input.voiceId)
      const text = cleanText(input.text)
      if (!hasWords(text)) {
        throw new EngineError(TASK_ERROR_CODES.empty, 'There are no words in this text to speak.')
      }
      return speakWithProgram(parts.program(path, voice), parts.prepare(text), context)
    },
  }
}
