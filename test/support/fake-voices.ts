import type { Handlers } from '#shared/bridge/contract.ts'
import type { Voice } from '#shared/bridge/types.ts'
import { PhonolensError } from '#shared/errors.ts'

/** A voice of the deployment's list, save for what is given. */
export function aVoice(given: Partial<Voice> = {}): Voice {
  return {
    voiceId: 'flite-slt',
    name: 'Slt',
    gender: 'female',
    languages: ['en-US'],
    engine: 'flite',
    hasSample: true,
    origin: 'deployment',
    favourite: false,
    ...given,
  }
}

type VoiceHandlers = Pick<
  Handlers,
  'voices.list' | 'voices.favour' | 'voices.add' | 'voices.remove' | 'voices.import'
>

/** Voices in memory. Imports take one voice a line, `id,name,language`; every other line is refused. */
export function fakeVoiceHandlers(state: { voices: Voice[] }, changed: () => void): VoiceHandlers {
  function set(voices: Voice[]): void {
    state.voices = voices
    changed()
  }
  function add(given: Partial<Voice>): Voice {
    const voice = aVoice({ ...given, origin: 'added', engine: '', hasSample: false })
    set([...state.voices.filter((each) => each.voiceId !== voice.voiceId), voice])
    return voice
  }
  return {
    'voices.list': async () => state.voices,
    'voices.favour': async ({ voiceId, favourite }) => {
      if (!state.voices.some((each) => each.voiceId === voiceId)) throw new PhonolensError('not-found')
      set(state.voices.map((each) => (each.voiceId === voiceId ? { ...each, favourite } : each)))
      return null
    },
    'voices.add': async (voice) => add(voice),
    'voices.remove': async ({ voiceId }) => {
      set(state.voices.filter((each) => each.voiceId !== voiceId))
      return null
    },
    'voices.import': async ({ text }) => {
      const refused: { line: number; reason: string }[] = []
      let added = 0
      for (const [index, line] of text.split('\n').entries()) {
        const [voiceId, name, language] = line.split(',')
        if (voiceId && name && language) {
          add({ voiceId, name, gender: '', languages: [language] })
          added += 1
        } else refused.push({ line: index + 1, reason: 'no language is named' })
      }
      return { added, updated: 0, refused }
    },
  }
}
