import { hasEnded, type TaskKind, type TaskStage } from '#shared/task.ts'
import type { TaskEntry } from '../stores/tasks.ts'

export const LIBRARY_FILTERS = ['all', 'running', 'done', 'failed'] as const
export type LibraryFilter = (typeof LIBRARY_FILTERS)[number]

export const LIBRARY_KINDS = ['all', 'transcribe', 'speak', 'restore'] as const
export type LibraryKind = (typeof LIBRARY_KINDS)[number]

/** The entries whose name holds every word of the query, whatever the case and accents. What is spoken counts as its name. */
export function filterEntries(
  entries: readonly TaskEntry[],
  query: string,
  filter: LibraryFilter,
  kind: LibraryKind = 'all',
): TaskEntry[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  return entries.filter(({ task }) => {
    if (!matches(task.stage, filter) || (kind !== 'all' && task.kind !== (kind satisfies TaskKind)))
      return false
    const name = plain(`${task.name} ${task.speech?.excerpt ?? ''}`)
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
