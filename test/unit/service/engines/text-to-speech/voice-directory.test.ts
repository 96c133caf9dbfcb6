import { expect, it } from 'vitest'
import { createVoiceDirectory } from '../../../../../src/service/engines/text-to-speech/voice-directory.ts'
import { createFakeVoiceEngine, createManualClock } from '../../../../support/service.ts'

const ids = (found: { voice: { voiceId: string } }[]) => found.map(({ voice }) => voice.voiceId)

it('lists the voices of all engines, the best engine first, and finds one by its id', async () => {
  const [best, other] = [createFakeVoiceEngine({ id: 'best' }), createFakeVoiceEngine({ id: 'other' })]
  const voices = createVoiceDirectory([best, other], createManualClock())
  expect(ids(await voices.list())).toEqual(['best-ada', 'best-li', 'other-ada', 'other-li'])
  expect((await voices.find('other-li'))?.engine).toBe(other)
  expect(await voices.find('nobody')).toBeNull()
})

it('takes the first of two voices with one id', async () => {
  const [first, second] = [createFakeVoiceEngine(), createFakeVoiceEngine()]
  const voices = createVoiceDirectory([first, second], createManualClock())
  expect(await voices.list()).toHaveLength(2)
  expect((await voices.find('fake-ada'))?.engine).toBe(first)
})

it('asks again at once where there was none, or where asking failed', async () => {
  let asked = 0
  const engine = createFakeVoiceEngine()
  const slow = {
    ...engine,
    voices: () => {
      asked += 1
      if (asked === 1) return Promise.reject(new Error('no answer'))
      return asked === 2 ? Promise.resolve([]) : engine.voices()
    },
  }
  const voices = createVoiceDirectory([slow], createManualClock())
  await expect(voices.list()).rejects.toThrow('no answer')
  expect(await voices.list()).toEqual([])
  expect(await voices.list()).toHaveLength(2)
  expect(await voices.list()).toHaveLength(2)
  expect(asked).toBe(3)
})
