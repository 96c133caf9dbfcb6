import { isPhonolensError, type ErrorInfo } from '#shared/errors.ts'
import type { TaskRow } from '../../library/task-row.ts'
import { hasGoodUpload } from './upload.ts'
import type { Stage, StageOutcome } from './stage.ts'

export const submit: Stage = async ({ deps, row, signal, note }) => {
  if (row.serviceTaskId !== null) return { next: 'waiting' }
  const { deployment, client } = deps.connect(row.deployment)
  if (deployment.billsForWork && row.submittedAt !== null) return unknownOutcome(row)
  const base = await deployment.baseUrl(signal)
  const audioUrl = row.source.type === 'url' ? row.source.url : row.uploadUrl
  const isGood = row.source.type === 'url' || hasGoodUpload(row, base, deps.clock.now())
  if (audioUrl === null || !isGood) return { next: 'uploading' }

  const idempotencyKey = row.idempotencyKey ?? deps.random.id()
  const submissions = row.submissions + (row.idempotencyKey === null ? 1 : 0)
  note({ idempotencyKey, submittedAt: deps.clock.now(), submissions })
  try {
    const serviceTaskId = await client.createStt(audioUrl, idempotencyKey, signal)
    return { next: 'waiting', patch: { serviceTaskId, runningSince: null } }
  } catch (error) {
    const cause = isPhonolensError(error) ? error.info : undefined
    if (!signal.aborted && deployment.billsForWork && mayHaveArrived(cause)) return unknownOutcome(row, cause)
    // The other side said no, so this call made nothing there.
    if (!signal.aborted) note({ submittedAt: null })
    throw error
  }
}

function unknownOutcome(row: TaskRow, cause?: ErrorInfo): StageOutcome {
  return {
    next: 'needs-answer',
    patch: { lastStage: row.stage, error: { code: 'submission-unknown', detail: cause?.detail } },
  }
}

/** A connection that was never made cannot have brought anything across. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']

function mayHaveArrived(info: ErrorInfo | undefined): boolean {
  if (info === undefined) return true
  if (info.code === 'service-unreachable') return !NEVER_CONNECTED.includes(info.detail ?? '')
  return ['service-timeout', 'service-malformed', 'service-error'].includes(info.code)
}
