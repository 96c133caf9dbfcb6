import { computed, ref, watch, type Ref } from 'vue'
import { roundRemaining } from '../format/format.ts'

/**
 * Watches a time left as it is shown.
 *
 * @returns whether it has grown since it was last shown: then the words say so instead of jumping up silently
 */
export function useGrownRemaining(remainingMs: Ref<number | undefined>): Ref<boolean> {
  const grown = ref(false)
  const shown = computed(() =>
    remainingMs.value === undefined ? undefined : roundRemaining(remainingMs.value),
  )
  watch(shown, (next, before) => {
    if (next === undefined || before === undefined) grown.value = false
    else if (next > before) grown.value = true
  })
  return grown
}
