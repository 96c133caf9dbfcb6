import type { Voice, AddedVoice, VoicesImported } from '#shared/bridge/types.ts'
import { readGender, type LooseVoice } from '#shared/api/lenient.ts'
import { PhonolensError } from '#shared/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Library } from '../library/library.ts'
import { readVoices } from './read-voices.ts'
import { keepSample } from './voice-sample.ts'

export interface VoicesDeps {
  dataDir: string
  deploymentId: string
  library: Library
  log: Log
  /** @returns null where the deployment has no list that a program can read */
  listVoices(signal: AbortSignal): Promise<LooseVoice[] | null>
  onChange(): void
}

/** The voices that text can be spoken with. */
export interface Voices {
  /** Favourites first, then by name. @throws PhonolensError where the service cannot be asked and never was */
  list(): Promise<Voice[]>
  /** A voice of the list, or null where there is none or the service cannot be asked. */
  find(voiceId: string, signal: AbortSignal): Promise<Voice | null>
  /** By what is known already. */
  nameOf(voiceId: string): string | null
  favour(voiceId: string, favourite: boolean): void
  /** Takes the place of one added before under the same id. */
  add(voice: AddedVoice): Voice
  /** @throws PhonolensError `not-found` for a voice that was not added here */
  remove(voiceId: string): void
  /** @throws PhonolensError `voices-unreadable` where there is not one voice in the text */
  import(format: 'csv' | 'json', text: string): VoicesImported
  /** A short recording of the voice, kept once it was fetched. */
  sample(voiceId: string): Promise<{ path: string; contentType: string } | null>
  close(): void
}

export function createVoices(deps: VoicesDeps): Voices {
  const { library } = deps
  const closing = new AbortController()
  let listed: LooseVoice[] | null = null

  async function ask(signal: AbortSignal): Promise<LooseVoice[]> {
    try {
      const either = AbortSignal.any([signal, closing.signal])
      listed = (await deps.listVoices(either)) ?? []
    } catch (error) {
      if (listed === null) throw error
      deps.log.warn('The voice list is that of before', (error as Error).message)
    }
    return listed
  }

  function known(): Voice[] {
    const favourites = library.voices.favourites()
    const added = library.voices.added()
    // What was added by hand says more than a list that it was copied from.
    const own = new Set(added.map(({ voiceId }) => voiceId))
    const fromList = (listed ?? []).filter(({ voiceId }) => !own.has(voiceId)).map(fromDeployment)
    return [...added.map(fromPerson), ...fromList]
      .map((voice) => ({ ...voice, favourite: favourites.has(voice.voiceId) }))
      .sort(byFavour)
  }
  const one = (voiceId: string): Voice | null => known().find((voice) => voice.voiceId === voiceId) ?? null

  return {
    async list() {
      await ask(closing.signal)
      return known()
    },
    async find(voiceId, signal) {
      try {
        await ask(signal)
      } catch (error) {
        signal.throwIfAborted()
        deps.log.warn('The voices could not be asked for', (error as Error).message)
      }
      return one(voiceId)
    },
    nameOf: (voiceId) => one(voiceId)?.name ?? null,
    favour(voiceId, favourite) {
      library.voices.setFavourite(voiceId, favourite)
      deps.onChange()
    },
    add(voice) {
      library.voices.put([voice])
      deps.onChange()
      return one(voice.voiceId)!
    },
    remove(voiceId) {
      if (!library.voices.remove(voiceId)) throw new PhonolensError('not-found')
      deps.onChange()
    },
    import(format, text) {
      const { voices, refused } = readVoices(format, text)
      const before = new Set(library.voices.added().map(({ voiceId }) => voiceId))
      const now = new Set(voices.map(({ voiceId }) => voiceId))
      library.voices.put(voices)
      if (voices.length > 0) deps.onChange()
      const updated = [...now].filter((voiceId) => before.has(voiceId)).length
      return { added: now.size - updated, updated, refused }
    },
    async sample(voiceId) {
      const isThere = (listed ?? []).some((voice) => voice.voiceId === voiceId)
      if (!isThere) await ask(closing.signal)
      const url = listed?.find((voice) => voice.voiceId === voiceId)?.sampleUrl
      if (!url) return null
      return keepSample({ ...deps, voiceId, url, signal: closing.signal })
    },
    close: () => closing.abort(new Error('the app is closing')),
  }
}

function fromDeployment(voice: LooseVoice): Omit<Voice, 'favourite'> {
  const { voiceId, name, gender, languages, engine, sampleUrl } = voice
  return {
    voiceId,
    name: name || voiceId,
    gender: readGender(gender),
    languages: languages ?? [],
    engine,
    hasSample: Boolean(sampleUrl),
    origin: 'deployment',
  }
}

function fromPerson(voice: AddedVoice): Omit<Voice, 'favourite'> {
  return { ...voice, engine: '', hasSample: false, origin: 'added' }
}

/** Sorting keeps the rest as it is: a deployment lists its clearest voices first. */
function byFavour(a: Voice, b: Voice): number {
  return Number(b.favourite) - Number(a.favourite)
}
