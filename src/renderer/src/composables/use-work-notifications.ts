import { onBeforeUnmount, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { hasEnded, type TaskSummary } from '#shared/task.ts'
import { errorWords } from '../format/error-words.ts'
import { outcomeWords } from '../format/stage-words.ts'
import { resultPage, WORK_PAGES } from '../format/task-pages.ts'
import { useSettingsStore } from '../stores/settings.ts'
import { useTasksStore } from '../stores/tasks.ts'

/** What ends within this time is told of together. */
const TOGETHER_MS = 1_500

/** Whether the system lets the page tell; asks the person where that has not been settled. */
export async function mayNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  if (Notification.permission !== 'default') return Notification.permission === 'granted'
  return (await Notification.requestPermission()) === 'granted'
}

/** Says by the system's notifications when work ends while the window is not in front; a click leads to it. */
export function useWorkNotifications(): void {
  const { t } = useI18n()
  const router = useRouter()
  const settings = useSettingsStore()
  const tasks = useTasksStore()
  const stages = new Map<string, TaskSummary['stage']>()
  let ended: TaskSummary[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = false

  function follow(task: TaskSummary): void {
    const before = stages.get(task.id)
    stages.set(task.id, task.stage)
    if (before === task.stage || !settings.settings?.notify) return
    if (before === undefined && !hasEnded(task.stage)) void askOnce()
    if (before === undefined || (task.stage !== 'done' && task.stage !== 'failed')) return
    if (!document.hidden && document.hasFocus()) return
    ended.push(task)
    timer ??= setTimeout(tell, TOGETHER_MS)
  }

  // What is there when the page opens is nothing new.
  let known = false
  const stop = watch(
    () => (tasks.loaded ? tasks.entries : null),
    (entries) => {
      if (entries === null) return
      for (const { task } of entries) {
        if (known) follow(task)
        else stages.set(task.id, task.stage)
      }
      known = true
    },
    { immediate: true },
  )

  async function askOnce(): Promise<void> {
    if (asked) return
    asked = true
    await mayNotify()
  }

  function tell(): void {
    const told = ended
    ended = []
    timer = undefined
    const [first] = told
    if (!first || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    const words = told.length === 1 ? wordsForOne(first) : wordsForSeveral(told)
    const notification = new Notification(words.title, { body: words.body })
    notification.onclick = () => {
      window.focus()
      notification.close()
      void router.push(told.length === 1 ? pageOf(first) : '/library')
    }
  }

  function wordsForOne(task: TaskSummary): { title: string; body: string } {
    if (task.stage === 'done')
      return { title: t('notify.done', { name: task.name }), body: outcomeWords(task, t) }
    const body = task.error ? errorWords(task.error, t, task.kind).what : ''
    return { title: t('notify.failed', { name: task.name }), body }
  }

  function wordsForSeveral(told: readonly TaskSummary[]): { title: string; body: string } {
    const failed = told.filter((task) => task.stage === 'failed').length
    const count = told.length - failed
    const done = t('notify.several', { count }, count)
    return {
      title: failed > 0 ? t('notify.severalFailed', { done, count: failed }) : done,
      body: t('notify.open'),
    }
  }

  onBeforeUnmount(() => {
    stop()
    clearTimeout(timer)
  })
}

function pageOf(task: TaskSummary): string {
  return task.stage === 'done' ? resultPage(task) : WORK_PAGES[task.kind]
}
