/** Numbers as people read them. Durations and positions are milliseconds, sizes are bytes (decimal, as systems show them). */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A position on a timeline: `0:42`, `4:12`, `1:02:03`. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  const hours = Math.floor(seconds / 3_600)
  const [first = 0, ...rest] = hours > 0 ? [hours, ...parts] : parts
  return [String(first), ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}

/** A length: `52 s`, `4 min 12 s`, `1 h 3 min`. Under one second it is `0.4 s`. */
export function formatDuration(ms: number): string {
  if (ms > 0 && ms < SECOND_MS) return `${Math.max(0.1, Math.round(ms / 100) / 10)} s`
  // Whole seconds only, as on the player's clock: the two stand side by side.
  const seconds = Math.floor(ms / SECOND_MS)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** Time left, rounded so that it does not flicker: `less than a minute`, `about 2 min`, `about 1 h 10 min`. */
export function formatRemaining(ms: number): string {
  const rounded = roundRemaining(ms)
  return rounded === 0 ? 'less than a minute' : `about ${formatDuration(rounded)}`
}

/** @returns time left in milliseconds, up to the next minute, from ten minutes on to the next five; 0 below 50 seconds */
export function roundRemaining(ms: number): number {
  if (ms < 50 * SECOND_MS) return 0
  const minutes = Math.ceil(ms / MINUTE_MS)
  return (minutes <= 10 ? minutes : Math.ceil(minutes / 5) * 5) * MINUTE_MS
}

/** A number to one decimal, or to as many more as set it apart from its limit: `24.2`, but `16.004` beside `16`. */
export function tellApart(value: number, limit: number, locale = 'en'): string {
  for (let digits = 1; digits < 6; digits += 1) {
    if (value === limit || Number(value.toFixed(digits)) !== limit) return decimals(value, digits, locale)
  }
  return decimals(value, 6, locale)
}

function decimals(value: number, digits: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A size: `640 B`, `4.2 MB`, `116 MB`. */
export function formatBytes(bytes: number, locale = 'en'): string {
  const unit = unitOf(bytes)
  return `${inUnit(bytes, unit, locale)} ${UNITS[unit]}`
}

/** How much of a size is done, both in the unit of the whole: `41 of 116 MB`. */
export function formatBytesOf(done: number, total: number, locale = 'en'): string {
  const unit = unitOf(total)
  return `${inUnit(done, unit, locale)} of ${inUnit(total, unit, locale)} ${UNITS[unit]}`
}

/** The time of day for a file's name, which takes no colons everywhere: `14.05.09`. Milliseconds since the epoch. */
export function formatClockTime(ms: number): string {
  const then = new Date(ms)
  return [then.getHours(), then.getMinutes(), then.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join('.')
}

/** A number of things: `1,240`. */
export function formatCount(count: number, locale = 'en'): string {
  return new Intl.NumberFormat(locale).format(count)
}

export function formatPercent(fraction: number, locale = 'en'): string {
  const clamped = Math.min(1, Math.max(0, fraction))
  // Rounded down: "100 %" is for what is finished.
  return new Intl.NumberFormat(locale, { style: 'percent', roundingMode: 'floor' }).format(clamped)
}

/** When something was made: the time of day today, the day within a year, else the date. Milliseconds since the epoch. */
export function formatWhen(ms: number, nowMs: number, locale = 'en'): string {
  const then = new Date(ms)
  const now = new Date(nowMs)
  if (then.toDateString() === now.toDateString()) {
    return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      then,
    )
  }
  if (nowMs - ms < 300 * 24 * HOUR_MS) {
    return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(then)
  }
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(then)
}

function unitOf(bytes: number): number {
  let unit = 0
  while (unit < UNITS.length - 1 && bytes >= 1_000 ** (unit + 1)) unit += 1
  return unit
}

function inUnit(bytes: number, unit: number, locale: string): string {
  const value = bytes / 1_000 ** unit
  return new Intl.NumberFormat(locale, { maximumFractionDigits: unit > 0 && value < 10 ? 1 : 0 }).format(
    value,
  )
}
