import { ERROR_TRAITS, type ErrorInfo } from '#shared/errors.ts'
import type { ErrorWords, PageFailure } from '../locales/en-errors.ts'
import type { Translate } from '../i18n.ts'

/** A failure the page can put into words: the core's errors, and the page's own. */
export type Failure = ErrorInfo | { code: PageFailure }

/** A failure as the person reads it: what happened, and what to do. */
export function errorWords(failure: Failure, t: Translate): ErrorWords {
  const values = { incident: '', ...('params' in failure ? failure.params : {}) }
  const key = `${failure.code in ERROR_TRAITS ? 'errors' : 'failures'}.${failure.code}`
  return { what: t(`${key}.what`, values), todo: t(`${key}.todo`, values) }
}
