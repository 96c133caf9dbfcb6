import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseByteRange } from '../../../src/platform/byte-range.ts'

describe('parseByteRange', () => {
  it.each([
    ['bytes=0-', 100, { start: 0, end: 99 }],
    ['bytes=10-19', 100, { start: 10, end: 19 }],
    ['bytes=90-500', 100, { start: 90, end: 99 }],
    ['bytes=-5', 100, { start: 95, end: 99 }],
    ['bytes=-500', 100, { start: 0, end: 99 }],
    ['bytes=100-', 100, 'unsatisfiable'],
    ['bytes=-0', 100, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=20-10', 100, null],
    ['bytes=0-1,5-6', 100, null],
    ['items=0-1', 100, null],
    ['bytes=-', 100, null],
    [undefined, 100, null],
  ])('%s of %d bytes', (header, size, expected) => expect(parseByteRange(header, size)).toEqual(expected))

  it('never asks for bytes outside the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat({ max: 10_000 }), (first, last, size) => {
        const range = parseByteRange(`bytes=${first}-${last}`, size)
        return range === null || range === 'unsatisfiable' || (range.start <= range.end && range.end < size)
      }),
    )
  })
})
