import { isPhonolensError, type ErrorInfo } from '#shared/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { RandomSource } from '../../../platform/random.ts'
import { StageFailure } from './stage-failure.ts'

/** SQLite's SQLITE_FULL; https://www.sqlite.org/rescode.html#full */
const SQLITE_FULL = 13

/** What is kept of an error: its own code where it was expected, otherwise an incident that the log tells more of. */
export function describeFailure(error: unknown, deps: { log: Log; random: RandomSource }): ErrorInfo {
  if (error instanceof StageFailure || isPhonolensError(error)) return error.info
  const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === SQLITE_FULL) return { code: 'disk-full' }
  const incident = deps.random.id().slice(0, 8)
  deps.log.error(`Incident ${incident}`, error)
  return { code: 'internal', params: { incident } }
}
