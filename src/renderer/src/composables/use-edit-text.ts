import { useRouter } from 'vue-router'
import type { TaskSummary } from '#shared/task.ts'
import { useBridge } from '../bridge/use-bridge.ts'
import { useNoticesStore } from '../stores/notices.ts'
import { useSpeakDraftStore } from '../stores/speak-draft.ts'

/** Leads back to the editor with the text of a task, for other words or another voice. */
export function useEditText() {
  const bridge = useBridge()
  const router = useRouter()
  const notices = useNoticesStore()
  const draft = useSpeakDraftStore()

  return async function editText(task: TaskSummary): Promise<void> {
    const excerpt = task.speech?.excerpt ?? ''
    const outcome = await bridge.call('speech.get', { taskId: task.id })
    if (outcome.ok) draft.replace({ text: outcome.value.text, name: task.name })
    // A text that fits into its excerpt is known whole.
    else if (task.speech && excerpt.length === task.speech.characters)
      draft.replace({ text: excerpt, name: task.name })
    else notices.report(outcome.error)
    await router.push('/speak')
  }
}
