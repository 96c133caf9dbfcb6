import { ref, shallowRef, watch, type Ref } from 'vue'
import type { ErrorInfo } from '#shared/errors.ts'
import type { MethodInput, MethodName, MethodOutput } from '#shared/bridge/contract.ts'
import { useBridge } from '../bridge/use-bridge.ts'

type ResultMethod = Extract<MethodName, 'speech.get' | 'photos.get'>

/** What came out of one task, asked for anew when another task is shown. */
export function useTaskResult<Name extends ResultMethod>(method: Name, taskId: Ref<string>) {
  const bridge = useBridge()
  const result = shallowRef<MethodOutput<Name> | null>(null)
  const error = ref<ErrorInfo | null>(null)

  async function load(): Promise<void> {
    const asked = taskId.value
    const outcome = await bridge.call(method, { taskId: asked } as MethodInput<Name>)
    if (asked !== taskId.value) return
    result.value = outcome.ok ? (outcome.value as MethodOutput<Name>) : null
    error.value = outcome.ok ? null : outcome.error
  }
  watch(taskId, load, { immediate: true })

  return { result, error, load }
}
