/** One sentence a language, by its first subtag. */
const SENTENCES: Record<string, string> = {
  // Its voice reads the language in Latin letters alone.
  chr: 'Osiyo. Tohiju?',
  de: 'Guten Tag. So klinge ich, wenn ich einen Text vorlese.',
  en: 'Hello. This is how I sound when I read a text aloud.',
  es: 'Buenos días. Así sueno cuando leo un texto en voz alta.',
  fr: 'Bonjour. Voici ma voix quand je lis un texte.',
  it: 'Buongiorno. Questa è la mia voce quando leggo un testo.',
  ja: 'こんにちは。これがわたしのこえです。',
  nl: 'Goedendag. Zo klink ik wanneer ik een tekst voorlees.',
  pl: 'Dzień dobry. Tak brzmi mój głos, kiedy czytam tekst.',
  pt: 'Bom dia. É assim que eu soo quando leio um texto.',
  ru: 'Здравствуйте. Так звучит мой голос, когда я читаю текст.',
  sv: 'God dag. Så här låter jag när jag läser en text.',
  zh: '你好。这是我朗读文字时的声音。',
}

/**
 * What a voice says in its sample. In a language without a sentence of ours it says the language's own name, and counts.
 *
 * @param language BCP 47 tag
 */
export function sampleText(language: string): string {
  const { language: base, script } = new Intl.Locale(language)
  const sentence = script === undefined ? SENTENCES[base] : undefined
  if (sentence !== undefined) return sentence
  // Asked by the first subtag alone: a tag with a private part is refused.
  return `${new Intl.DisplayNames([language], { type: 'language' }).of(base) ?? ''}. 1, 2, 3, 4, 5.`
}
