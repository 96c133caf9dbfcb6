import { createPocketsphinxEngine } from './engines/speech-to-text/pocketsphinx-engine.ts'
import { runService } from './run-service.ts'

await runService({ speechToText: [createPocketsphinxEngine()] })
