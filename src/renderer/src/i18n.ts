import { createI18n } from 'vue-i18n'
import { en } from './locales/en.ts'

/** The pages' words. Messages are interpreted, not compiled to code, so the content security policy can forbid `eval`. */
export function createWords() {
  return createI18n({ legacy: false, locale: 'en', fallbackLocale: 'en', messages: { en } })
}

/** Looks words up; what formatters and composables take, so that tests can hand in the real ones. */
export type Translate = (key: string, values?: Record<string, string | number>, plural?: number) => string
