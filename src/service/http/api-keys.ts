import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError } from './service-error.ts'

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' }

/** Checks `Authorization` headers against the one key of this service. */
export function createKeyCheck(apiKey: string): (authorization: string | undefined) => void {
  // Digests have one length, so comparing takes the same time for every key.
  const expected = digest(apiKey)
  return (authorization) => {
    const given = /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1]
    if (given === undefined) {
      const message = 'The Authorization header must be "Bearer", a space and the API key.'
      throw new ServiceError('noAuthorization', message, CHALLENGE)
    }
    if (!timingSafeEqual(digest(given), expected)) {
      throw new ServiceError('unknownKey', 'The API key is not known to this service.', CHALLENGE)
    }
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
