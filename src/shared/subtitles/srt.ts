import type { Segment } from '../task.ts'

/** A subtitle as players show it; whole milliseconds, `endMs` always after `startMs`. */
export interface Cue {
  startMs: number
  endMs: number
  /** One or more lines parted by a line feed; none of them blank. */
  text: string
}

/** Shown at least this long where the next cue leaves the room: a cue without a length is never seen. */
const SHORTEST_MS = 500

/**
 * Makes cues that players accept out of segments in any order: none empty, none overlapping.
 *
 * Where two segments overlap the earlier one ends when the later one starts. Segments that start in the same
 * millisecond become one cue, since neither could be shown before the other.
 */
export function toCues(segments: readonly Segment[]): Cue[] {
  const cues: Cue[] = []
  for (const segment of [...segments].sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)) {
    const text = cueText(segment.text)
    if (text === '') continue
    const startMs = Math.max(0, Math.round(segment.startMs))
    const endMs = Math.max(startMs, Math.round(segment.endMs))
    const before = cues.at(-1)
    if (before && before.startMs === startMs) {
      before.text += `\n${text}`
      before.endMs = Math.max(before.endMs, endMs)
    } else {
      cues.push({ startMs, endMs, text })
    }
  }
  return cues.map((cue, index) => ({ ...cue, endMs: fittingEnd(cue, cues[index + 1]?.startMs ?? Infinity) }))
}

function fittingEnd(cue: Cue, nextStartMs: number): number {
  const wanted = cue.endMs > cue.startMs ? cue.endMs : cue.startMs + SHORTEST_MS
  return Math.min(wanted, nextStartMs)
}

/**
 * Writes SubRip: UTF-8 without a byte order mark, CRLF, indices from 1, a blank line after every cue.
 *
 * @returns an empty string where no segment has text
 */
export function toSrt(segments: readonly Segment[]): string {
  return toCues(segments)
    .map((cue, index) => {
      const times = `${srtTime(cue.startMs)} --> ${srtTime(cue.endMs)}`
      return [String(index + 1), times, ...cue.text.split('\n'), '', ''].join('\r\n')
    })
    .join('')
}

/** `HH:MM:SS,mmm`; hours take a third digit from 100 on. */
function srtTime(ms: number): string {
  const pad = (value: number, width: number): string => String(value).padStart(width, '0')
  const seconds = Math.floor(ms / 1_000)
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${clock.map((part) => pad(part, 2)).join(':')},${pad(ms % 1_000, 3)}`
}

/**
 * Text that cannot be mistaken for the file's own structure: a blank line would end the cue, and `-->` would make
 * players read a line as times.
 */
function cueText(text: string): string {
  return text
    .replace(/-{2,}>/g, '->')
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => line.replace(/\0/g, '').trim())
    .filter((line) => line !== '')
    .join('\n')
}
