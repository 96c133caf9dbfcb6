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
    speech: null,
    photo: null,
    ...rest,
  }
}

/** A finished speech, save for what is given. */
export function aSpeechTask(given: Partial<Omit<TaskSummary, 'id'>> & { id?: string } = {}): TaskSummary {
  return aTask({
    id: 'speech-1',
    kind: 'speak',
    name: 'The harbour',
    source: 'text',
    segmentCount: null,
    durationMs: 72_000,
    speech: {
      voiceId: 'flite-slt',
      voiceName: 'Slt',
      language: 'en-US',
      excerpt: 'The harbour was built in 1892.',
      characters: 1_080,
      parts: { done: 1, total: 1 },
    },
    ...given,
  })
}

/** A restored photo, save for what is given. */
export function aPhotoTask(given: Partial<Omit<TaskSummary, 'id'>> & { id?: string } = {}): TaskSummary {
  return aTask({
    id: 'photo-1',
    kind: 'restore',
    name: 'grandmother.jpg',
    segmentCount: null,
    durationMs: null,
    photo: { width: 1_600, height: 1_200, format: 'jpeg', bytes: 480_000 },
    ...given,
  })
}
