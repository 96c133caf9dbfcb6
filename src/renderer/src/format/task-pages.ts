import type { TaskKind, TaskSummary } from '#shared/task.ts'

/** The page where work of a kind is begun and followed. */
export const WORK_PAGES: Record<TaskKind, string> = {
  transcribe: '/transcribe',
  speak: '/speak',
  restore: '/restore',
}

const RESULT_PAGES: Record<TaskKind, string> = {
  transcribe: '/transcripts',
  speak: '/speech',
  restore: '/photos',
}

export const KIND_ICONS: Record<TaskKind, string> = {
  transcribe: 'i-lucide-audio-lines',
  speak: 'i-lucide-speech',
  restore: 'i-lucide-scan-face',
}

/** Where what came out of a task is shown. */
export function resultPage(task: Pick<TaskSummary, 'id' | 'kind'>): string {
  return `${RESULT_PAGES[task.kind]}/${encodeURIComponent(task.id)}`
}

/** @returns the kind of work that a page is for; null for pages that are for none */
export function kindOfPage(path: string): TaskKind | null {
  const kinds = Object.keys(WORK_PAGES) as TaskKind[]
  return kinds.find((kind) => path === WORK_PAGES[kind] || path.startsWith(`${RESULT_PAGES[kind]}/`)) ?? null
}
