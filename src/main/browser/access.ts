import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type Refusal = 'wrong-host' | 'wrong-origin' | 'cross-site' | 'no-token'

/**
 * Whether a request to the loopback host comes from our own page in this person's browser. `Host` is checked because a
 * foreign name can be made to resolve to 127.0.0.1; `Origin` and `Sec-Fetch-Site` because any page may send requests
 * to loopback; the token because any program on the computer may.
 *
 * @param port the port the host listens on
 * @returns why not, or null
 */
export function refuseRequest(
  request: { method: string; headers: IncomingHttpHeaders; token: string | undefined },
  port: number,
  token: string,
): Refusal | null {
  const { headers } = request
  const names = [`127.0.0.1:${port}`, `localhost:${port}`]
  const host = headers.host ?? ''
  if (!names.includes(host)) return 'wrong-host'
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return 'wrong-origin'
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'cross-site'
  // A form on another page can post without asking first; it cannot set a header of ours.
  if (request.method === 'POST' && headers['x-phonolens'] !== '1') return 'cross-site'
  return sameToken(request.token, token) ? null : 'no-token'
}

/** The cookie's name holds the port, because browsers share cookies between all ports of one host. */
export function cookieName(port: number): string {
  return `phonolens-${port}`
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}

function sameToken(given: string | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
