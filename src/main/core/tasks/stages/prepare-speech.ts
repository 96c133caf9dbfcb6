import { PhonolensError } from '#shared/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import { hasWords, speakableText } from '#shared/speech/speakable-text.ts'
import { splitText, type PartEnd } from '#shared/speech/split-text.ts'
import type { Stage } from './stage.ts'

/** What a person reading aloud leaves between two pieces, in milliseconds. */
const PAUSES_MS: Record<PartEnd, number> = { paragraph: 500, sentence: 250, middle: 100 }

/** Splits the text into parts that the service takes; from then on each has its own place on the disk. */
export const prepareSpeech: Stage = async ({ deps, row }) => {
  if (row.source.type !== 'text') throw new PhonolensError('text-empty')
  if (deps.library.speechParts.all(row.id).length > 0) return { next: 'running' }
  const { text, language } = row.source
  if (text.length > LIMITS.spokenTextLength) {
    throw new PhonolensError('text-too-long', {
      params: { length: text.length, limit: LIMITS.spokenTextLength },
    })
  }
  const { deployment } = deps.connect(row.deployment)
  // A part of dashes or emoji has nothing to say and would fail the whole.
  const parts = splitText(speakableText(text), deployment.textLength, language)
    .filter((part) => hasWords(part.text))
    .map((part) => ({ text: part.text, pauseMs: PAUSES_MS[part.end] }))
  if (parts.length === 0) throw new PhonolensError('text-empty')
  deps.library.speechParts.replace(row.id, parts, { partsTotal: parts.length, partsDone: 0 })
  return { next: 'running' }
}
