import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Failure } from '../format/error-words.ts'

export interface Notice {
  id: number
  error: Failure
}

/** Acts that failed and have no row of their own to say so on. */
export const useNoticesStore = defineStore('notices', () => {
  const notices = ref<Notice[]>([])
  let nextId = 1

  function report(error: Failure): void {
    // The same failure again takes the place of the one before: a pile of equal notices says no more.
    notices.value = [
      ...notices.value.filter((notice) => notice.error.code !== error.code),
      { id: nextId++, error },
    ]
  }

  function dismiss(id: number): void {
    notices.value = notices.value.filter((notice) => notice.id !== id)
  }

  return { notices, report, dismiss }
})
