import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSpeech } from '../../../../../src/service/engines/speech-to-text/voice-activity.ts'

/** A level curve from stretches of `[frames, dB]`; speech rises and falls as syllables do. */
function curve(...stretches: { frames: number; db: number; syllables?: boolean }[]): Float32Array {
  return Float32Array.from(
    stretches.flatMap(({ frames, db, syllables }) =>
      Array.from({ length: frames }, (_, i) =>
        syllables ? db - 8 + 8 * Math.cos((i / 20) * 2 * Math.PI) : db,
      ),
    ),
  )
}
const room = (frames: number, db = -60) => ({ frames, db })
const speech = (frames: number, db = -20) => ({ frames, db, syllables: true })

describe('findSpeech', () => {
  it('finds the stretches that are spoken', () => {
    const found = findSpeech(curve(room(100), speech(200), room(100), speech(300), room(100)))
    expect(found).toHaveLength(2)
    expect(Math.abs(found[0]!.start - 100)).toBeLessThan(20)
    expect(Math.abs(found[0]!.end - 300)).toBeLessThan(20)
    expect(Math.abs(found[1]!.start - 400)).toBeLessThan(20)
    expect(Math.abs(found[1]!.end - 700)).toBeLessThan(20)
  })

  it.each([-45, -30, -8])('does so whatever the level is (%d dB)', (db) => {
    expect(findSpeech(curve(room(200, db - 30), speech(200, db), room(200, db - 30)))).toHaveLength(1)
  })

  it('hears soft speech after loud speech when it lasts', () => {
    const found = findSpeech(curve(room(300), speech(1_000, -12), room(300), speech(1_000, -32), room(300)))
    expect(found.some(({ start, end }) => start < 1_700 && end > 2_500)).toBe(true)
  })

  it('keeps a short pause inside a word', () => {
    expect(findSpeech(curve(room(100), speech(60), room(12), speech(60), room(100)))).toHaveLength(1)
  })

  it.each([
    ['digital silence', curve(room(1_000, -100))],
    ['a quiet room', curve(room(1_000, -80))],
    ['steady noise', curve(room(1_000, -30))],
    ['a tone after silence', curve(room(500, -100), room(500, -12))],
    ['a click', curve(room(300), { frames: 2, db: -10 }, room(300))],
    ['nothing', new Float32Array(0)],
  ])('finds nobody in %s', (_, levels) => {
    expect(findSpeech(levels)).toEqual([])
  })

  it('is not misled by digital silence around a noisy recording', () => {
    const found = findSpeech(curve(room(2_000, -100), room(300, -42), speech(300, -18), room(300, -42)))
    expect(found.every(({ start }) => start > 2_200)).toBe(true)
  })

  it('gives ascending stretches inside the recording, apart from each other', () => {
    const level = fc.float({ min: -100, max: 0, noNaN: true })
    fc.assert(
      fc.property(fc.array(level, { maxLength: 3_000 }), (levels) => {
        let end = -1
        for (const span of findSpeech(Float32Array.from(levels))) {
          expect(span.start).toBeGreaterThan(end)
          expect(span.end).toBeGreaterThan(span.start)
          expect(span.end).toBeLessThanOrEqual(levels.length)
          end = span.end
        }
      }),
    )
  })
})
