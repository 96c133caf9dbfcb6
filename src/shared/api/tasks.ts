import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { envelopeOf } from './envelope.ts'

/** Request bodies of the creation endpoints, as the built-in service checks them and the client sends them. */
export const sttRequest = z.object({
  audioUrl: z.string().min(1).describe('URL of the audio file'),
})
export const ttsProRequest = z.object({
  audioId: z.string().min(1).describe('A voiceId from the pro section of the voice list'),
  text: z.string().min(1).describe(`Text to be spoken, at most ${LIMITS.textLength} characters`),
  lan: z
    .string()
    .min(1)
    .describe('A language the chosen voice supports, as a BCP 47 tag; "en" asks for any English it has'),
})
export const restoreFaceRequest = z.object({
  url: z.string().min(1).describe('URL of the original image: at most 16 megapixels and 10 MB'),
})
export const pollRequest = z.object({
  taskId: z.string().min(1).describe('The id returned by a creation endpoint'),
})

export const PATHS = {
  stt: '/api/async/do_stt',
  ttsPro: '/api/async/do_tts_pro',
  restoreFace: '/api/async/restore_face',
  poll: '/api/getAsyncResult',
  getPolicy: '/api/file/v1/get_policy',
  uploadFinish: '/api/file/v1/policy_upload_finish',
  openapi: '/openapi.json',
} as const

/** Values of a task record's `status`. Deployments are seen to answer others (0, queued): those mean "keep waiting". */
export const TASK_STATUS = { submitted: 1, running: 2, succeeded: 3, failed: 4 } as const

/** Values of `taskType` that the built-in service gives. */
export const TASK_TYPES = { transcribe: 'do_stt', speak: 'tts_pro', restore: 'restore_face' } as const

export const created = envelopeOf(z.object({ taskId: z.string() }))

export const taskRecord = z.object({
  taskId: z.string(),
  status: z.number().int().describe('1 submitted, 2 in progress, 3 succeeded, 4 failed'),
  taskType: z.string(),
  executionTime: z.number().int().optional().describe('Milliseconds the work took'),
  expire: z.number().int().optional().describe('Milliseconds since the Unix epoch: when the result is gone'),
  reason: z.string().optional().describe('Why the task failed'),
  errorCode: z.number().int().optional().describe('A number for the failure'),
})

export const sttSegment = z.object({
  text: z.string(),
  bg: z.number().int().describe('Start, in milliseconds from the start of the recording'),
  ed: z.number().int().describe('End, in milliseconds; not less than bg'),
  gender: z.string(),
  sex: z.string(),
  type: z.string(),
  spk: z.string(),
  pinyin: z.string(),
  emotion: z.string(),
  lang: z.string(),
  modal: z.number().int(),
})
export type SttSegment = z.infer<typeof sttSegment>

export const sttResult = z.object({
  data: z.array(sttSegment).describe('In ascending bg'),
  tl: z.number().int().describe('Length of the recording in milliseconds'),
  type: z.string(),
})
export type SttResult = z.infer<typeof sttResult>

export const audioItem = z.object({
  audioUrl: z.string().describe('Fetched without any header, until the task expires'),
  audioType: z.string().describe('File extension with its dot: .wav'),
})
export const imageItem = z.object({
  imageUrl: z.string().describe('Fetched without any header, until the task expires'),
  imageType: z.string().describe('File extension with its dot: .jpg, .png or .webp'),
})

/** What the built-in service answers to a poll. The client reads with `shared/api/lenient.ts` instead. */
export const pollAnswer = envelopeOf(
  z.object({
    task: taskRecord,
    sttResult: sttResult.optional(),
    audios: z.array(audioItem).optional(),
    images: z.array(imageItem).optional(),
  }),
)
export type PollData = z.infer<typeof pollAnswer>['data']
