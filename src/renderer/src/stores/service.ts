import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import type { ServiceState } from '#shared/bridge/types.ts'
import { useBridge } from '../bridge/use-bridge.ts'
import { useNoticesStore } from './notices.ts'

/** The deployment in use and how it is; null until the core has told. */
export const useServiceStore = defineStore('service', () => {
  const bridge = useBridge()
  const notices = useNoticesStore()
  const state = ref<ServiceState | null>(null)
  const restarting = ref(false)

  async function load(): Promise<void> {
    const outcome = await bridge.call('service.state', undefined)
    if (outcome.ok) state.value = outcome.value
    else notices.report(outcome.error)
  }

  async function restart(): Promise<void> {
    restarting.value = true
    const outcome = await bridge.call('service.restart', undefined)
    restarting.value = false
    if (outcome.ok) state.value = outcome.value
    else notices.report(outcome.error)
  }

  onScopeDispose(bridge.on('service.changed', (changed) => (state.value = changed)))
  return { state, restarting, load, restart }
})
