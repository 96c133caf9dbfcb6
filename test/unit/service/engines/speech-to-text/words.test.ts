import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  mergeSegments,
  readableWord,
  toSegments,
} from '../../../../../src/service/engines/speech-to-text/words.ts'

describe('readableWord', () => {
  it.each([
    ['the(2)', 'the'],
    ['i', 'I'],
    ["i'm", "I'm"],
    ["i'd(2)", "I'd"],
    ['in', 'in'],
    ["it's", "it's"],
    ['<s>', ''],
    ['</s>', ''],
    ['<sil>', ''],
    ['[NOISE]', ''],
    ['[SPEECH]', ''],
    ['++UH++', ''],
  ])('%s becomes %j', (heard, shown) => {
    expect(readableWord(heard)).toBe(shown)
  })
})

describe('toSegments', () => {
  it('puts words on the time of the recording and leaves silence out', () => {
    const words = [
      { text: '<s>', startMs: 0, endMs: 170 },
      { text: 'i', startMs: 170, endMs: 300 },
      { text: '<sil>', startMs: 300, endMs: 600 },
      { text: 'know(2)', startMs: 600, endMs: 900 },
      { text: '</s>', startMs: 900, endMs: 1_000 },
    ]
    expect(toSegments(words, 5_000, 6_000)).toEqual([{ startMs: 5_170, endMs: 5_900, text: 'I know' }])
  })

  it('begins a new segment after a pause', () => {
    const words = [
      { text: 'one', startMs: 0, endMs: 400 },
      { text: 'two', startMs: 1_500, endMs: 1_900 },
    ]
    expect(toSegments(words, 0, 2_000).map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('begins a new segment before one gets too long to read', () => {
    const words = Array.from({ length: 30 }, (_, i) => ({
      text: 'word',
      startMs: i * 500,
      endMs: i * 500 + 500,
    }))
    const segments = toSegments(words, 0, 15_000)
    expect(segments).toHaveLength(2)
    expect(segments.every(({ startMs, endMs }) => endMs - startMs <= 12_000)).toBe(true)
  })

  it('never passes the end of the cut', () => {
    expect(toSegments([{ text: 'end', startMs: 900, endMs: 1_400 }], 0, 1_000)[0]!.endMs).toBe(1_000)
  })

  it('hears nothing where only silence was', () => {
    expect(toSegments([{ text: '<sil>', startMs: 0, endMs: 900 }], 0, 900)).toEqual([])
  })
})

describe('mergeSegments', () => {
  it('orders by time and lets nothing overlap', () => {
    const segment = fc
      .tuple(fc.nat(10_000), fc.nat(3_000))
      .map(([startMs, lengthMs]) => ({ startMs, endMs: startMs + lengthMs, text: 'x' }))
    fc.assert(
      fc.property(fc.array(fc.array(segment)), (ofCuts) => {
        const merged = mergeSegments(ofCuts)
        expect(merged).toHaveLength(ofCuts.flat().length)
        for (const [index, { startMs, endMs }] of merged.entries()) {
          expect(endMs).toBeGreaterThanOrEqual(startMs)
          expect(startMs).toBeGreaterThanOrEqual(merged[index - 1]?.endMs ?? 0)
        }
      }),
    )
  })
})
