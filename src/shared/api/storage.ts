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

/** The form that is posted to the policy's `host`, its fields in any order but for `file`, which comes last. */
export const uploadForm = z.object({
  key: z.string().describe("The policy's dir followed by a file name"),
  policy: z.string(),
  OSSAccessKeyId: z.string().describe("The policy's accessId"),
  signature: z.string(),
  success_action_status: z.literal('200').optional(),
  callback: z.string().optional(),
  file: z.file(),
})

export const uploadAnswer = envelopeOf(z.object({ reqId: z.string() }))

export const uploadFinishRequest = z.object({ reqId: z.string().min(1) })

export const uploadFinishAnswer = envelopeOf(
  z.object({
    url: z.string(),
    expireAt: z.number().int().describe('Milliseconds since the Unix epoch: when the address is gone'),
    reqId: z.string(),
  }),
)
