import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateWork, progressByTime } from '../../../../src/main/core/tasks/estimate.ts'

const MINUTE = 60_000

describe('how long work takes', () => {
  it('follows the middle of what was measured', () => {
    const speeds = [0.5, 0.4, 20].map((ratio) => ({ mediaMs: MINUTE, workMs: ratio * MINUTE }))
    expect(estimateWork(10 * MINUTE, speeds, 3)).toEqual({ workMs: 5 * MINUTE, measured: true })
  })

  it('is a guess as long as nothing was measured, and nothing where there is no guess', () => {
    expect(estimateWork(MINUTE, [], 0.5)).toEqual({ workMs: MINUTE / 2, measured: false })
    expect(estimateWork(MINUTE, [{ mediaMs: 0, workMs: 5 }], null)).toBeNull()
    expect(estimateWork(null, [], 0.5)).toBeNull()
  })

  it('counts only the newest', () => {
    const speeds = Array.from({ length: 30 }, (_, index) => ({
      mediaMs: 100,
      workMs: index < 10 ? 100 : 900,
    }))
    expect(estimateWork(100, speeds, null)?.workMs).toBe(100)
  })
})

describe('how far work is', () => {
  it('tells the part and the time left while the estimate can be trusted', () => {
    expect(progressByTime(30_000, { workMs: 60_000, measured: true })).toEqual({
      fraction: 0.5,
      remainingMs: 30_000,
    })
    expect(progressByTime(30_000, { workMs: 60_000, measured: false })).toEqual({ fraction: 0.5 })
    expect(progressByTime(30_000, null)).toEqual({ fraction: null })
  })

  it('never goes back, never arrives, and never takes time back', () => {
    const times = fc.tuple(
      fc.double({ min: 1, max: 1e7, noNaN: true }),
      fc.array(fc.double({ min: 0, max: 3e7, noNaN: true })),
    )
    fc.assert(
      fc.property(times, ([workMs, elapsed]) => {
        const told = [...elapsed]
          .sort((a, b) => a - b)
          .map((ms) => progressByTime(ms, { workMs, measured: true }))
        told.forEach((now, index) => {
          expect(now.fraction).toBeGreaterThanOrEqual(told[index - 1]?.fraction ?? 0)
          expect(now.fraction).toBeLessThan(1)
          expect(now.remainingMs ?? 0).toBeLessThanOrEqual(
            told[index - 1]?.remainingMs ?? (index === 0 ? Infinity : 0),
          )
        })
      }),
    )
  })
})
