import { z } from 'zod'

/** The voice list as JSON, asked for with `Accept: application/json`. Source: decisions, "Voice list page". */
export const VOICES_PATH = '/voices'

export const listedVoice = z.object({
  voiceId: z.string(),
  name: z.string(),
  tier: z.literal('pro'),
  gender: z.enum(['female', 'male', '']),
  languages: z.array(z.string()).describe('BCP 47 tags'),
  engine: z.string(),
  sampleUrl: z.string().describe('A short recording of the voice, fetched without any header'),
})
export type ListedVoice = z.infer<typeof listedVoice>

export const voiceList = z.object({ voices: z.array(listedVoice) })
