import { useColorMode } from '@vueuse/core'
import { watchEffect } from 'vue'
import { useSettingsStore } from '../stores/settings.ts'

/** Also read by `public/theme.js`, which paints the first frame in the right colours. */
const STORAGE_KEY = 'phonolens-theme'

/** Keeps the page in the theme of the settings, following the system where they say so. */
export function useTheme(): void {
  const settings = useSettingsStore()
  const mode = useColorMode({ storageKey: STORAGE_KEY, emitAuto: true })
  watchEffect(() => {
    const theme = settings.settings?.theme
    if (theme) mode.value = theme === 'system' ? 'auto' : theme
  })
}
