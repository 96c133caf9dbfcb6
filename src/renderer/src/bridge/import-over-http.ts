import type { FileRef } from '#shared/bridge/bridge.ts'
import type { ErrorInfo } from '#shared/errors.ts'
import { err, type Result } from '#shared/result.ts'
import { readResult } from './read-result.ts'
import { sendFileByXhr, type SendFile } from './send-file.ts'

/** A header that a foreign page cannot send without being asked for leave first; the host insists on it. */
export const OWN_PAGE_HEADER = { 'X-Phonolens': '1' }

export interface ImportOverHttpOptions {
  /** Address of the host, without a slash at its end; the page's own by default. */
  baseUrl?: string
  sendFile?: SendFile
  signal?: AbortSignal
  onProgress?: (sentBytes: number, totalBytes: number) => void
}

/** Sends a file to the page's own host, which keeps it where the core can open it. */
export async function importOverHttp(
  file: File,
  { baseUrl = '', sendFile = sendFileByXhr, signal, onProgress }: ImportOverHttpOptions,
): Promise<Result<FileRef, ErrorInfo>> {
  try {
    const text = await sendFile({
      url: `${baseUrl}/bridge/files?name=${encodeURIComponent(file.name)}`,
      headers: { 'Content-Type': 'application/octet-stream', ...OWN_PAGE_HEADER },
      file,
      signal,
      onProgress,
    })
    return readResult(text) as Result<FileRef, ErrorInfo>
  } catch (error) {
    if (signal?.aborted) return err<ErrorInfo>({ code: 'cancelled' })
    return err<ErrorInfo>({ code: 'host-unreachable', detail: String(error) })
  }
}
