import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import type { Failure } from '../format/error-words.ts'

export type Notice =
  | { id: number; type: 'failure'; error: Failure }
  /** Something that went well and is still worth a word. */
  | { id: number; type: 'news'; what: string; more: string }

/** How long news stay; a failure stays until it is closed. */
const NEWS_MS = 10_000

/** What has no row of its own to be said on: acts that failed, and news. */
export const useNoticesStore = defineStore('notices', () => {
  const notices = ref<Notice[]>([])
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let nextId = 1

  function report(error: Failure): void {
    // The same failure again takes the place of the one before: a pile of equal notices says no more.
    notices.value = [
      ...notices.value.filter((notice) => notice.type !== 'failure' || notice.error.code !== error.code),
      { id: nextId++, type: 'failure', error },
    ]
  }

  function tell(what: string, more: string): void {
    const id = nextId++
    notices.value = [...notices.value, { id, type: 'news', what, more }]
    timers.add(setTimeout(() => dismiss(id), NEWS_MS))
  }

  function dismiss(id: number): void {
    notices.value = notices.value.filter((notice) => notice.id !== id)
  }

  onScopeDispose(() => timers.forEach(clearTimeout))
  return { notices, report, tell, dismiss }
})
