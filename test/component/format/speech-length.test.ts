import { describe, expect, it } from 'vitest'
import { estimateSpeechMs } from '../../../src/renderer/src/format/speech-length.ts'

describe('The length of a speech, roughly', () => {
  it('is fifteen letters a second, and fewer where a sign is a word', () => {
    expect(estimateSpeechMs('a'.repeat(900))).toBe(60_000)
    expect(estimateSpeechMs('港'.repeat(270))).toBe(60_000)
    expect(estimateSpeechMs('')).toBe(0)
  })

  it('of a long text is measured by its beginning', () => {
    expect(estimateSpeechMs('a'.repeat(450_000))).toBeCloseTo(30_000_000)
  })
})
