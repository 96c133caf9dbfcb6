import { describe, expect, it } from 'vitest'
import { cookieName, readCookie, refuseRequest } from '../../../../src/main/browser/access.ts'

const TOKEN = 'a-token-of-this-run'
const own = { host: '127.0.0.1:4100' }

function refusal(headers: Record<string, string>, method = 'GET', token: string | undefined = TOKEN) {
  return refuseRequest({ method, headers, token }, 4100, TOKEN)
}

describe('refuseRequest', () => {
  it('lets our own page in, by both names of loopback', () => {
    expect(refusal(own)).toBeNull()
    expect(refusal({ host: 'localhost:4100', origin: 'http://localhost:4100' })).toBeNull()
    expect(refusal({ ...own, 'sec-fetch-site': 'same-origin', 'x-phonolens': '1' }, 'POST')).toBeNull()
  })

  it.each(['evil.example', '127.0.0.1', '127.0.0.1:4101', 'phonolens.local:4100', ''])(
    'refuses the host "%s"',
    (host) => expect(refusal({ host })).toBe('wrong-host'),
  )

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:4101', 'https://127.0.0.1:4100'])(
    'refuses the origin "%s"',
    (origin) => expect(refusal({ ...own, origin })).toBe('wrong-origin'),
  )

  it('refuses what another site makes the browser send', () => {
    expect(refusal({ ...own, 'sec-fetch-site': 'cross-site' })).toBe('cross-site')
    expect(refusal({ ...own, 'sec-fetch-site': 'same-site' })).toBe('cross-site')
    expect(refusal(own, 'POST')).toBe('cross-site')
  })

  it('refuses a wrong, a shorter and no token', () => {
    expect(refusal(own, 'GET', 'a-token-of-this-rum')).toBe('no-token')
    expect(refusal(own, 'GET', 'a')).toBe('no-token')
    expect(refuseRequest({ method: 'GET', headers: own, token: undefined }, 4100, TOKEN)).toBe('no-token')
  })
})

describe('readCookie', () => {
  it('finds ours among others and nothing where it is not', () => {
    expect(readCookie(`a=1; ${cookieName(4100)}=xyz; b=2`, cookieName(4100))).toBe('xyz')
    expect(readCookie('phonolens-41001=xyz', cookieName(4100))).toBeUndefined()
    expect(readCookie(undefined, cookieName(4100))).toBeUndefined()
  })
})
