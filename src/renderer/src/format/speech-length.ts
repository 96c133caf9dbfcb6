/** Read aloud at an even pace: letters a second in alphabets, and in scripts where a sign is a syllable or a word. */
const LETTERS_PER_SECOND = 15
const SIGNS_PER_SECOND = 4.5

const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Longer texts are measured by their beginning: counting half a million characters at every key would be felt. */
const MEASURED = 20_000

/** @returns roughly how long a text takes to speak, in milliseconds */
export function estimateSpeechMs(text: string): number {
  const part = text.slice(0, MEASURED)
  const signs = part.match(SIGNS)?.length ?? 0
  const seconds = signs / SIGNS_PER_SECOND + (part.length - signs) / LETTERS_PER_SECOND
  const share = part.length > 0 ? text.length / part.length : 0
  return seconds * share * 1_000
}
