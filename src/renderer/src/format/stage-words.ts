import type { TaskSummary } from '#shared/task.ts'
import type { Translate } from '../i18n.ts'
import { formatBytesOf, formatDuration, formatPercent, formatRemaining } from './format.ts'

/**
 * What a task is doing, in words with numbers.
 *
 * @param longer whether the time left has grown since it was last shown, which the words then say
 */
export function stageWords(task: TaskSummary, t: Translate, longer = false): string {
  switch (task.stage) {
    case 'preparing':
      return preparingWords(task, t)
    case 'uploading':
      return uploadingWords(task, t)
    case 'running':
      return runningWords(task, t, longer)
    case 'collecting':
      return collectingWords(task, t)
    case 'done':
      return outcomeWords(task, t)
    case 'cancelled':
      return cancelledWords(task, t)
    default:
      return t(`stages.${task.stage}`)
  }
}

/** What came out: "4 min 12 s, 38 segments". */
export function outcomeWords(task: TaskSummary, t: Translate): string {
  const count = task.segmentCount ?? 0
  const segments = t('task.segments', { count }, count)
  if (task.durationMs === null) return segments
  const duration = formatDuration(task.durationMs)
  return count === 0 ? t('task.noSpeech', { duration }) : t('task.outcome', { duration, segments })
}

function preparingWords({ progress }: TaskSummary, t: Translate): string {
  const { unit, done, total, fraction } = progress
  if (unit === 'media-ms' && done !== undefined && total) {
    return t('task.preparing', { done: formatDuration(done), total: formatDuration(total) })
  }
  if (unit === 'media-ms' && done) return t('task.preparingSoFar', { done: formatDuration(done) })
  return fraction === null
    ? t('stages.preparing')
    : t('task.preparingFraction', { percent: formatPercent(fraction) })
}

function uploadingWords({ progress }: TaskSummary, t: Translate): string {
  const { unit, done, total } = progress
  if (unit !== 'bytes' || done === undefined || !total) return t('stages.uploading')
  return t('task.uploading', { amount: formatBytesOf(done, total) })
}

function runningWords({ progress }: TaskSummary, t: Translate, longer: boolean): string {
  if (progress.remainingMs !== undefined) {
    return t(longer ? 'task.runningLonger' : 'task.running', { left: formatRemaining(progress.remainingMs) })
  }
  if (progress.fraction === null) return t('task.runningUnknown')
  return t('task.runningFraction', { percent: formatPercent(progress.fraction) })
}

/** The text comes first and is small; what takes time is the recording of an address, kept so that it can be played. */
function collectingWords({ progress }: TaskSummary, t: Translate): string {
  if (progress.unit === undefined) return t('stages.collecting')
  const { unit, done, total } = progress
  if (unit !== 'bytes' || done === undefined || !total) return t('task.fetchingMedia')
  return t('task.fetchingMediaOf', { amount: formatBytesOf(done, total) })
}

function cancelledWords({ lastStage }: TaskSummary, t: Translate): string {
  const known = lastStage !== null && !['done', 'failed', 'cancelled', 'needs-answer'].includes(lastStage)
  return known ? t(`task.cancelledDuring.${lastStage}`) : t('stages.cancelled')
}
