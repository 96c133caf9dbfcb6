import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { createPocketsphinxEngine } from '../../src/service/engines/speech-to-text/pocketsphinx-engine.ts'
import { createFakeEngine } from '../support/service.ts'
import { composeSpeech } from '../support/speech.ts'
import { describeSpeechToTextEngine } from './engine-contract.ts'

describeSpeechToTextEngine('of the tests', () => ({
  engine: createFakeEngine(),
  writeSpeech: async (folder) => {
    const path = join(folder, 'speech')
    await writeFile(path, 'one two')
    return path
  },
  notARecording: 'broken',
}))

const pocketsphinx = createPocketsphinxEngine()
const status = await pocketsphinx.check()
if (status.ready) {
  describeSpeechToTextEngine('PocketSphinx', () => ({
    engine: pocketsphinx,
    writeSpeech: async (folder) => {
      const path = join(folder, 'speech.wav')
      await composeSpeech(path, [{ text: 'good morning' }], folder, { silenceAfterMs: 300 })
      return path
    },
    notARecording: 'This is a letter.',
  }))
} else {
  describe('the engine PocketSphinx', () => {
    it.skip(`is not ready here: ${status.howToGet}`)
  })
}
