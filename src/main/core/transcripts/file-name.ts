/** Longest name that all file systems take, in UTF-8 bytes, with room for the "(1)" that browsers add. */
const MOST_BYTES = 240
/** Names that Windows keeps for devices, whatever ending they carry. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i

export interface FileNameOptions {
  /** Added to the name, before the ending. */
  suffix?: string
  /** Where nothing of the name can be used. */
  fallback?: string
  /** Whether the name is that of a file, whose own ending goes. */
  isFileName?: boolean
}

/**
 * A name for a file made from a task, good on every system: the task's name with another ending.
 *
 * @param ending without a dot
 */
export function exportFileName(
  taskName: string,
  ending: string,
  { suffix = '', fallback = 'transcript', isFileName = true }: FileNameOptions = {},
): string {
  const withoutEnding = isFileName ? taskName.replace(/\.[A-Za-z0-9]{1,5}$/, '') : taskName
  const safe = (withoutEnding || taskName)
    // Control characters, and those that turn the direction of writing: a name must read as what it is.
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '_')
    .toWellFormed()
  const room = MOST_BYTES - Buffer.byteLength(suffix) - ending.length - 1
  const cut = cutTo(safe, room).replace(/^[\s.]+|[\s.]+$/gu, '')
  const name = (cut === '' ? fallback : cut) + suffix
  const [stem = ''] = name.split('.', 1)
  return `${RESERVED.test(stem.trim()) ? `_${name}` : name}.${ending}`
}

/** Cuts between whole characters as people see them, so that no half of an emoji is left. */
function cutTo(text: string, bytes: number): string {
  let kept = ''
  let size = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += Buffer.byteLength(segment)
    if (size > bytes) break
    kept += segment
  }
  return kept
}
