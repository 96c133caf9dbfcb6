import { isUtf8 } from 'node:buffer'
import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

/** Why a download did not work, as one word for code and one sentence for the log. */
export type DownloadFailure =
  | 'invalid-url'
  | 'unreachable'
  | 'http-status'
  | 'too-large'
  | 'timeout'
  | 'too-many-redirects'
  | 'refused-address'
  | 'disk-full'
  | 'html'
  | 'empty'
  | 'cancelled'

/**
 * @property status the HTTP status, for `http-status`
 * @property sizeBytes for `too-large`: the size the other side gave; null where it gave none
 */
export class DownloadError extends Error {
  readonly kind: DownloadFailure
  readonly status: number | null
  readonly sizeBytes: number | null

  constructor(
    kind: DownloadFailure,
    message: string,
    options: { status?: number; sizeBytes?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'DownloadError'
    this.kind = kind
    this.status = options.status ?? null
    this.sizeBytes = options.sizeBytes ?? null
  }
}

export interface DownloadRequestOptions {
  maxRedirects: number
  signal: AbortSignal
  /** False refuses a connection to that IP address; asked for the address that is really connected to. */
  checkAddress?: (address: string) => boolean
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Asks for an address and follows redirects by hand, so that each hop passes the same checks.
 *
 * @returns the answer with its body unread; its status is not a redirect
 * @throws DownloadError for an address that is not http(s) or is refused; the connection's own errors as they are
 */
export async function openDownload(url: string, options: DownloadRequestOptions): Promise<IncomingMessage> {
  let target = parseAddress(url)
  for (let hops = 0; hops <= options.maxRedirects; hops += 1) {
    const response = await ask(target, options)
    const location = response.headers.location
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return response
    response.destroy()
    target = parseAddress(asUtf8(location), target)
  }
  throw new DownloadError('too-many-redirects', `more than ${options.maxRedirects} redirects`)
}

/** Some servers write other letters into `Location` as they are; Node takes each byte of a header for a character. */
function asUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : header
}

function parseAddress(url: string, base?: URL): URL {
  if (!URL.canParse(url, base?.href)) throw new DownloadError('invalid-url', 'not a web address')
  const parsed = new URL(url, base)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new DownloadError('invalid-url', 'not an http or https address')
  }
  return parsed
}

function ask(url: URL, options: DownloadRequestOptions): Promise<IncomingMessage> {
  const { checkAddress } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An address that is a number is connected to without a look-up, so it has to be checked here.
  if (checkAddress && isIP(host) !== 0 && !checkAddress(host)) throw refused()
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, {
      agent: false,
      signal: options.signal,
      lookup: checkAddress ? checkedLookup(checkAddress) : undefined,
      headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Phonolens' },
    })
    request.on('response', resolve)
    request.on('error', reject)
    // Node closes on an answer of 101, "switching protocols", without any error.
    request.on('close', () => reject(new Error('closed without an answer')))
    request.end()
  })
}

/** Checks what a name stands for at the moment of connecting: a second look-up could give another answer. */
function checkedLookup(checkAddress: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const first = found?.[0]
      if (error || first === undefined) callback(error ?? refused(), '', 4)
      else if (!found.every((entry) => checkAddress(entry.address))) callback(refused(), '', 4)
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

function refused(): DownloadError {
  return new DownloadError('refused-address', 'the address is in a private network')
}
