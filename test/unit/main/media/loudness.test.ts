import { describe, expect, it } from 'vitest'
import { gainTowardsTarget, parseLoudness } from '../../../../src/main/core/media/loudness.ts'

const SUMMARY = `
[Parsed_ebur128_2 @ 0x55961b241700] Summary:

  Integrated loudness:
    I:         -19.6 LUFS
    Threshold: -29.6 LUFS

  Loudness range:
    LRA:         0.0 LU

  True peak:
    Peak:       -2.1 dBFS
`

describe('loudness', () => {
  it('is read from what ffmpeg prints', () => {
    expect(parseLoudness(SUMMARY)).toEqual({ integratedLufs: -19.6, truePeakDbtp: -2.1 })
    expect(parseLoudness(SUMMARY.replace('-2.1', '-inf'))?.truePeakDbtp).toBe(-Infinity)
    expect(parseLoudness('no summary at all')).toBeNull()
  })

  it.each([
    ['a quiet recording is raised', -30, -20, 14],
    ['a loud one is lowered', -10, 0.5, -6],
    ['a peak takes the room that is left', -30, -8, 6.5],
    ['a clipped peak lowers even what is quiet enough', -17, 1, -2.5],
    ['very much is not asked of it', -58, -50, 36],
    ['silence stays silence', -70, -Infinity, 0],
    ['faint noise stays faint', -65, -50, 0],
  ])('%s', (_what, integratedLufs, truePeakDbtp, gainDb) => {
    expect(gainTowardsTarget({ integratedLufs, truePeakDbtp })).toBe(gainDb)
  })
})
