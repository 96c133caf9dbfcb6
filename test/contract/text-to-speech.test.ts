import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { createEspeakEngine } from '../../src/service/engines/text-to-speech/espeak-engine.ts'
import { createFliteEngine } from '../../src/service/engines/text-to-speech/flite-engine.ts'
import { createSayEngine } from '../../src/service/engines/text-to-speech/say-engine.ts'
import { createSystemSpeechEngine } from '../../src/service/engines/text-to-speech/system-speech-engine.ts'
import { powershellStandIn, sayStandIn } from '../support/speaking-stand-ins.ts'
import { describeTextToSpeechEngine } from './text-to-speech-contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'phonolens-programs-'))
afterAll(() => rmSync(folder, { recursive: true }))

describeTextToSpeechEngine(
  'say, with a stand-in for the program',
  createSayEngine({ find: () => sayStandIn(folder) }),
)
describeTextToSpeechEngine(
  'System.Speech, with a stand-in for PowerShell',
  createSystemSpeechEngine({ find: () => powershellStandIn(folder) }),
)

for (const engine of [
  createFliteEngine(),
  createEspeakEngine(),
  createSayEngine(),
  createSystemSpeechEngine(),
]) {
  const status = await engine.check()
  if (status.ready) describeTextToSpeechEngine(engine.id, engine)
  else {
    describe(`the engine ${engine.id}`, () => {
      it.skip(`is not ready here: ${status.howToGet}`)
    })
  }
}
