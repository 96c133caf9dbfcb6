import { hasEnded, type TaskStage } from '#shared/task.ts'
import type { TaskEntry } from '../stores/tasks.ts'

export const LIBRARY_FILTERS = ['all', 'running', 'done', 'failed'] as const
export type LibraryFilter = (typeof LIBRARY_FILTERS)[number]

/** The entries whose name holds every word of the query, whatever the case and accents. */
export function filterEntries(
  entries: readonly TaskEntry[],
  query: string,
  filter: LibraryFilter,
): TaskEntry[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  return entries.filter(({ task }) => {
    if (!matches(task.stage, filter)) return false
    const name = plain(task.name)
    return words.every((word) => name.includes(word))
  })
}

function matches(stage: TaskStage, filter: LibraryFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'running') return !hasEnded(stage)
  return filter === 'done' ? stage === 'done' : hasEnded(stage) && stage !== 'done'
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
