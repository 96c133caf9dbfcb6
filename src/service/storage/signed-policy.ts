import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** What a form may do, as its conditions say. Times in milliseconds since the Unix epoch. */
export interface UploadPolicy {
  reqId: string
  /** The form's `key` begins with this; ends with a slash. */
  dir: string
  maxBytes: number
  expireAt: number
}

export type PolicyCheck = { ok: true; policy: UploadPolicy } | { ok: false; why: 'signature' | 'expired' }

const policyDocument = z.object({
  expiration: z.iso.datetime(),
  conditions: z.tuple([
    z.object({ reqId: z.string() }),
    z.tuple([z.literal('starts-with'), z.literal('$key'), z.string()]),
    z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
  ]),
})

/** Writes a policy in the form that object storage uses, base64 of JSON, and signs it with HMAC-SHA-256. */
export function signPolicy(policy: UploadPolicy, secret: string): { policy: string; signature: string } {
  const document: z.infer<typeof policyDocument> = {
    expiration: new Date(policy.expireAt).toISOString(),
    conditions: [
      { reqId: policy.reqId },
      ['starts-with', '$key', policy.dir],
      ['content-length-range', 0, policy.maxBytes],
    ],
  }
  const text = Buffer.from(JSON.stringify(document)).toString('base64')
  return { policy: text, signature: hmac(text, secret).toString('base64') }
}

/** Reads a policy that came back in a form. Nothing in it is looked at before the signature is known to be ours. */
export function checkPolicy(policy: string, signature: string, secret: string, now: number): PolicyCheck {
  const expected = hmac(policy, secret)
  const given = Buffer.from(signature, 'base64')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { ok: false, why: 'signature' }
  const document = policyDocument.parse(JSON.parse(Buffer.from(policy, 'base64').toString('utf8')))
  const expireAt = Date.parse(document.expiration)
  if (expireAt <= now) return { ok: false, why: 'expired' }
  const [{ reqId }, [, , dir], [, , maxBytes]] = document.conditions
  return { ok: true, policy: { reqId, dir, maxBytes, expireAt } }
}

function hmac(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
