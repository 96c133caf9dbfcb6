import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { AppInfo, ToolStatus } from '#shared/bridge/types.ts'
import { useBridge } from '../bridge/use-bridge.ts'
import { useNoticesStore } from './notices.ts'

/** What this host is, and what is installed. */
export const useAppInfoStore = defineStore('app-info', () => {
  const bridge = useBridge()
  const notices = useNoticesStore()
  const info = ref<AppInfo | null>(null)
  const tools = ref<ToolStatus[] | null>(null)
  const checkingTools = ref(false)

  async function load(): Promise<void> {
    const outcome = await bridge.call('app.info', undefined)
    if (outcome.ok) info.value = outcome.value
    else notices.report(outcome.error)
  }

  async function checkTools(): Promise<void> {
    checkingTools.value = true
    const outcome = await bridge.call('app.tools', undefined)
    checkingTools.value = false
    if (outcome.ok) tools.value = outcome.value
    else notices.report(outcome.error)
  }

  /** @returns the address that plays a task's recording, or null until the host is known */
  function mediaAddress(taskId: string): string | null {
    return info.value && `${info.value.mediaBase}${encodeURIComponent(taskId)}`
  }

  return { info, tools, checkingTools, load, checkTools, mediaAddress }
})
