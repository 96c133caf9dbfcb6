import { z } from 'zod'
import { envelopeOf } from './envelope.ts'

/** The three calls that turn a local file into a URL. Source: decisions, "Local files". */
export const policyRequest = z.object({ scene: z.string().min(1).describe('Name of a storage scene') })

export const policyAnswer = envelopeOf(
  z.object({
    accessId: z.string(),
    policy: z.string(),
    signature: z.string(),
    dir: z.string().describe('Prefix of the key; ends with a slash'),
    host: z.string().describe('Where the form is posted'),
    expire: z.number().int().describe('Seconds since the Unix epoch: when the policy is no longer taken'),
    callback: z.string(),
    reqId: z.string(),
  }),
)

export const uploadAnswer = envelopeOf(z.object({ reqId: z.string() }))

export const uploadFinishRequest = z.object({ reqId: z.string().min(1) })

export const uploadFinishAnswer = envelopeOf(
  z.object({
    url: z.string(),
    expireAt: z.number().int().describe('Milliseconds since the Unix epoch: when the address is gone'),
    reqId: z.string(),
  }),
)
