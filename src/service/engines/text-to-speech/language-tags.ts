/** What engines call a language where the registry of language tags has another name for it. */
const OTHER_NAMES: Record<string, string> = { cmn: 'zh-CN', piqd: 'tlh', 'zh-yue': 'yue' }

/**
 * A language as an engine names it, as a BCP 47 tag in its canonical form. What follows the last well-formed part is
 * dropped: espeak-ng's `en-us-nyc` is `en-US`.
 *
 * @returns null for what is no tag at all
 */
export function languageTag(name: string): string | null {
  let tag = name.trim().replaceAll('_', '-')
  tag = OTHER_NAMES[tag.toLowerCase()] ?? tag
  while (tag !== '') {
    const canonical = canonicalTag(tag)
    if (canonical !== null) return canonical
    tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))
  }
  return null
}

function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    // A RangeError is how Intl says that something is no tag.
    return null
  }
}

/**
 * The language of a voice that is meant by what a client asks for. Case and underscores do not matter, and a tag fits
 * a more or a less exact one: `en` asks for a voice of `en-US`, and `en-US` for one of `en`; `en-GB` never asks for one
 * of `en-US`.
 *
 * @returns one of `languages`, or null
 */
export function matchLanguage(asked: string, languages: readonly string[]): string | null {
  const wanted = languageTag(asked)?.toLowerCase()
  if (wanted === undefined) return null
  const fits = (language: string): boolean => {
    const own = language.toLowerCase()
    return own.startsWith(`${wanted}-`) || wanted.startsWith(`${own}-`)
  }
  return languages.find((language) => language.toLowerCase() === wanted) ?? languages.find(fits) ?? null
}
