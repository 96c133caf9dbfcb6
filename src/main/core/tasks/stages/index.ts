import type { TaskKind, TaskStage } from '#shared/task.ts'
import type { TaskRow } from '../../library/task-row.ts'
import { collect } from './collect.ts'
import { collectPhoto, photoSize } from './collect-photo.ts'
import { collectSpeech } from './collect-speech.ts'
import { following } from './follow.ts'
import { begin, prepare, preparedPath } from './prepare.ts'
import { photoToSend, preparePhoto } from './prepare-photo.ts'
import { prepareSpeech } from './prepare-speech.ts'
import { speak } from './speak.ts'
import type { Stage } from './stage.ts'
import { submitting } from './submit.ts'
import { uploading } from './upload.ts'

type ActiveStage = Exclude<TaskStage, 'done' | 'failed' | 'cancelled' | 'needs-answer'>

const followAudio = following('transcribe', ({ durationMs }) => durationMs)
const followPhoto = following('restore', photoSize)
const straightToPreparing: Stage = async () => ({ next: 'preparing' })

/** A task's life, by its kind: what is done in each stage. The stages that are missing are its ends. */
export const STAGES: Record<TaskKind, Partial<Record<ActiveStage, Stage>>> = {
  transcribe: {
    draft: begin,
    preparing: prepare,
    uploading: uploading(preparedPath),
    submitting: submitting(
      (client, url, key, signal) => client.createStt(url, key, signal),
      ({ source }) => (source.type === 'url' ? source.url : null),
    ),
    waiting: followAudio,
    running: followAudio,
    collecting: collect,
  },
  speak: {
    draft: straightToPreparing,
    preparing: prepareSpeech,
    running: speak,
    collecting: collectSpeech,
  },
  restore: {
    draft: straightToPreparing,
    preparing: preparePhoto,
    uploading: uploading(photoToSend),
    submitting: submitting(
      (client, url, key, signal) => client.createRestoreFace(url, key, signal),
      () => null,
    ),
    waiting: followPhoto,
    running: followPhoto,
    collecting: collectPhoto,
  },
}

/** @returns what a task is to do next, or null where it has come to an end */
export function stageOf(stages: typeof STAGES, { kind, stage }: TaskRow): Stage | null {
  const ofKind: Partial<Record<TaskStage, Stage>> = stages[kind]
  return ofKind[stage] ?? null
}
