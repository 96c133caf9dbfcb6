import { z } from 'zod'
import { bareHost, isLoopbackHost } from './address-rules.ts'

/** Where a recording or a photo comes from, as it is kept with the task. */
export const sourceInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url'), url: z.string() }),
  z.object({ type: z.literal('upload'), fileId: z.string() }),
])
export type SourceInput = z.infer<typeof sourceInput>

/** @returns the upload that has to stay on disk for a task; null for none */
export function uploadIdOf(input: SourceInput): string | null {
  return input.type === 'upload' ? input.fileId : null
}

const UPLOAD_PATH = /^\/files\/uploads\/([\w-]{43})(?:\.\w+)?$/

/**
 * Recognises the service's own uploads, which are read from disk: the port in their address may be another after a
 * restart, and a task has to survive that.
 *
 * @param ownHost the host and port the client reached the service at
 * @returns the id of the upload, which may not exist; null for any other address
 */
export function ownUploadId(url: URL, ownHost: string): string | null {
  if (!isLoopbackHost(url.hostname) && bareHost(url.host) !== bareHost(ownHost)) return null
  return UPLOAD_PATH.exec(url.pathname)?.[1] ?? null
}
