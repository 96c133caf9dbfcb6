import { randomBytes } from 'node:crypto'
import type { Log } from '../../platform/log.ts'
import { EngineError, TASK_ERROR_CODES } from '../engines/engine.ts'

export interface TaskFailure {
  reason: string
  errorCode: number
  retryable: boolean
}

/** What the client is told of a failure: a sentence for people, never a path or a stack. */
export function asTaskFailure(error: unknown, log: Log): TaskFailure {
  if (error instanceof EngineError) {
    return { reason: error.message, errorCode: error.errorCode, retryable: error.retryable }
  }
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return { reason: 'The disk is full.', errorCode: TASK_ERROR_CODES.engineFailed, retryable: false }
  }
  const incident = newIncidentId()
  log.error(`incident ${incident}`, error)
  const reason = `The service met an unexpected error (incident ${incident}).`
  return { reason, errorCode: TASK_ERROR_CODES.engineFailed, retryable: false }
}

/** A short name for something unexpected: the client gets it, the log has the whole story under it. */
export function newIncidentId(): string {
  return randomBytes(4).toString('hex')
}
