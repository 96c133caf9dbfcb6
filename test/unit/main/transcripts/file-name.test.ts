import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportFileName } from '../../../../src/main/core/transcripts/file-name.ts'

describe('the name of an exported file', () => {
  it.each([
    ['interview.wav', 'interview.srt'],
    ['no ending', 'no ending.srt'],
    ['v1.2 final.m4a', 'v1.2 final.srt'],
    ['.wav', '.wav.srt'.slice(1)],
    ['a/b\\c:d*e?f"g<h>i|j.mp3', 'a_b_c_d_e_f_g_h_i_j.srt'],
    ['..', 'transcript.srt'],
    ['CON.wav', '_CON.srt'],
    ['lpt1.old.wav', '_lpt1.old.srt'],
    ['talk\u202egpj.exe.wav', 'talkgpj.exe.srt'],
    ['🎙️ “Ü”.flac', '🎙️ “Ü”.srt'],
  ])('of %j is %j', (recording, expected) => {
    expect(exportFileName(recording, 'srt')).toBe(expected)
  })

  it('is good on every system, whatever the recording is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (recording) => {
        const name = exportFileName(recording, 'srt')
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
        expect(name).toMatch(/^[^\s.<>:"/\\|?*][^<>:"/\\|?*]*\.srt$/u)
        expect(name.isWellFormed()).toBe(true)
        expect(name).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})

it('has room for a suffix, and leaves a name alone that is not a file’s', () => {
  expect(exportFileName('a.b.jpg', 'png', { suffix: ' restored' })).toBe('a.b restored.png')
  expect(exportFileName('version 2.0', 'mp3', { isFileName: false })).toBe('version 2.0.mp3')
  expect(exportFileName('...', 'mp3', { fallback: 'speech' })).toBe('speech.mp3')
  const long = exportFileName('é'.repeat(300), 'png', { suffix: ' restored 12' })
  expect(long).toMatch(/é restored 12\.png$/)
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(240)
})
