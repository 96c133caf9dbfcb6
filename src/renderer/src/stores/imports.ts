import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { FileRef } from '#shared/bridge/bridge.ts'
import type { ErrorInfo } from '#shared/errors.ts'
import { useBridge } from '../bridge/use-bridge.ts'
import { useTasksStore } from './tasks.ts'
import { useAppInfoStore } from './app-info.ts'

/** A file on its way to the host. Sizes in bytes. */
export interface FileImport {
  id: number
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
  const stops = new Map<number, AbortController>()
  let nextId = 1
  let queue = Promise.resolve()

  /** Brings the files in and has them transcribed, in the order given. */
  function transcribeFiles(files: readonly File[]): Promise<void> {
    const queued = files.map((file) => ({ file, row: addRow(file) }))
    queue = queue.then(() => bringIn(queued))
    return queue
  }

  async function bringIn(queued: { file: File; row: FileImport }[]): Promise<void> {
    const together: FileRef[] = []
    // Where files are read in place there is nothing to wait for, and one call keeps their order in the list.
    const inPlace = app.info?.capabilities.readsFilesInPlace ?? false
    for (const { file, row } of queued) {
      const ref = await bringInOne(file, row.id)
      if (!ref) continue
      if (inPlace) together.push(ref)
      else await tasks.transcribe([ref])
      drop(row.id)
    }
    if (together.length > 0) await tasks.transcribe(together)
  }

  async function bringInOne(file: File, id: number): Promise<FileRef | null> {
    const stop = stops.get(id)
    if (!stop) return null
    const outcome = await bridge.importFile(file, {
      signal: stop.signal,
      onProgress: (sentBytes, totalBytes) => change(id, { sentBytes, totalBytes }),
    })
    if (outcome.ok) return outcome.value
    if (outcome.error.code === 'cancelled') drop(id)
    else change(id, { error: outcome.error })
    return null
  }

  function addRow(file: File): FileImport {
    const row = { id: nextId++, name: file.name, sentBytes: 0, totalBytes: file.size, error: null }
    rows.value = [...rows.value, row]
    stops.set(row.id, new AbortController())
    return row
  }

  function change(id: number, changes: Partial<FileImport>): void {
    rows.value = rows.value.map((row) => (row.id === id ? { ...row, ...changes } : row))
  }

  function drop(id: number): void {
    stops.delete(id)
    rows.value = rows.value.filter((row) => row.id !== id)
  }

  /** Stops a file on its way, or takes one that failed off the list. */
  function remove(id: number): void {
    stops.get(id)?.abort()
    drop(id)
  }

  return { rows, transcribeFiles, remove }
})
