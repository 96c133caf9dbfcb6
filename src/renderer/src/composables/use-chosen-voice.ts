import { computed } from 'vue'
import type { Voice } from '#shared/bridge/types.ts'
import { languageFor, voiceToStartWith } from '../format/voices.ts'
import { useSettingsStore } from '../stores/settings.ts'
import { useVoicesStore } from '../stores/voices.ts'

/** The voice and language in use, remembered from one time to the next. */
export function useChosenVoice() {
  const store = useVoicesStore()
  const settings = useSettingsStore()

  const voice = computed(() => voiceToStartWith(store.voices, settings.settings?.lastVoiceId ?? ''))
  const language = computed(() =>
    voice.value ? languageFor(voice.value, settings.settings?.lastLanguage ?? '') : '',
  )

  async function choose(next: Voice): Promise<void> {
    const lastLanguage = languageFor(next, language.value)
    await settings.update({ lastVoiceId: next.voiceId, lastLanguage })
  }

  async function chooseLanguage(tag: string): Promise<void> {
    if (voice.value) await settings.update({ lastVoiceId: voice.value.voiceId, lastLanguage: tag })
  }

  return { voice, language, choose, chooseLanguage }
}
