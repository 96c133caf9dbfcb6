import { onBeforeUnmount, ref, shallowRef, watch, type Ref } from 'vue'

export interface Player {
  /** The element that plays; the waveform draws for it. */
  media: HTMLAudioElement
  playing: Ref<boolean>
  /** Milliseconds from the start. */
  positionMs: Ref<number>
  /** Milliseconds; null until the recording told its length. */
  lengthMs: Ref<number | null>
  speed: Ref<number>
  broken: Ref<boolean>
  toggle(): void
  pause(): void
  seek(ms: number): void
  /** Plays from a moment, whether it played before or not. */
  playFrom(ms: number): void
  skip(ms: number): void
}

/** Plays one recording. The address may become known later. */
export function usePlayer(address: Ref<string | null>): Player {
  const media = shallowRef(new Audio()).value
  media.preload = 'metadata'
  const playing = ref(false)
  const positionMs = ref(0)
  const lengthMs = ref<number | null>(null)
  const speed = ref(1)
  const broken = ref(false)
  let frame = 0

  // `timeupdate` comes four times a second: too coarse to follow words with.
  function follow(): void {
    positionMs.value = media.currentTime * 1_000
    if (playing.value) frame = requestAnimationFrame(follow)
  }

  media.addEventListener('play', () => {
    playing.value = true
    follow()
  })
  media.addEventListener('pause', () => (playing.value = false))
  media.addEventListener('timeupdate', () => (positionMs.value = media.currentTime * 1_000))
  media.addEventListener('durationchange', () => {
    if (Number.isFinite(media.duration)) lengthMs.value = media.duration * 1_000
  })
  media.addEventListener('error', () => (broken.value = media.src !== ''))

  watch(address, (next) => next && (media.src = next), { immediate: true })
  watch(speed, (next) => {
    media.defaultPlaybackRate = next
    media.playbackRate = next
  })

  function play(): void {
    // Refused when the recording cannot be played, which the `error` event tells as well.
    media.play().catch(() => (playing.value = false))
  }

  function seek(ms: number): void {
    const end = lengthMs.value ?? Number.POSITIVE_INFINITY
    positionMs.value = Math.min(end, Math.max(0, ms))
    media.currentTime = positionMs.value / 1_000
  }

  onBeforeUnmount(() => {
    cancelAnimationFrame(frame)
    media.pause()
    media.removeAttribute('src')
    media.load()
  })

  return {
    media,
    playing,
    positionMs,
    lengthMs,
    speed,
    broken,
    toggle: () => (playing.value ? media.pause() : play()),
    pause: () => media.pause(),
    seek,
    playFrom(ms) {
      seek(ms)
      play()
    },
    skip: (ms) => seek(positionMs.value + ms),
  }
}
