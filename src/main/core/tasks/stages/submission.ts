import { isPhonolensError, PhonolensError, type ErrorInfo } from '#shared/errors.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { RandomSource } from '../../../../platform/random.ts'
import type { Deployment } from '../../deployment/deployment.ts'
import type { TaskRow } from '../../library/task-row.ts'
import type { StageOutcome } from './stage.ts'

/** What is kept of the create call of a task, or of one part of a spoken text. */
export interface Submission {
  idempotencyKey: string | null
  submittedAt: number | null
  submissions: number
}

/** A service that keeps losing a task will not keep it the next time either. */
export const MOST_SUBMISSIONS = 3

/** A create call may or may not have arrived where work is billed: only the person can say whether to repeat it. */
export class SubmissionUnknown extends PhonolensError {
  constructor(cause?: ErrorInfo) {
    super('submission-unknown', { detail: cause?.detail })
    this.name = 'SubmissionUnknown'
  }
}

export interface SubmitOptions {
  deps: { clock: Clock; random: RandomSource }
  deployment: Deployment
  submission: Submission
  signal: AbortSignal
  /** Writes to the disk. */
  note(patch: Partial<Submission>): void
  /** @returns the service's id of the new task */
  create(idempotencyKey: string): Promise<string>
}

/**
 * Creates one task at the service. Everything that a restart needs to know is written before the call is made.
 *
 * @returns the service's id of the task
 * @throws SubmissionUnknown, CallError, or the signal's reason
 */
export async function submitOnce(options: SubmitOptions): Promise<string> {
  const { deps, deployment, submission, signal, note } = options
  if (deployment.billsForWork && submission.submittedAt !== null) throw new SubmissionUnknown()
  const idempotencyKey = submission.idempotencyKey ?? deps.random.id()
  const submissions = submission.submissions + (submission.idempotencyKey === null ? 1 : 0)
  note({ idempotencyKey, submittedAt: deps.clock.now(), submissions })
  try {
    return await options.create(idempotencyKey)
  } catch (error) {
    const cause = isPhonolensError(error) ? error.info : undefined
    if (!signal.aborted && deployment.billsForWork && mayHaveArrived(cause))
      throw new SubmissionUnknown(cause)
    // The other side said no, so this call made nothing there.
    if (!signal.aborted) note({ submittedAt: null })
    throw error
  }
}

/** Asks the person where only they can say how to go on; any other error is thrown on. */
export function askWherePaid(row: TaskRow, error: unknown): StageOutcome {
  if (!(error instanceof SubmissionUnknown)) throw error
  return { next: 'needs-answer', patch: { lastStage: row.stage, error: error.info } }
}

/** A connection that was never made cannot have brought anything across. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']

function mayHaveArrived(info: ErrorInfo | undefined): boolean {
  if (info === undefined) return true
  if (info.code === 'service-unreachable') return !NEVER_CONNECTED.includes(info.detail ?? '')
  return ['service-timeout', 'service-malformed', 'service-error'].includes(info.code)
}
