import fc from 'fast-check'
import { parseSync } from 'subtitle'
import { describe, expect, it } from 'vitest'
import { toCues, toSrt } from '#shared/subtitles/srt.ts'
import type { Segment } from '#shared/task.ts'

function segment(startMs: number, endMs: number, text: string): Segment {
  return { startMs, endMs, text, speaker: '' }
}

/** Text as services and people write it, with what could be taken for the file's own structure. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '-->',
        '--->',
        '\n',
        '\r\n',
        '\r',
        '\n\n',
        '\u2028',
        ' ',
        '1',
        '00:00:01,000 --> 00:00:02,000',
        '\0',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))

const anySegments = fc.array(
  fc
    .tuple(fc.integer({ min: -5_000, max: 400_000_000 }), fc.integer({ min: -2_000, max: 60_000 }), anyText)
    .map(([startMs, length, text]) => segment(startMs, startMs + length, text)),
  { maxLength: 20 },
)

describe('toSrt', () => {
  it('writes cues as players expect them', () => {
    expect(toSrt([segment(0, 1_500, ' Hello. '), segment(3_661_007, 3_662_000, 'Two\nlines')])).toBe(
      '1\r\n00:00:00,000 --> 00:00:01,500\r\nHello.\r\n\r\n' +
        '2\r\n01:01:01,007 --> 01:01:02,000\r\nTwo\r\nlines\r\n\r\n',
    )
  })

  it('is empty where nothing was said', () => {
    expect(toSrt([])).toBe('')
    expect(toSrt([segment(0, 1_000, ' \n ')])).toBe('')
  })

  it('goes beyond 100 hours', () => {
    expect(toSrt([segment(360_000_000, 363_599_999, 'Late')])).toContain('100:00:00,000 --> 100:59:59,999')
  })

  it.each(['-->', '--->', '-- -->', '---->>', 'a --> b'])('keeps %j from being read as times', (text) => {
    const lines = toSrt([segment(0, 1_000, text)]).split('\r\n')
    expect(lines.filter((line) => line.includes('-->'))).toEqual([lines[1]])
  })

  it('gives segments that start together one cue, and cuts what overlaps', () => {
    const cues = toCues([segment(0, 3_000, 'a'), segment(2_000, 4_000, 'b'), segment(2_000, 2_500, 'c')])
    expect(cues).toEqual([
      { startMs: 0, endMs: 2_000, text: 'a' },
      { startMs: 2_000, endMs: 4_000, text: 'c\nb' },
    ])
  })

  it('shows a cue without a length for a moment, where there is room', () => {
    expect(toCues([segment(1_000, 1_000, 'a'), segment(1_200, 1_100, 'b')])).toEqual([
      { startMs: 1_000, endMs: 1_200, text: 'a' },
      { startMs: 1_200, endMs: 1_700, text: 'b' },
    ])
  })

  it('holds what players rely on, whatever the segments', () => {
    fc.assert(
      fc.property(anySegments, (segments) => {
        const text = toSrt(segments)
        const cues = toCues(segments)
        expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
        const blocks = text.split('\r\n\r\n')
        expect(blocks.pop()).toBe('')
        expect(blocks.length).toBe(cues.length)
        blocks.forEach((block, index) => {
          const [number, times, ...lines] = block.split('\r\n')
          expect(number).toBe(String(index + 1))
          expect(times).toMatch(/^\d{2,}:[0-5]\d:[0-5]\d,\d{3} --> \d{2,}:[0-5]\d:[0-5]\d,\d{3}$/)
          expect(lines.length).toBeGreaterThan(0)
          for (const line of lines) {
            expect(line).toBe(line.trim())
            expect(line).not.toBe('')
            expect(line).not.toContain('-->')
          }
        })
        cues.forEach((cue, index) => {
          expect(cue.endMs).toBeGreaterThan(cue.startMs)
          expect(cue.endMs).toBeLessThanOrEqual(cues[index + 1]?.startMs ?? Infinity)
        })
      }),
    )
  })

  it('is read back by another library as it was meant', () => {
    const word = fc.stringMatching(/^[A-Za-zäß中\u{1F600}][A-Za-zäß中\u{1F600} ,.'?-]{0,30}$/u)
    const timed = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 90_000 }), word),
      {
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(timed, (entries) => {
        let at = 0
        const segments = entries.map(([gap, length, text]) => {
          const startMs = at + gap
          at = startMs + length
          return segment(startMs, at, text)
        })
        const read = parseSync(toSrt(segments)).flatMap((node) => (node.type === 'cue' ? [node.data] : []))
        expect(read.map(({ start, end, text }) => ({ start, end, text }))).toEqual(
          segments.map(({ startMs, endMs, text }) => ({ start: startMs, end: endMs, text: text.trim() })),
        )
      }),
    )
  })
})
