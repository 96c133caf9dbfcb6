import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { MethodInput } from '#shared/bridge/contract.ts'
import type { Voice, VoicesImported } from '#shared/bridge/types.ts'
import type { ErrorInfo } from '#shared/errors.ts'
import { useBridge } from '../bridge/use-bridge.ts'
import { useNoticesStore } from './notices.ts'
import { UNDO_MS } from './tasks.ts'

/** The voices that text can be spoken with, as the core last told them. */
export const useVoicesStore = defineStore('voices', () => {
  const bridge = useBridge()
  const notices = useNoticesStore()
  const voices = shallowRef<Voice[]>([])
  const removed = shallowRef<Voice[]>([])
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const loaded = ref(false)
  const loadError = ref<ErrorInfo | null>(null)
  let asked = 0

  async function load(): Promise<void> {
    const mine = ++asked
    const outcome = await bridge.call('voices.list', undefined)
    // An answer to an earlier question may come later.
    if (mine !== asked) return
    if (outcome.ok) voices.value = outcome.value
    loadError.value = outcome.ok ? null : outcome.error
    loaded.value = true
  }

  async function favour(voice: Voice): Promise<void> {
    const favourite = !voice.favourite
    replace({ ...voice, favourite })
    const outcome = await bridge.call('voices.favour', { voiceId: voice.voiceId, favourite })
    if (outcome.ok) return
    replace(voice)
    notices.report(outcome.error)
  }

  function replace(changed: Voice): void {
    voices.value = voices.value.map((voice) => (voice.voiceId === changed.voiceId ? changed : voice))
  }

  /** @returns whether the voice was taken */
  async function add(voice: MethodInput<'voices.add'>): Promise<boolean> {
    const outcome = await bridge.call('voices.add', voice)
    if (outcome.ok) await load()
    else notices.report(outcome.error)
    return outcome.ok
  }

  /** Removes a voice that was added here, and keeps it at hand for a while so that it can come back. */
  async function remove(voice: Voice): Promise<void> {
    const outcome = await bridge.call('voices.remove', { voiceId: voice.voiceId })
    if (!outcome.ok) return notices.report(outcome.error)
    removed.value = [...removed.value, voice]
    timers.add(setTimeout(() => forget(voice), UNDO_MS))
    await load()
  }

  function forget(voice: Voice): void {
    removed.value = removed.value.filter((each) => each.voiceId !== voice.voiceId)
  }

  async function undoRemove(voice: Voice): Promise<void> {
    const { voiceId, name, gender, languages, favourite } = voice
    if (!(await add({ voiceId, name, gender, languages }))) return
    forget(voice)
    if (favourite) await favour({ ...voice, favourite: false })
  }

  /** @returns what became of the file, or null where none of it could be read */
  async function importFile(format: 'csv' | 'json', text: string): Promise<VoicesImported | null> {
    const outcome = await bridge.call('voices.import', { format, text })
    if (outcome.ok) {
      await load()
      return outcome.value
    }
    notices.report(outcome.error)
    return null
  }

  onScopeDispose(bridge.on('voices.changed', () => void load()))
  onScopeDispose(() => timers.forEach(clearTimeout))
  const added = computed(() => voices.value.filter((voice) => voice.origin === 'added'))
  return { voices, added, removed, loaded, loadError, load, favour, add, remove, undoRemove, importFile }
})
