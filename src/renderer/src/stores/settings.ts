import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import type { Settings, SettingsPatch } from '#shared/bridge/types.ts'
import { useBridge } from '../bridge/use-bridge.ts'
import { useNoticesStore } from './notices.ts'

/** The person's settings; null until the core has told them. */
export const useSettingsStore = defineStore('settings', () => {
  const bridge = useBridge()
  const notices = useNoticesStore()
  const settings = ref<Settings | null>(null)

  async function load(): Promise<void> {
    const outcome = await bridge.call('settings.get', undefined)
    if (outcome.ok) settings.value = outcome.value
    else notices.report(outcome.error)
  }

  async function update(patch: SettingsPatch): Promise<void> {
    const before = settings.value
    // Shown and used at once: what the person does next already counts on it.
    if (before) settings.value = { ...before, ...patch }
    const outcome = await bridge.call('settings.update', patch)
    if (outcome.ok) {
      settings.value = outcome.value
      return
    }
    settings.value = before
    notices.report(outcome.error)
  }

  onScopeDispose(bridge.on('settings.changed', (changed) => (settings.value = changed)))
  return { settings, load, update }
})
