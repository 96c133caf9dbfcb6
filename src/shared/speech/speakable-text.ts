/**
 * A text as it is given to a service: without control characters, which no voice can say and some programs stumble
 * over, and with one kind of line end. What a person reads stays as it is.
 */
export function speakableText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim()
}

/** Whether a voice has anything to say: spaces, emoji and punctuation alone are silent. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** The beginning of a text, for a list; cut between whole characters. */
export function excerptOf(text: string, length: number): string {
  const plain = text
    .slice(0, length * 4)
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length <= length) return plain
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(plain)) {
    if (kept.length + segment.length > length) break
    kept += segment
  }
  return kept.trim()
}
