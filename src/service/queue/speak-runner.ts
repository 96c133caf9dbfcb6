import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { VoiceDirectory } from '../engines/text-to-speech/voice-directory.ts'
import type { FileStore } from '../storage/file-store.ts'
import { createEngineRunner } from './engine-runner.ts'
import { keepOutput } from './kept-output.ts'
import type { TaskRunner } from './worker.ts'

/** What is kept with a task: the voice and the text, checked when the task was created. */
export const speakInput = z.object({ voiceId: z.string(), text: z.string(), language: z.string() })
export type SpeakInput = z.infer<typeof speakInput>

/** Has a text spoken. */
export function createSpeakRunner(options: {
  voices: VoiceDirectory
  files: FileStore
  clock: Clock
}): TaskRunner {
  const { voices, files, clock } = options
  return createEngineRunner({
    slots: 2,
    // Speaking takes one core for a few seconds.
    atWork: 2,
    clock,
    bringIn: (rawInput) => Promise.resolve(speakInput.parse(rawInput)),
    pick: async ({ voiceId }) => {
      const found = await voices.find(voiceId)
      if (found) return { ready: true, engine: found.engine }
      return { ready: false, howToGet: 'The voice is no longer on this machine.' }
    },
    keep: (output) => keepOutput(output.audioPath, 'wav', { files, clock }),
  })
}
