import type { TaskId, TaskSummary } from '#shared/task.ts'

/** A finished transcription, save for what is given. */
export function aTask(given: Partial<Omit<TaskSummary, 'id'>> & { id?: string } = {}): TaskSummary {
  const { id = 'task-1', ...rest } = given
  return {
    id: id as TaskId,
    kind: 'transcribe',
    name: 'interview.wav',
    source: 'file',
    stage: 'done',
    lastStage: null,
    progress: { fraction: null },
    error: null,
    deployment: 'local',
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    finishedAt: null,
    durationMs: 252_000,
    segmentCount: 38,
    hasMedia: true,
    ...rest,
  }
}
