import { onBeforeUnmount, ref, shallowRef, watch, type Ref } from 'vue'
import type { ErrorInfo } from '#shared/errors.ts'
import type { Transcript } from '#shared/task.ts'
import { useBridge } from '../bridge/use-bridge.ts'
import { useNoticesStore } from '../stores/notices.ts'
import { saveText } from './save-text.ts'

/** How long the button says that the text was copied. */
const COPIED_MS = 2_000

/** The text of one task, and what can be done with it. */
export function useTranscript(taskId: Ref<string>) {
  const bridge = useBridge()
  const notices = useNoticesStore()
  const transcript = shallowRef<Transcript | null>(null)
  const error = ref<ErrorInfo | null>(null)
  const copied = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    const asked = taskId.value
    const outcome = await bridge.call('transcripts.get', { taskId: asked })
    if (asked !== taskId.value) return
    transcript.value = outcome.ok ? outcome.value : null
    error.value = outcome.ok ? null : outcome.error
  }
  watch(taskId, load, { immediate: true })

  async function copy(): Promise<void> {
    const text = (transcript.value?.segments ?? []).map((segment) => segment.text.trim()).join('\n')
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      notices.report({ code: 'copy-refused' })
      return
    }
    copied.value = true
    clearTimeout(timer)
    timer = setTimeout(() => (copied.value = false), COPIED_MS)
  }

  async function exportSrt(): Promise<void> {
    const outcome = await bridge.call('transcripts.export', { taskId: taskId.value, format: 'srt' })
    if (outcome.ok) saveText(outcome.value)
    else notices.report(outcome.error)
  }

  onBeforeUnmount(() => clearTimeout(timer))
  return { transcript, error, copied, load, copy, exportSrt }
}
