import { onBeforeUnmount, ref } from 'vue'
import { useAppInfoStore } from '../stores/app-info.ts'

/** Plays the sample of one voice at a time. */
export function useSample() {
  const app = useAppInfoStore()
  const media = new Audio()
  const playing = ref<string | null>(null)
  const broken = ref<string | null>(null)

  media.addEventListener('ended', () => (playing.value = null))

  function stop(): void {
    media.pause()
    playing.value = null
  }

  async function play(voiceId: string): Promise<void> {
    const address = app.mediaAddress(`voice:${voiceId}`)
    if (!address) return
    playing.value = voiceId
    broken.value = null
    media.src = address
    try {
      await media.play()
    } catch {
      // Also refused when another sample took its place meanwhile, which is no failure.
      if (playing.value !== voiceId) return
      playing.value = null
      broken.value = voiceId
    }
  }

  onBeforeUnmount(stop)
  return {
    playing,
    broken,
    stop,
    toggle: (voiceId: string) => (playing.value === voiceId ? stop() : void play(voiceId)),
  }
}
