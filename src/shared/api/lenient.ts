import { z } from 'zod'
import type { Segment } from '../task.ts'

/**
 * How the client reads answers. Deployments differ in small things (numbers as strings, null where a list was meant,
 * fields that come and go), so only what the work depends on is asked for, and everything else is let through.
 */
const looseNumber = z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number())
const looseText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))
const optionalNumber = looseNumber.nullish().catch(null)

export const looseEnvelope = z.looseObject({
  code: looseNumber,
  message: looseText,
  data: z.unknown(),
})
export type LooseEnvelope = z.infer<typeof looseEnvelope>

export const looseCreated = z.looseObject({
  taskId: z.union([z.string().min(1), z.number().transform(String)]),
})

const looseSegment = z.looseObject({
  text: looseText,
  bg: optionalNumber,
  ed: optionalNumber,
  spk: looseText,
})

/** An entry that is no segment at all is left out; one bad entry must not cost the person the other thousand. */
const looseSegments = z
  .array(looseSegment.nullable().catch(null))
  .nullish()
  .transform((entries) => (entries ?? []).filter((entry) => entry !== null))

export const loosePoll = z.looseObject({
  task: z.looseObject({
    status: looseNumber,
    executionTime: optionalNumber,
    reason: looseText,
    errorCode: optionalNumber,
  }),
  sttResult: z
    .looseObject({ data: looseSegments, tl: optionalNumber })
    .nullish()
    .transform((result) => result ?? null),
})
export type LoosePoll = z.infer<typeof loosePoll>

/** Storage: newer deployments spell `accessId` as `OSSAccessKeyId` and give the whole `key` in place of `dir`. */
export const loosePolicy = z
  .looseObject({
    accessId: z.string().nullish(),
    OSSAccessKeyId: z.string().nullish(),
    policy: z.string(),
    signature: z.string(),
    dir: z.string().nullish(),
    key: z.string().nullish(),
    host: z.string().min(1),
    callback: looseText,
    reqId: looseText,
  })
  .refine((policy) => policy.accessId || policy.OSSAccessKeyId, { message: 'accessId is missing' })
export type LoosePolicy = z.infer<typeof loosePolicy>

export const looseUploaded = z.looseObject({ reqId: looseText })

export const looseFinished = z.looseObject({ url: z.url({ protocol: /^https?$/ }), expireAt: optionalNumber })

/**
 * Brings what a deployment gave as segments into the order and the bounds that the rest of the app relies on:
 * trimmed, none empty, no time below zero, no end before its start, in ascending start.
 */
export function toSegments(result: NonNullable<LoosePoll['sttResult']>): Segment[] {
  return result.data
    .map((entry) => {
      const startMs = Math.max(0, Math.round(entry.bg ?? 0))
      const endMs = Math.max(startMs, Math.round(entry.ed ?? startMs))
      return { startMs, endMs, text: entry.text.trim(), speaker: entry.spk.trim() }
    })
    .filter((segment) => segment.text !== '')
    .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
}
