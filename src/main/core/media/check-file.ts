import { open, stat } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { PhonolensError } from '#shared/errors.ts'
import { LIMITS } from '#shared/limits.ts'

/** How much of a file is looked at to tell what it is. */
const HEAD_BYTES = 64 * 1_024

/**
 * Looks at a file from outside: is it there, may it be read, is its size possible.
 *
 * @param name what the person calls it
 * @throws PhonolensError `file-missing`, `file-unreadable`, `file-empty`, `file-too-large`
 */
export async function checkFile(path: string, name: string): Promise<{ sizeBytes: number }> {
  try {
    const about = await stat(path)
    if (!about.isFile()) throw new PhonolensError('file-unreadable', { params: { name } })
    if (about.size === 0) throw new PhonolensError('file-empty', { params: { name } })
    if (about.size > LIMITS.audioBytes) {
      throw new PhonolensError('file-too-large', {
        params: { name, sizeBytes: about.size, limitBytes: LIMITS.audioBytes },
      })
    }
    await readHead(path)
    return { sizeBytes: about.size }
  } catch (error) {
    throw asFileError(error, name)
  }
}

/** What reading a file can go wrong with, in the app's own codes; anything else is passed on as it is. */
export function asFileError(error: unknown, name: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  const params = { name }
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new PhonolensError('file-missing', { params, cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT') return new PhonolensError('disk-full', { params, cause: error })
  if (
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EIO' ||
    code === 'EISDIR' ||
    code === 'ENAMETOOLONG'
  ) {
    return new PhonolensError('file-unreadable', { params, detail: (error as Error).message, cause: error })
  }
  return error
}

/** What a file is by its bytes, whatever its name says. */
export interface FileKind {
  /** Readable, such as "PDF" or "text". */
  label: string
  mediaType: string
}

/** @throws Error where the file cannot be read */
export async function identifyFile(path: string): Promise<FileKind> {
  const head = await readHead(path)
  const found = await fileTypeFromBuffer(head)
  if (found) return { label: found.ext.toUpperCase(), mediaType: found.mime }
  const text = asText(head)
  if (text === null) return { label: 'unknown data', mediaType: 'application/octet-stream' }
  return /^\s*<(!doctype html|html)/i.test(text)
    ? { label: 'web page', mediaType: 'text/html' }
    : { label: 'text', mediaType: 'text/plain' }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function asText(head: Uint8Array): string | null {
  // The last character may be cut in two where the head ends; `stream` lets that pass.
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    // A NUL or another control character is what tells data from text.
    return [...text].some((char) => char < ' ' && !'\t\n\r\f'.includes(char)) ? null : text
  } catch {
    return null
  }
}
