import type { TaskStage } from '#shared/task.ts'
import { collect } from './collect.ts'
import { follow } from './follow.ts'
import { begin, prepare } from './prepare.ts'
import type { Stage } from './stage.ts'
import { submit } from './submit.ts'
import { upload } from './upload.ts'

export type ActiveStage = Exclude<TaskStage, 'done' | 'failed' | 'cancelled' | 'needs-answer'>

/** A task's life: what is done in each stage. The stages that are missing are its ends. */
export const STAGES: Record<ActiveStage, Stage> = {
  draft: begin,
  preparing: prepare,
  uploading: upload,
  submitting: submit,
  waiting: follow,
  running: follow,
  collecting: collect,
}

export function isActive(stage: TaskStage): stage is ActiveStage {
  return Object.hasOwn(STAGES, stage)
}
