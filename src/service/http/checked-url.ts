import { ServiceError } from './service-error.ts'

/**
 * Reads a URL out of a body.
 *
 * @throws ServiceError 40002 for anything that is not an http or https address
 */
export function checkedUrl(field: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new ServiceError('urlRefused', `${field} must be an http or https address.`)
}
