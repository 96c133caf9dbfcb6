/** A size for people: `2 GB`, `5 MB`, `400 bytes`; decimal units. */
export function readableBytes(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${bytes / 1_000_000_000} GB`
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes} bytes`
}
