/** How a part of a text ends: what decides how long the pause after it is. */
export type PartEnd = 'paragraph' | 'sentence' | 'middle'

export interface TextPart {
  /** Without white space at its ends; never empty. */
  text: string
  end: PartEnd
}

/** Ways to cut a text, best first. Each gives back pieces that make up the whole text. */
type Cut = (text: string, language: string) => string[]

const atParagraphs: Cut = (text) => text.split(/(?<=\n[^\S\n]*\n+)(?=[^\n])/)
const atSentences: Cut = (text, language) => segments(text, language, 'sentence')
/** After marks that a speaker pauses at, in the scripts that have them. */
const atClauses: Cut = (text) => text.split(/(?<=[,;:)\]،؛–—]\s+|[、，；：])(?=\S)|(?<=\n)/u)
const atWords: Cut = (text, language) => segments(text, language, 'word')
const atCharacters: Cut = (text, language) => segments(text, language, 'grapheme')
/** For what one character as people see it may be made of: a cut between whole code points. */
const atCodePoints: Cut = (text) => [...text]

const CUTS: readonly { cut: Cut; end: PartEnd }[] = [
  { cut: atParagraphs, end: 'paragraph' },
  { cut: atSentences, end: 'sentence' },
  { cut: atClauses, end: 'middle' },
  { cut: atWords, end: 'middle' },
  { cut: atCharacters, end: 'middle' },
  { cut: atCodePoints, end: 'middle' },
]

/**
 * Splits a text into parts that a service takes, cut where a speaker would pause: between paragraphs, else sentences,
 * else clauses, else words. Nothing but white space at the cuts is lost.
 *
 * @param limit longest part, in UTF-16 code units; at least 2
 * @param language BCP 47 tag of the text; one that is not known is read by general rules
 */
export function splitText(text: string, limit: number, language: string): TextPart[] {
  if (limit < 2) throw new RangeError('a part must have room for one character')
  return partsOf(text, limit, language, 0, 'paragraph')
}

function partsOf(text: string, limit: number, language: string, level: number, end: PartEnd): TextPart[] {
  const whole = text.trim()
  if (whole === '') return []
  if (whole.length <= limit) return [{ text: whole, end }]
  const way = CUTS[level]
  if (way === undefined) return [{ text: whole, end }]
  const parts: TextPart[] = []
  let held = ''
  const give = (lastEnd: PartEnd): void => {
    parts.push(...partsOf(held, limit, language, level + 1, lastEnd))
    held = ''
  }
  for (const piece of way.cut(whole, language)) {
    if (held !== '' && (held + piece).trim().length > limit) give(way.end)
    held += piece
  }
  give(end)
  return parts
}

function segments(text: string, language: string, granularity: 'sentence' | 'word' | 'grapheme'): string[] {
  return [...segmenter(language, granularity).segment(text)].map(({ segment }) => segment)
}

function segmenter(language: string, granularity: Intl.SegmenterOptions['granularity']): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity })
  } catch {
    // A tag that is not well formed: the rules that hold for most languages are used.
    return new Intl.Segmenter(undefined, { granularity })
  }
}
