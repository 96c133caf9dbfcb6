/** A file of the core's that a host may serve. */
export interface ServedFile {
  path: string
  contentType: string
}

/** A file that the person takes away. */
export interface TakenFile extends ServedFile {
  fileName: string
}

/** What the hosts ask the core for, by ids of its own; no address of a page ever names a path. */
export interface ServedFiles {
  mediaFile(mediaId: string): Promise<ServedFile | null>
  exportFile(exportId: string): TakenFile | null
}

/**
 * The header that makes a browser save a file under its name (RFC 6266): plain letters for old readers, then the whole
 * name, percent-encoded.
 */
export function attachmentHeader(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w .()-]/g, '_')
  // encodeURIComponent leaves these four, which RFC 5987 does not allow in a value.
  const whole = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
