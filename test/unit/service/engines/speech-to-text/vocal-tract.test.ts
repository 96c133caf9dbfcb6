import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chooseWarp,
  pickProbe,
  WARPS,
} from '../../../../../src/service/engines/speech-to-text/vocal-tract.ts'

/** Scores that fall off on both sides of one factor, and a record of which were asked for. */
function hill(top: number) {
  const asked: number[] = []
  const scoreAt = (warp: number): Promise<number> => {
    asked.push(warp)
    return Promise.resolve(-Math.abs(WARPS.indexOf(warp) - WARPS.indexOf(top)))
  }
  return { asked, scoreAt }
}

describe('chooseWarp', () => {
  it.each(WARPS)('finds %d', async (top) => {
    const { scoreAt } = hill(top)
    expect(await chooseWarp(scoreAt)).toBe(top)
  })

  it('does not look further than it has to', async () => {
    const { asked, scoreAt } = hill(1)
    await chooseWarp(scoreAt)
    expect(asked).toEqual([0.92, 1, 1.08])
  })

  it('leaves the recording as it is where nothing is told, or all is the same', async () => {
    expect(await chooseWarp(() => Promise.resolve(null))).toBe(1)
    expect(await chooseWarp(() => Promise.resolve(-5))).toBe(1)
  })
})

describe('pickProbe', () => {
  it('takes all of a short recording', () => {
    expect(pickProbe([4_000, 9_000, 3_000], 30_000)).toEqual([0, 1, 2])
    expect(pickProbe([], 30_000)).toEqual([])
  })

  it('takes some from everywhere of a long one', () => {
    const picked = pickProbe(
      Array.from({ length: 100 }, () => 10_000),
      30_000,
    )
    expect(picked).toEqual([0, 34, 67])
  })

  it('takes at least one cut, each once, and about as much as asked', () => {
    const durations = fc.array(fc.integer({ min: 200, max: 20_000 }), { minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(durations, (durationsMs) => {
        const picked = pickProbe(durationsMs, 30_000)
        expect(picked.length).toBeGreaterThan(0)
        expect(new Set(picked).size).toBe(picked.length)
        expect(picked).toEqual([...picked].sort((a, b) => a - b))
        expect(picked.reduce((sum, cut) => sum + durationsMs[cut]!, 0)).toBeLessThan(30_000 * 4)
      }),
    )
  })
})
