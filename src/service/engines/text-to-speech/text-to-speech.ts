import type { Engine } from '../engine.ts'

export interface EngineVoice {
  /** Stable over restarts and machines: engine and voice, such as "flite-slt" or "espeak-ng-en-gb". */
  voiceId: string
  /** For people. */
  name: string
  gender: 'female' | 'male' | ''
  /** BCP 47 tags. */
  languages: string[]
}

export interface TextToSpeechInput {
  /** One of the engine's own. */
  voiceId: string
  /** Never empty; given to the program as data, never as an option and never through a shell. */
  text: string
  /** One of the voice's languages. */
  language: string
}

export interface TextToSpeechOutput {
  /** Absolute path of a WAV file in `workDir`, at the engine's own rate, with a right header. */
  audioPath: string
}

export interface TextToSpeechEngine extends Engine<TextToSpeechInput, TextToSpeechOutput> {
  /** The voices that are really here, asked of the program itself; an empty list where it is not ready. */
  voices(): Promise<EngineVoice[]>
}
