import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { LIMITS } from '#shared/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FileStore } from '../storage/file-store.ts'

/** The result of a task that made a file: its id in the file store. The address is made when it is asked for. */
export const keptOutput = z.object({ fileId: z.string() })
export type KeptOutput = z.infer<typeof keptOutput>

/** The task's own life begins a moment later; while it lasts, the address in its result has to be good. */
const MARGIN_MS = 60_000

/** Takes an engine's file over into the file store. */
export async function keepOutput(
  path: string,
  extension: string,
  deps: { files: FileStore; clock: Clock },
): Promise<KeptOutput> {
  const { size: bytes } = await stat(path)
  const expireAt = deps.clock.now() + LIMITS.resultLifeMs + MARGIN_MS
  const file = await deps.files.keep(path, { folder: 'outputs', requestId: null, extension, bytes, expireAt })
  return { fileId: file.id }
}
