import type { FaceRestorationEngine } from './face-restoration/face-restoration.ts'
import type { SpeechToTextEngine } from './speech-to-text/speech-to-text.ts'
import type { TextToSpeechEngine } from './text-to-speech/text-to-speech.ts'

/** The engines the service works with, best first; an empty list where it does without that kind of task. */
export interface ServiceEngines {
  speechToText: readonly SpeechToTextEngine[]
  textToSpeech: readonly TextToSpeechEngine[]
  faceRestoration: readonly FaceRestorationEngine[]
}
