/** Which bytes of a file are asked for; both ends are part of it. */
export type ByteRange =
  { type: 'whole' } | { type: 'part'; start: number; end: number } | { type: 'unsatisfiable' }

/**
 * Reads a `Range` header (RFC 9110, section 14). A header in another unit, in bad form, or with several ranges is
 * answered with the whole file, as the standard allows.
 *
 * @param sizeBytes of the file
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '')
  const [, from = '', to = ''] = match ?? []
  if (from === '' && to === '') return { type: 'whole' }
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes)
    return length === 0
      ? { type: 'unsatisfiable' }
      : { type: 'part', start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(from)
  const end = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (to !== '' && Number(to) < start) return { type: 'whole' }
  return start >= sizeBytes ? { type: 'unsatisfiable' } : { type: 'part', start, end }
}
