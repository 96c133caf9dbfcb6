import type { ExportRequest } from '#shared/bridge/types.ts'
import { ref } from 'vue'
import { useBridge } from '../bridge/use-bridge.ts'
import { useNoticesStore } from '../stores/notices.ts'

/** Has a file made of what is finished, and offers it as a download. */
export function useSaveExport() {
  const bridge = useBridge()
  const notices = useNoticesStore()
  const saving = ref(false)

  /** @returns whether a file was made */
  async function save(request: ExportRequest): Promise<boolean> {
    if (saving.value) return false
    saving.value = true
    const outcome = await bridge.call('exports.make', request)
    saving.value = false
    if (outcome.ok) download(`/exports/${encodeURIComponent(outcome.value.exportId)}`, outcome.value.fileName)
    else notices.report(outcome.error)
    return outcome.ok
  }

  return { saving, save }
}

function download(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
