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

/** A file that the service made. */
export interface OutputItem {
  url: string
  /** Lower case, without a dot, such as "wav"; empty where the service does not tell. */
  type: string
}

/** A list of outputs: null and things without an address are let pass, and what the work depends on is kept. */
function looseOutputs(urlKey: string, typeKey: string) {
  const item = z
    .looseObject({ [urlKey]: z.url({ protocol: /^https?$/ }) })
    .nullable()
    .catch(null)
  return z
    .array(item)
    .nullish()
    .catch(null)
    .transform((items): OutputItem[] =>
      (items ?? []).flatMap((one) => {
        const url = one?.[urlKey]
        return typeof url === 'string' ? [{ url, type: bareType(one?.[typeKey]) }] : []
      }),
    )
}

function bareType(value: unknown): string {
  return typeof value === 'string' ? value.trim().replace(/^\./, '').toLowerCase() : ''
}

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
    // Other kinds of task carry it empty, in whatever form.
    .catch(null)
    .transform((result) => result ?? null),
  audios: looseOutputs('audioUrl', 'audioType'),
  images: looseOutputs('imageUrl', 'imageType'),
})
export type LoosePoll = z.infer<typeof loosePoll>

const looseVoice = z.looseObject({
  voiceId: z.union([z.string().trim().min(1).max(200), z.number().transform(String)]),
  name: looseText.catch(''),
  gender: looseText.catch(''),
  languages: z
    .union([z.string().transform((text) => [text]), z.array(z.string())])
    .nullish()
    .catch(null),
  engine: looseText.catch(''),
  sampleUrl: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
})
export type LooseVoice = z.infer<typeof looseVoice>

const looseVoiceEntries = z
  .array(looseVoice.nullable().catch(null))
  .transform((entries) => entries.filter((entry) => entry !== null))

/** A voice list: the service's own form, the same in the common envelope, or a bare list. */
export const looseVoices = z.union([
  looseVoiceEntries,
  z.looseObject({ voices: looseVoiceEntries }).transform((list) => list.voices),
  z
    .looseObject({ data: z.looseObject({ voices: looseVoiceEntries }) })
    .transform((answer) => answer.data.voices),
])

/** "F", "Female", "woman" … as the app knows them; anything else is not told. */
export function readGender(text: string): 'female' | 'male' | '' {
  if (/^(f|female|woman|girl)$/i.test(text.trim())) return 'female'
  return /^(m|male|man|boy)$/i.test(text.trim()) ? 'male' : ''
}

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
