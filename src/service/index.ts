import { createClassicEngine } from './engines/face-restoration/classic-engine.ts'
import { createPocketsphinxEngine } from './engines/speech-to-text/pocketsphinx-engine.ts'
import { createEspeakEngine } from './engines/text-to-speech/espeak-engine.ts'
import { createFliteEngine } from './engines/text-to-speech/flite-engine.ts'
import { createSayEngine } from './engines/text-to-speech/say-engine.ts'
import { createSystemSpeechEngine } from './engines/text-to-speech/system-speech-engine.ts'
import { runService } from './run-service.ts'

await runService({
  speechToText: [createPocketsphinxEngine()],
  textToSpeech: [createFliteEngine(), createEspeakEngine(), createSayEngine(), createSystemSpeechEngine()],
  faceRestoration: [createClassicEngine()],
})
