import type { Clock } from '../../../platform/clock.ts'
import type { EngineVoice, TextToSpeechEngine } from './text-to-speech.ts'

export interface FoundVoice {
  voice: EngineVoice
  engine: TextToSpeechEngine
}

/** The voices of all engines that are ready. */
export interface VoiceDirectory {
  /** Best engine first, each in its own order. */
  list(): Promise<FoundVoice[]>
  find(voiceId: string): Promise<FoundVoice | null>
}

/** PowerShell needs seconds to list its voices; a voice that was installed is there a minute later. */
const KEPT_MS = 60_000

/** @param engines best first: of two voices with one id the first is taken */
export function createVoiceDirectory(engines: readonly TextToSpeechEngine[], clock: Clock): VoiceDirectory {
  let kept: { voices: Promise<FoundVoice[]>; until: number } | null = null

  async function ask(): Promise<FoundVoice[]> {
    const lists = await Promise.all(
      engines.map(async (engine) => (await engine.voices()).map((voice) => ({ voice, engine }))),
    )
    const byId = new Map<string, FoundVoice>()
    for (const found of lists.flat()) {
      if (!byId.has(found.voice.voiceId)) byId.set(found.voice.voiceId, found)
    }
    return [...byId.values()]
  }

  async function list(): Promise<FoundVoice[]> {
    if (kept && clock.now() < kept.until) return kept.voices
    const asked = { voices: ask(), until: clock.now() + KEPT_MS }
    kept = asked
    try {
      const voices = await asked.voices
      // None at all: what the person then installs should be there at once.
      if (voices.length === 0 && kept === asked) kept = null
      return voices
    } catch (error) {
      if (kept === asked) kept = null
      throw error
    }
  }

  return {
    list,
    find: async (voiceId) => (await list()).find(({ voice }) => voice.voiceId === voiceId) ?? null,
  }
}
