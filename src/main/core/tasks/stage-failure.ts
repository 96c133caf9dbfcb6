import type { ErrorInfo } from '#shared/errors.ts'
import type { TaskPatch } from '../library/task-row.ts'

/** A failure that also takes something back from the task, so that trying again does not begin from it. */
export class StageFailure extends Error {
  readonly info: ErrorInfo
  readonly patch: TaskPatch

  constructor(info: ErrorInfo, patch: TaskPatch) {
    super(info.detail ?? info.code)
    this.name = 'StageFailure'
    this.info = info
    this.patch = patch
  }
}
