import { ERROR_TRAITS, type ErrorInfo } from '#shared/errors.ts'
import type { TaskKind } from '#shared/task.ts'
import { enErrorsOf } from '../locales/en-errors-of.ts'
import type { ErrorWords, PageFailure } from '../locales/en-errors.ts'
import type { Translate } from '../i18n.ts'
import { formatBytes, tellApart } from './format.ts'

/** A failure the page can put into words: the core's errors, and the page's own. */
export type Failure = ErrorInfo | { code: PageFailure }

/** A failure as the person reads it: what happened, and what to do. Some mean something else for one kind of work. */
export function errorWords(failure: Failure, t: Translate, kind: TaskKind = 'transcribe'): ErrorWords {
  const values = { ...NO_VALUES, ...('params' in failure ? withLimits(failure.params ?? {}) : {}) }
  const key = `${groupOf(failure.code, kind)}.${failure.code}`
  return { what: t(`${key}.what`, values), todo: t(`${key}.todo`, values) }
}

const NO_VALUES = {
  incident: '',
  voice: '',
  languages: '',
  pixels: '',
  pixelLimit: '16',
  size: '',
  sizeLimit: '10 MB',
}

function groupOf(code: Failure['code'], kind: TaskKind): string {
  if (!(code in ERROR_TRAITS)) return 'failures'
  return code in enErrorsOf[kind] ? `errorsOf.${kind}` : 'errors'
}

/** Sizes beside their limits, with as many digits as it takes to tell the two apart. */
function withLimits(params: Record<string, string | number>): Record<string, string | number> {
  const values = { ...params }
  const { width, height, megapixels, limitMegapixels, sizeBytes, limitBytes } = params
  const pixels = width && height ? (Number(width) * Number(height)) / 1e6 : Number(megapixels)
  const pixelLimit = Number(limitMegapixels ?? NO_VALUES.pixelLimit)
  if (pixels > 0) Object.assign(values, { pixels: tellApart(pixels, pixelLimit), pixelLimit })
  const limit = Number(limitBytes)
  if (Number(sizeBytes) > 0 && limit > 0) {
    const size = Number(sizeBytes)
    values.size = `${tellApart(size / 1e6, limit / 1e6)} MB`
    values.sizeLimit = formatBytes(limit)
  }
  return values
}
