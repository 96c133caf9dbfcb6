import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FrameSpan } from '../../../../../src/service/engines/speech-to-text/audio-format.ts'
import {
  CUT_PLAN,
  planCuts as planCutsBy,
  type CutPlan,
} from '../../../../../src/service/engines/speech-to-text/plan-cuts.ts'

const PLAN: CutPlan = { longest: 1_500, shortest: 400, clearPause: 100, longPause: 250, padding: 20 }
const planCuts = (speech: FrameSpan[], levelsDb: Float32Array) => planCutsBy(speech, levelsDb, PLAN)
const flat = (frames: number) => new Float32Array(frames).fill(-30)

describe('planCuts', () => {
  it('puts phrases with short pauses together and keeps some silence around them', () => {
    const speech = [
      { start: 100, end: 300 },
      { start: 340, end: 500 },
    ]
    expect(planCuts(speech, flat(700))).toEqual([{ start: 80, end: 520 }])
  })

  it('parts phrases at a long pause even when they are short', () => {
    const speech = [
      { start: 100, end: 200 },
      { start: 600, end: 700 },
    ]
    expect(planCuts(speech, flat(900))).toHaveLength(2)
  })

  it('ends a full cut at its longest late pause', () => {
    const speech = [
      { start: 0, end: 500 },
      { start: 530, end: 900 },
      { start: 990, end: 1_300 },
      { start: 1_320, end: 2_000 },
    ]
    expect(planCuts(speech, flat(2_000)).map(({ start }) => start)).toEqual([0, 970])
  })

  it('cuts speech without a pause at its quietest point', () => {
    const levels = flat(2_000)
    levels.fill(-50, 1_195, 1_206)
    const cuts = planCuts([{ start: 0, end: 2_000 }], levels)
    expect(cuts).toHaveLength(2)
    expect(Math.abs(cuts[0]!.end - 1_200)).toBeLessThan(10)
    expect(cuts[1]!.start).toBe(cuts[0]!.end)
  })

  it('does half a day of speech without a pause', () => {
    const frames = 12 * 360_000
    const cuts = planCuts([{ start: 0, end: frames }], flat(frames))
    expect(cuts.at(-1)!.end).toBe(frames)
  })

  it('loses no speech, never overlaps and never goes over the longest cut', () => {
    const lengths = fc.array(fc.tuple(fc.integer({ min: 20, max: 600 }), fc.integer({ min: 1, max: 4_000 })))
    fc.assert(
      fc.property(lengths, (pairs) => {
        const speech: FrameSpan[] = []
        let at = 0
        for (const [pause, length] of pairs) {
          speech.push({ start: at + pause, end: at + pause + length })
          at += pause + length
        }
        const cuts = planCutsBy(speech, flat(at))
        const inCuts = cuts.flatMap(({ start, end }) => speech.map((s) => overlap(s, { start, end })))
        expect(sum(inCuts)).toBe(sum(speech.map(({ start, end }) => end - start)))
        for (const [index, cut] of cuts.entries()) {
          expect(cut.end - cut.start).toBeLessThanOrEqual(CUT_PLAN.longest)
          expect(cut.start).toBeGreaterThanOrEqual(cuts[index - 1]?.end ?? 0)
        }
      }),
    )
  })
})

function overlap(a: FrameSpan, b: FrameSpan): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
