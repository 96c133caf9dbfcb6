import type { Voice } from '#shared/bridge/types.ts'

export interface VoiceFilter {
  query: string
  /** The language part of a tag, such as "en"; empty for all. */
  language: string
  gender: Voice['gender']
  favourites: boolean
}

/** The voices that fit, favourites first and otherwise in the order given. */
export function filterVoices(voices: readonly Voice[], filter: VoiceFilter): Voice[] {
  const words = plain(filter.query).split(/\s+/).filter(Boolean)
  const found = voices.filter((voice) => {
    if (filter.favourites && !voice.favourite) return false
    if (filter.gender && voice.gender !== filter.gender) return false
    if (filter.language && !voice.languages.some((tag) => primaryOf(tag) === filter.language)) return false
    const text = words.length > 0 ? searchText(voice) : ''
    return words.every((word) => text.includes(word))
  })
  return [...found.filter((voice) => voice.favourite), ...found.filter((voice) => !voice.favourite)]
}

/** The languages of all voices by name, for a choice. */
export function languagesOf(voices: readonly Voice[]): { value: string; label: string }[] {
  const tags = new Set(voices.flatMap((voice) => voice.languages.map(primaryOf)))
  return [...tags]
    .map((value) => ({ value, label: languageName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

let names: Intl.DisplayNames | undefined

/** A language by its name: "English (United States)"; the tag itself where nobody knows it. */
export function languageName(tag: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
  try {
    // What comes after an x is private to whoever made the voice.
    return names.of(tag.replace(/-x-.*$/i, '')) ?? tag
  } catch {
    return tag
  }
}

/** The language to speak in: the one used last where the voice has it, else the person's own, else its first. */
export function languageFor(voice: Voice, last: string, own = navigator.language): string {
  if (voice.languages.includes(last)) return last
  const close =
    voice.languages.find((tag) => tag === own) ??
    voice.languages.find((tag) => primaryOf(tag) === primaryOf(own))
  return close ?? voice.languages[0] ?? ''
}

/** Has every language, but sounds like a machine: where another program speaks the language, that is the better start. */
const LAST_RESORT = 'espeak-ng'

/** The voice to begin with: the one used last, else a favourite, else one that speaks the person's language. */
export function voiceToStartWith(
  voices: readonly Voice[],
  lastId: string,
  own = navigator.language,
): Voice | undefined {
  const mine = voices.filter((voice) => voice.languages.some((tag) => primaryOf(tag) === primaryOf(own)))
  return (
    voices.find((voice) => voice.voiceId === lastId) ??
    voices.find((voice) => voice.favourite) ??
    mine.find((voice) => voice.engine !== LAST_RESORT && voice.languages.includes(own)) ??
    mine.find((voice) => voice.engine !== LAST_RESORT) ??
    mine[0] ??
    voices[0]
  )
}

const searchTexts = new WeakMap<Voice, string>()

function searchText(voice: Voice): string {
  const known = searchTexts.get(voice)
  if (known !== undefined) return known
  const languages = voice.languages.map((tag) => `${tag} ${languageName(tag)}`).join(' ')
  const text = plain(`${voice.name} ${voice.voiceId} ${voice.engine} ${languages}`)
  searchTexts.set(voice, text)
  return text
}

function primaryOf(tag: string): string {
  return (tag.split('-')[0] ?? tag).toLowerCase()
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
