import type { SttResult } from '#shared/api/tasks.ts'
import { pickEngine } from '../engines/registry.ts'
import type { SpeechToTextEngine, SpeechToTextOutput } from '../engines/speech-to-text/speech-to-text.ts'
import { bringIn, type BringInOptions } from '../input/bring-in.ts'
import { sourceInput } from '../input/source-input.ts'
import { createEngineRunner } from './engine-runner.ts'
import type { TaskRunner } from './worker.ts'

export interface TranscribeRunnerOptions extends Omit<BringInOptions, 'noun'> {
  engines: readonly SpeechToTextEngine[]
}

export const NO_SPEECH_ENGINE = 'There is no speech-to-text engine on this machine.'

/** Fetches a recording and has it transcribed. */
export function createTranscribeRunner(options: TranscribeRunnerOptions): TaskRunner {
  return createEngineRunner({
    slots: 4,
    // The engine keeps all cores busy with one recording.
    atWork: 1,
    clock: options.clock,
    bringIn: async (rawInput, context) => ({
      audioPath: await bringIn(sourceInput.parse(rawInput), context, { ...options, noun: 'recording' }),
    }),
    pick: () => pickEngine(options.engines, NO_SPEECH_ENGINE),
    keep: (output) => Promise.resolve(asSttResult(output)),
  })
}

/** The engine's words in the fields of the service document: what is not known is an empty string, `modal` 0. */
function asSttResult(output: SpeechToTextOutput): SttResult {
  const unknown = { gender: '', sex: '', type: '', spk: '', pinyin: '', emotion: '' }
  const data = output.segments
    .map((segment) => {
      const bg = Math.round(segment.startMs)
      const ed = Math.max(bg, Math.round(segment.endMs))
      return { text: segment.text, bg, ed, ...unknown, lang: output.language, modal: 0 }
    })
    .sort((a, b) => a.bg - b.bg)
  return { data, tl: Math.round(output.durationMs), type: '' }
}
