import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import { useBridge } from '../bridge/use-bridge.ts'

/** Whether the host still answers. */
export const useConnectionStore = defineStore('connection', () => {
  const lost = ref(false)
  const stop = useBridge().onConnectionChange?.((connected) => (lost.value = !connected))
  onScopeDispose(() => stop?.())
  return { lost }
})
