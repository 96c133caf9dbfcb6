import { describe, expect, it } from 'vitest'
import { checkPolicy, signPolicy } from '../../../../src/service/storage/signed-policy.ts'

const POLICY = { reqId: 'r', dir: 'uploads/r/', maxBytes: 10, expireAt: 5_000 }
const { policy, signature } = signPolicy(POLICY, 'secret')

describe('a signed policy', () => {
  it('comes back as it was', () => {
    expect(checkPolicy(policy, signature, 'secret', 4_999)).toEqual({ ok: true, policy: POLICY })
  })

  it('ends', () => {
    expect(checkPolicy(policy, signature, 'secret', 5_000)).toEqual({ ok: false, why: 'expired' })
  })

  it.each([
    ['another secret', policy, signature, 'other'],
    ['a changed policy', signPolicy({ ...POLICY, maxBytes: 11 }, 'secret').policy, signature, 'secret'],
    ['a changed signature', policy, `A${signature.slice(1)}`, 'secret'],
    ['no signature', policy, '', 'secret'],
    ['something else altogether', 'e30=', 'x', 'secret'],
  ])('is refused with %s', (_case, givenPolicy, givenSignature, secret) => {
    expect(checkPolicy(givenPolicy, givenSignature, secret, 0)).toEqual({ ok: false, why: 'signature' })
  })
})
