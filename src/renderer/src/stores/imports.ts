import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { FileRef } from '#shared/bridge/bridge.ts'
import type { ErrorInfo } from '#shared/errors.ts'
import type { TaskKind } from '#shared/task.ts'
import { useBridge } from '../bridge/use-bridge.ts'
import { useTasksStore } from './tasks.ts'
import { useAppInfoStore } from './app-info.ts'

/** The work that brought-in files are for; texts are read by the page itself. */
export type ImportKind = Exclude<TaskKind, 'speak'>

/** A file on its way to the host. Sizes in bytes. */
export interface FileImport {
  id: number
  kind: ImportKind
  name: string
  sentBytes: number
  totalBytes: number
  error: ErrorInfo | null
}

/** Files that were dropped or chosen and are not tasks yet: sent one after another, each becoming a task as it arrives. */
export const useImportsStore = defineStore('imports', () => {
  const bridge = useBridge()
  const tasks = useTasksStore()
  const app = useAppInfoStore()
  const rows = ref<FileImport[]>([])
  const files = new Map<number, File>()
  const stops = new Map<number, AbortController>()
  let nextId = 1
  let queue = Promise.resolve()

  /** Brings the files in and has them worked on, in the order given. */
  function bringFiles(kind: ImportKind, chosen: readonly File[]): Promise<void> {
    return enqueue(
      kind,
      chosen.map((file) => addRow(kind, file)),
    )
  }

  function enqueue(kind: ImportKind, ids: number[]): Promise<void> {
    queue = queue.then(() => bringIn(kind, ids))
    return queue
  }

  async function bringIn(kind: ImportKind, ids: number[]): Promise<void> {
    const together: FileRef[] = []
    // Where files are read in place there is nothing to wait for, and one call keeps their order in the list.
    const inPlace = app.info?.capabilities.readsFilesInPlace ?? false
    for (const id of ids) {
      const ref = await bringInOne(id)
      if (!ref) continue
      if (inPlace) together.push(ref)
      else await tasks[kind]([ref])
      drop(id)
    }
    if (together.length > 0) await tasks[kind](together)
  }

  async function bringInOne(id: number): Promise<FileRef | null> {
    const file = files.get(id)
    const stop = stops.get(id)
    if (!file || !stop) return null
    const outcome = await bridge.importFile(file, {
      signal: stop.signal,
      onProgress: (sentBytes, totalBytes) => change(id, { sentBytes, totalBytes }),
    })
    if (outcome.ok) return outcome.value
    if (outcome.error.code === 'cancelled') drop(id)
    else change(id, { error: outcome.error })
    return null
  }

  function addRow(kind: ImportKind, file: File): number {
    const row = { id: nextId++, kind, name: file.name, sentBytes: 0, totalBytes: file.size, error: null }
    rows.value = [...rows.value, row]
    files.set(row.id, file)
    stops.set(row.id, new AbortController())
    return row.id
  }

  function change(id: number, changes: Partial<FileImport>): void {
    rows.value = rows.value.map((row) => (row.id === id ? { ...row, ...changes } : row))
  }

  function drop(id: number): void {
    files.delete(id)
    stops.delete(id)
    rows.value = rows.value.filter((row) => row.id !== id)
  }

  /** Stops a file on its way, or takes one that failed off the list. */
  function remove(id: number): void {
    stops.get(id)?.abort()
    drop(id)
  }

  /** Tries a file that could not be brought in once more. */
  function retry(id: number): Promise<void> {
    const row = rows.value.find((each) => each.id === id)
    if (!row) return queue
    change(id, { error: null, sentBytes: 0 })
    return enqueue(row.kind, [id])
  }

  return { rows, bringFiles, retry, remove }
})
