import { PhonolensError } from '#shared/errors.ts'
import type { Speech } from '#shared/task.ts'
import type { Library } from '../library/library.ts'

/** @throws PhonolensError `not-found` where there is no such task, or nothing has come out of it yet */
export function getSpeech(library: Library, id: string): Speech {
  const { id: taskId, source, durationMs } = library.finished(id, 'speak')
  if (source.type !== 'text') throw new PhonolensError('not-found')
  const { text, voiceId, voiceName, language } = source
  return { taskId, text, voiceId, voiceName, language, durationMs: durationMs ?? 0 }
}
