import { describe, expect, it } from 'vitest'
import { readVoices } from '../../../../src/main/core/voices/read-voices.ts'

const ada = { voiceId: 'v-1', name: 'Ada', gender: 'female', languages: ['en', 'en-GB'] }

describe('a file of voices', () => {
  it.each([
    ['commas', 'voiceId,name,gender,languages\nv-1,Ada,F,en;en-GB\n'],
    [
      'semicolons and a byte order mark',
      '\uFEFFVoice ID;Name;Gender;Languages\r\nv-1;Ada;female;en|en-GB\r\n',
    ],
    ['quotes', '"voice_id","name","gender","languages"\n"v-1","Ada","Woman","en en-GB"\n'],
  ])('is read from CSV with %s', (_what, text) => {
    expect(readVoices('csv', text)).toEqual({ voices: [ada], refused: [] })
  })

  it('names bad lines of CSV and takes the rest', () => {
    const { voices, refused } = readVoices(
      'csv',
      'voiceId,name,languages\nv-1,Ada,en\n,Nobody,en\nv-3,Ben\nv-4,Cy,de\n',
    )
    expect(voices.map(({ voiceId }) => voiceId)).toEqual(['v-1', 'v-4'])
    expect(refused.map(({ line }) => line)).toEqual([3, 4])
    expect(refused[0]!.reason).toContain('voice id')
  })

  it.each([
    ['a list', [ada]],
    ['the form of the service', { voices: [{ ...ada, tier: 'pro', engine: 'x' }] }],
    ['an answer of the service', { code: 0, message: 'success', data: { voices: [ada] } }],
  ])('is read from JSON as %s', (_what, value) => {
    expect(readVoices('json', JSON.stringify(value))).toEqual({ voices: [ada], refused: [] })
  })

  it('names bad entries of JSON by their line', () => {
    const text = '[\n  {"voiceId": "a", "languages": ["en"]},\n  {"voiceId": "b"},\n  null\n]'
    const { voices, refused } = readVoices('json', text)
    expect(voices).toEqual([{ voiceId: 'a', name: 'a', gender: '', languages: ['en'] }])
    expect(refused.map(({ line }) => line)).toEqual([3, 3])
  })

  it.each([
    ['csv', ''],
    ['csv', 'name,languages\nAda,en\n'],
    ['json', '{'],
    ['json', '{"voices": 3}'],
    ['json', '[]'],
  ] as const)('is refused as %s: %j', (format, text) => {
    expect(() => readVoices(format, text)).toThrow(/voices-unreadable/)
  })
})
