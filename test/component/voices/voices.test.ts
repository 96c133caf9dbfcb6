import { describe, expect, it } from 'vitest'
import {
  filterVoices,
  languageFor,
  languageName,
  languagesOf,
  voiceToStartWith,
} from '../../../src/renderer/src/format/voices.ts'
import { aVoice } from '../../support/fake-voices.ts'

const slt = aVoice()
const awb = aVoice({ voiceId: 'awb', name: 'Awb', gender: 'male', languages: ['en-GB'], favourite: true })
const many = aVoice({ voiceId: 'many', name: 'Zoë', gender: '', languages: ['de', 'zh-CN', 'en'] })
const all = [slt, many, awb]
const any = { query: '', language: '', gender: '', favourites: false } as const

describe('Voices', () => {
  it('are filtered by language, whatever the region, by gender, and by words without accents', () => {
    expect(filterVoices(all, { ...any, language: 'en' })).toEqual([awb, slt, many])
    expect(filterVoices(all, { ...any, language: 'zh' })).toEqual([many])
    expect(filterVoices(all, { ...any, gender: 'female' })).toEqual([slt])
    expect(filterVoices(all, { ...any, query: 'zoe GERMAN' })).toEqual([many])
    expect(filterVoices(all, { ...any, favourites: true })).toEqual([awb])
  })

  it('have languages by name, and a tag that nobody knows by itself', () => {
    expect(languageName('en-GB')).toBe('English (United Kingdom)')
    expect(languageName('en-GB-x-rp')).toBe('English (United Kingdom)')
    expect(languageName('not a tag')).toBe('not a tag')
    expect(languagesOf(all).map((each) => each.label)).toEqual(['Chinese', 'English', 'German'])
  })

  it('speak the language used last where they can, else the person’s own, else their first', () => {
    expect(languageFor(many, 'zh-CN', 'en-US')).toBe('zh-CN')
    expect(languageFor(many, 'fr', 'en-US')).toBe('en')
    expect(languageFor(many, 'fr', 'it')).toBe('de')
  })

  it('begin with the one used last, a favourite, the person’s language, or any', () => {
    expect(voiceToStartWith(all, 'many', 'en')).toBe(many)
    expect(voiceToStartWith(all, 'gone', 'en')).toBe(awb)
    expect(voiceToStartWith([slt, many], '', 'zh-TW')).toBe(many)
    expect(voiceToStartWith([slt], '', 'fi')).toBe(slt)
    const robot = aVoice({ voiceId: 'robot', engine: 'espeak-ng', languages: ['en-US'] })
    const british = aVoice({ voiceId: 'british', languages: ['en-GB'] })
    expect(voiceToStartWith([robot, british, slt], '', 'en-US')).toBe(slt)
    expect(voiceToStartWith([robot, british], '', 'en-US')).toBe(british)
    expect(voiceToStartWith([british, robot], '', 'fi')).toBe(british)
    expect(voiceToStartWith([], '', 'fi')).toBeUndefined()
  })
})
