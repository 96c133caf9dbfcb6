import { z } from 'zod'

/** What the child tells while it works: `done` or `refused` come once, last. */
export const restoreMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), fraction: z.number().min(0).max(1) }),
  z.object({
    kind: z.literal('done'),
    output: z.object({ imagePath: z.string(), extension: z.enum(['jpg', 'png', 'webp']) }),
  }),
  z.object({ kind: z.literal('refused'), errorCode: z.number(), message: z.string() }),
])

export type RestoreMessage = z.infer<typeof restoreMessage>
