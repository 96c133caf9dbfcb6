/**
 * A text as engines are given it: line ends as `\n`, no control characters but newline and tab, no half of a surrogate
 * pair. Everything else stays as the person wrote it.
 */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|\u2028|\u2029/g, '\n')
      // Control characters, and U+FEFF, which a text file may begin with.
      .replace(/(?![\n\t])\p{Cc}|\uFEFF/gu, '')
  )
}

/** @returns whether there is anything that could be said: a letter or a digit of any script */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/**
 * Takes the meaning from double square brackets: espeak-ng reads phonemes between them, and `say` reads commands, such
 * as one that is silent for an hour.
 */
export function withoutBracketCommands(text: string): string {
  return text.replace(/\[(?=\[)/g, '[ ').replace(/\](?=\])/g, '] ')
}

const PLAIN: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201A\u201B\u2032]/g, "'"],
  [/[\u201C-\u201F\u00AB\u00BB\u2033]/g, '"'],
  [/\s*[\u2013\u2014\u2015]\s*/g, ', '],
  [/[\u2010\u2011\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/\u00A3\s?([\d.,]*\d)/g, '$1 pounds'],
  [/\u20AC\s?([\d.,]*\d)/g, '$1 euros'],
  [/\u20AC/g, ' euros '],
  [/\u00A3/g, ' pounds '],
  [/\u00DF/g, 'ss'],
  [/[\u00C6\u00E6]/g, 'ae'],
  [/[\u00D8\u00F8]/g, 'o'],
]

/**
 * A text in the letters that an engine for English alone knows: accents are dropped, typographic signs become the plain
 * ones. Read as bytes, "café" and "it’s" would lose letters.
 */
export function inPlainLetters(text: string): string {
  const replaced = PLAIN.reduce((result, [pattern, plain]) => result.replace(pattern, plain), text)
  return replaced
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7E\n\t]/gu, ' ')
}
