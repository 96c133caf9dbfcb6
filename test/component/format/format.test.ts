import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatBytesOf,
  formatClock,
  formatDuration,
  formatPercent,
  formatRemaining,
  formatWhen,
  roundRemaining,
  tellApart,
} from '../../../src/renderer/src/format/format.ts'

describe('Formatting', () => {
  it.each([
    [24.192, 16, '24.2'],
    [16.004, 16, '16.004'],
    [10.000001, 10, '10.000001'],
    [10.04, 10, '10.04'],
    [16, 16, '16'],
  ])('writes %d beside the limit %d as %s', (value, limit, words) =>
    expect(tellApart(value, limit)).toBe(words),
  )

  it.each([
    [0, '0:00'],
    [42_999, '0:42'],
    [252_000, '4:12'],
    [3_723_000, '1:02:03'],
    [-5, '0:00'],
  ])('writes position %d as %s', (ms, words) => expect(formatClock(ms)).toBe(words))

  it.each([
    [0, '0 s'],
    [30, '0.1 s'],
    [400, '0.4 s'],
    [52_400, '52 s'],
    [59_700, '59 s'],
    [60_000, '1 min'],
    [252_000, '4 min 12 s'],
    [3_600_000, '1 h'],
    [3_780_000, '1 h 3 min'],
  ])('writes length %d as %s', (ms, words) => expect(formatDuration(ms)).toBe(words))

  it.each([
    [0, 'less than a minute'],
    [49_000, 'less than a minute'],
    [50_000, 'about 1 min'],
    [110_000, 'about 2 min'],
    [11 * 60_000, 'about 15 min'],
    [67 * 60_000, 'about 1 h 10 min'],
  ])('writes %d left as %s', (ms, words) => expect(formatRemaining(ms)).toBe(words))

  it('rounds time left so that less never becomes more', () => {
    for (let ms = 0; ms < 3 * 3_600_000; ms += 7_777) {
      expect(roundRemaining(ms + 7_777)).toBeGreaterThanOrEqual(roundRemaining(ms))
    }
  })

  it.each([
    [640, '640 B'],
    [4_230_000, '4.2 MB'],
    [116_000_000, '116 MB'],
    [1_500_000_000, '1.5 GB'],
  ])('writes %d bytes as %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words))

  it('writes both sizes in the unit of the whole', () => {
    expect(formatBytesOf(41_000_000, 116_000_000)).toBe('41 of 116 MB')
    expect(formatBytesOf(300_000, 116_000_000)).toBe('0.3 of 116 MB')
    expect(formatBytesOf(0, 0)).toBe('0 of 0 B')
  })

  it('does not call 99.9 percent a hundred', () => {
    expect(formatPercent(0.999)).toBe('99%')
    expect(formatPercent(1.2)).toBe('100%')
  })

  it('gives the time today, the day within the year, the date before', () => {
    const now = new Date(2026, 10, 20, 15, 0).getTime()
    expect(formatWhen(new Date(2026, 10, 20, 9, 5).getTime(), now)).toBe('09:05')
    expect(formatWhen(new Date(2026, 10, 17, 9, 5).getTime(), now)).toBe('Nov 17')
    expect(formatWhen(new Date(2024, 0, 2).getTime(), now)).toBe('Jan 2, 2024')
  })
})
