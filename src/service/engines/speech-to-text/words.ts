import type { RecognisedSegment } from './speech-to-text.ts'

/** One word as a recogniser heard it; milliseconds from the start of what it was given. */
export interface HeardWord {
  text: string
  startMs: number
  endMs: number
}

/** A pause between words that ends a segment: the next one is then another phrase, or another speaker. */
const PHRASE_PAUSE_MS = 700
/** A segment is never longer than people can follow with a player. */
const LONGEST_SEGMENT_MS = 12_000

/**
 * A word as it is shown: without the mark of an alternate pronunciation ("to(2)"), and "I" as English writes it.
 *
 * @returns an empty string for what is not a word: silence, breath and noise marks
 */
export function readableWord(heard: string): string {
  if (/^(<.*>|\[.*\]|\+\+.*\+\+)$/.test(heard)) return ''
  const word = heard.replace(/\(\d+\)$/, '')
  return /^i('|$)/.test(word) ? `I${word.slice(1)}` : word
}

/**
 * Puts the words of one cut on the recording's timeline and makes segments of them, parted at pauses.
 *
 * @param words in ascending order, fillers among them
 * @param cutStartMs where the cut begins in the recording
 */
export function toSegments(
  words: readonly HeardWord[],
  cutStartMs: number,
  cutEndMs: number,
): RecognisedSegment[] {
  const segments: RecognisedSegment[] = []
  for (const heard of words) {
    const text = readableWord(heard.text)
    if (text === '') continue
    const startMs = Math.min(cutEndMs, cutStartMs + Math.round(heard.startMs))
    const endMs = Math.max(startMs, Math.min(cutEndMs, cutStartMs + Math.round(heard.endMs)))
    const last = segments.at(-1)
    if (last && startMs - last.endMs < PHRASE_PAUSE_MS && endMs - last.startMs <= LONGEST_SEGMENT_MS) {
      last.text += ` ${text}`
      last.endMs = endMs
    } else {
      segments.push({ startMs, endMs, text })
    }
  }
  return segments
}

/**
 * Puts the segments of all cuts in order of time. Where two touch by the recogniser's rounding the first gives way.
 */
export function mergeSegments(ofCuts: readonly (readonly RecognisedSegment[])[]): RecognisedSegment[] {
  const all = ofCuts.flat().sort((a, b) => a.startMs - b.startMs)
  return all.map((segment, index) => {
    const next = all[index + 1]
    return next && segment.endMs > next.startMs ? { ...segment, endMs: next.startMs } : segment
  })
}
