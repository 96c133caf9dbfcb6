import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A part of a file, both ends included, as in HTTP's `Range`. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a `Range` header (RFC 9110, section 14). Only one range of bytes is answered as a part; several, other units and
 * malformed headers are to be ignored, as the RFC allows.
 *
 * @returns null where the whole file is to be sent
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [first, last] = [match[1]!, match[2]!]
  if (first === '') {
    const suffix = Math.min(Number(last), sizeBytes)
    return suffix === 0 ? 'unsatisfiable' : { start: sizeBytes - suffix, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}

/** A file as an HTTP answer: whole, in part, or not at all. */
export interface FileAnswer {
  status: 200 | 206 | 416
  headers: Record<string, string>
  /** Opens the bytes; not to be called for HEAD. Null with 416. */
  open: (() => Readable) | null
}

/**
 * @param rangeHeader the request's `Range`, where it has one
 * @throws Error (ENOENT …) where the file cannot be read
 */
export async function answerWithFile(
  path: string,
  contentType: string,
  rangeHeader: string | undefined,
): Promise<FileAnswer> {
  const { size } = await stat(path)
  const range = parseByteRange(rangeHeader, size)
  const headers: Record<string, string> = { 'accept-ranges': 'bytes', 'content-type': contentType }
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, open: null }
  }
  if (range === null) {
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(size) },
      open: () => createReadStream(path),
    }
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
    },
    open: () => createReadStream(path, range),
  }
}
