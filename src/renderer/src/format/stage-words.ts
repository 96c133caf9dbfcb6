import type { SpeechSummary, TaskKind, TaskStage, TaskSummary } from '#shared/task.ts'
import type { Translate } from '../i18n.ts'
import { formatBytesOf, formatCount, formatDuration, formatPercent, formatRemaining } from './format.ts'

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
      return RUNNING[task.kind](task, t, longer)
    case 'collecting':
      return collectingWords(task, t)
    case 'done':
      return outcomeWords(task, t)
    case 'cancelled':
      return cancelledWords(task, t)
    default:
      return plainStage(task, t)
  }
}

/** Whether a task's turn has not come: the words say so, and a bar that moves would say otherwise. */
export function waits(stage: TaskStage): boolean {
  return stage === 'draft' || stage === 'waiting'
}

/** What came out: "4 min 12 s, 38 segments", "1 min 12 s, voice Slt", "1600 × 1200". */
export function outcomeWords(task: TaskSummary, t: Translate): string {
  if (task.speech) return spokenWords(task, task.speech, t)
  if (task.photo) return t('task.pixels', { width: task.photo.width, height: task.photo.height })
  if (task.kind !== 'transcribe') return t(`stages.${task.kind}.done`)
  const count = task.segmentCount ?? 0
  const segments = t('task.segments', { count }, count)
  if (task.durationMs === null) return segments
  const duration = formatDuration(task.durationMs)
  return count === 0 ? t('task.noSpeech', { duration }) : t('task.outcome', { duration, segments })
}

function spokenWords(task: TaskSummary, { voiceName, characters }: SpeechSummary, t: Translate): string {
  if (task.durationMs !== null)
    return t('task.spoken', { duration: formatDuration(task.durationMs), voice: voiceName })
  return t('task.notSpoken', { characters: formatCount(characters), voice: voiceName })
}

function plainStage(task: TaskSummary, t: Translate): string {
  return t(`stages.${task.kind}.${task.stage}`)
}

type RunningWords = (task: TaskSummary, t: Translate, longer: boolean) => string

const RUNNING: Record<TaskKind, RunningWords> = {
  transcribe: runningWords,
  speak: speakingWords,
  restore: restoringWords,
}

function speakingWords(task: TaskSummary, t: Translate): string {
  const { fraction, remainingMs } = task.progress
  const total = task.speech?.parts.total ?? 1
  const left = remainingMs === undefined ? null : formatRemaining(remainingMs)
  if (total > 1) {
    const part = Math.min((task.speech?.parts.done ?? 0) + 1, total)
    return left === null
      ? t('task.speakingPart', { part, total })
      : t('task.speakingPartLeft', { part, total, left })
  }
  if (left !== null) return t('task.speaking', { left })
  return fraction === null
    ? plainStage(task, t)
    : t('task.speakingFraction', { percent: formatPercent(fraction) })
}

function restoringWords(task: TaskSummary, t: Translate): string {
  const { fraction, remainingMs } = task.progress
  if (remainingMs !== undefined) return t('task.restoring', { left: formatRemaining(remainingMs) })
  return fraction === null
    ? plainStage(task, t)
    : t('task.restoringFraction', { percent: formatPercent(fraction) })
}

function preparingWords(task: TaskSummary, t: Translate): string {
  const { progress } = task
  if (task.kind !== 'transcribe') return plainStage(task, t)
  const { unit, done, total, fraction } = progress
  if (unit === 'media-ms' && done !== undefined && total) {
    return t('task.preparing', { done: formatDuration(done), total: formatDuration(total) })
  }
  if (unit === 'media-ms' && done) return t('task.preparingSoFar', { done: formatDuration(done) })
  return fraction === null
    ? plainStage(task, t)
    : t('task.preparingFraction', { percent: formatPercent(fraction) })
}

function uploadingWords(task: TaskSummary, t: Translate): string {
  const { unit, done, total } = task.progress
  if (unit !== 'bytes' || done === undefined || !total) return plainStage(task, t)
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
function collectingWords(task: TaskSummary, t: Translate): string {
  const { unit, done, total } = task.progress
  if (unit === undefined || task.kind === 'speak') return plainStage(task, t)
  if (task.kind === 'restore') {
    const known = unit === 'bytes' && done !== undefined && total
    return known ? t('task.fetchingPhoto', { amount: formatBytesOf(done, total) }) : plainStage(task, t)
  }
  if (unit !== 'bytes' || done === undefined || !total) return t('task.fetchingMedia')
  return t('task.fetchingMediaOf', { amount: formatBytesOf(done, total) })
}

function cancelledWords({ kind, lastStage }: TaskSummary, t: Translate): string {
  const known = lastStage !== null && !['done', 'failed', 'cancelled', 'needs-answer'].includes(lastStage)
  return known ? t(`task.cancelledDuring.${lastStage}`) : t(`stages.${kind}.cancelled`)
}
