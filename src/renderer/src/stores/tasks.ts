import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { MethodInput, PhotoSource, SourceInput } from '#shared/bridge/contract.ts'
import type { ErrorInfo } from '#shared/errors.ts'
import { ok, type Result } from '#shared/result.ts'
import { hasEnded, type TaskId, type TaskSummary } from '#shared/task.ts'
import { useBridge } from '../bridge/use-bridge.ts'
import { useNoticesStore } from './notices.ts'

/** How long a deleted task can be brought back in its place. */
export const UNDO_MS = 10_000

/** A place in a list: a task, or one deleted a moment ago. */
export interface TaskEntry {
  task: TaskSummary
  deleted: boolean
}

/** All tasks of the library, as the core last told them. */
export const useTasksStore = defineStore('tasks', () => {
  const bridge = useBridge()
  const notices = useNoticesStore()
  const byId = shallowRef<ReadonlyMap<string, TaskSummary>>(new Map())
  const deleted = shallowRef<ReadonlyMap<string, TaskSummary>>(new Map())
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const loaded = ref(false)
  const loadError = ref<ErrorInfo | null>(null)

  const entries = computed<TaskEntry[]>(() =>
    [
      ...[...byId.value.values()].map((task) => ({ task, deleted: false })),
      ...[...deleted.value.values()].map((task) => ({ task, deleted: true })),
    ].sort((a, b) => b.task.createdAt - a.task.createdAt || (a.task.id < b.task.id ? 1 : -1)),
  )
  const underWay = computed(() =>
    entries.value.filter((entry) => !entry.deleted && !hasEnded(entry.task.stage)).map((entry) => entry.task),
  )

  function put(task: TaskSummary): void {
    if (deleted.value.has(task.id)) deleted.value = new Map(deleted.value).set(task.id, task)
    else byId.value = new Map(byId.value).set(task.id, task)
  }

  function take(taskId: string): void {
    byId.value = without(byId.value, taskId)
  }

  function forget(taskId: string): void {
    clearTimeout(timers.get(taskId))
    timers.delete(taskId)
    deleted.value = without(deleted.value, taskId)
  }

  async function load(): Promise<void> {
    const outcome = await bridge.call('tasks.list', undefined)
    if (outcome.ok) {
      const kept = outcome.value.filter((task) => !deleted.value.has(task.id))
      byId.value = new Map(kept.map((task) => [task.id, task]))
    }
    loadError.value = outcome.ok ? null : outcome.error
    loaded.value = true
  }

  /** @returns the tasks made, newest state first known; empty where the core could not take them */
  function made(outcome: Result<TaskSummary[], ErrorInfo>): TaskSummary[] {
    if (!outcome.ok) {
      notices.report(outcome.error)
      return []
    }
    // What the core has told since is newer than this answer.
    for (const task of outcome.value) if (!byId.value.has(task.id)) put(task)
    return outcome.value
  }

  async function transcribe(sources: SourceInput[]): Promise<TaskSummary[]> {
    return made(await bridge.call('tasks.transcribe', { sources }))
  }

  async function restore(sources: PhotoSource[]): Promise<TaskSummary[]> {
    return made(await bridge.call('tasks.restore', { sources, fit: false }))
  }

  async function speak(input: MethodInput<'tasks.speak'>): Promise<TaskSummary[]> {
    const outcome = await bridge.call('tasks.speak', input)
    return made(outcome.ok ? ok([outcome.value]) : outcome)
  }

  async function act(name: 'tasks.cancel' | 'tasks.retry' | 'tasks.fit', taskId: TaskId): Promise<void> {
    const outcome = await bridge.call(name, { taskId })
    if (outcome.ok) put(outcome.value)
    else notices.report(outcome.error)
  }

  async function rename(taskId: TaskId, name: string): Promise<void> {
    const outcome = await bridge.call('tasks.rename', { taskId, name })
    if (outcome.ok) put(outcome.value)
    else notices.report(outcome.error)
  }

  /** Deletes, and keeps the task's place for a while so that it can be undone there. */
  async function remove(taskId: TaskId): Promise<void> {
    const task = byId.value.get(taskId)
    if (!task) return
    take(taskId)
    deleted.value = new Map(deleted.value).set(taskId, task)
    const outcome = await bridge.call('tasks.delete', { taskId })
    if (outcome.ok) {
      timers.set(
        taskId,
        setTimeout(() => forget(taskId), UNDO_MS),
      )
      return
    }
    forget(taskId)
    if (outcome.error.code !== 'not-found') put(task)
    notices.report(outcome.error)
  }

  async function undoRemove(taskId: string): Promise<void> {
    if (!deleted.value.has(taskId)) return
    const outcome = await bridge.call('tasks.undelete', { taskId })
    forget(taskId)
    if (outcome.ok) put(outcome.value)
    else notices.report(outcome.error)
  }

  /** Undoes the deletion made last; does nothing when there is none left to undo. */
  async function undoLast(): Promise<void> {
    const last = [...deleted.value.keys()].at(-1)
    if (last !== undefined) await undoRemove(last)
  }

  const stops = [bridge.on('tasks.changed', put), bridge.on('tasks.removed', ({ taskId }) => take(taskId))]
  onScopeDispose(() => {
    for (const stop of stops) stop()
    for (const timer of timers.values()) clearTimeout(timer)
  })

  return {
    entries,
    underWay,
    loaded,
    loadError,
    find: (taskId: string) => byId.value.get(taskId),
    load,
    transcribe,
    restore,
    speak,
    cancel: (taskId: TaskId) => act('tasks.cancel', taskId),
    retry: (taskId: TaskId) => act('tasks.retry', taskId),
    fit: (taskId: TaskId) => act('tasks.fit', taskId),
    rename,
    remove,
    undoRemove,
    undoLast,
  }
})

function without(map: ReadonlyMap<string, TaskSummary>, key: string): ReadonlyMap<string, TaskSummary> {
  if (!map.has(key)) return map
  const copy = new Map(map)
  copy.delete(key)
  return copy
}
