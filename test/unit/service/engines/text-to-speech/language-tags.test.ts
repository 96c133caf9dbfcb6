import { expect, it } from 'vitest'
import {
  languageTag,
  matchLanguage,
} from '../../../../../src/service/engines/text-to-speech/language-tags.ts'

it.each([
  ['en-us', 'en-US'],
  ['en_GB', 'en-GB'],
  ['cmn', 'zh-CN'],
  ['cmn-latn-pinyin', 'zh-Latn-pinyin'],
  ['en-us-nyc', 'en-US'],
  ['chr-US-Qaaa-x-west', 'chr-US'],
  ['vi-vn-x-central', 'vi-VN-x-central'],
  ['piqd', 'tlh'],
  ['', null],
  ['?', null],
  ['e', null],
])('%s is %s', (name, tag) => expect(languageTag(name)).toBe(tag))

it.each([
  ['en-US', ['en-US', 'en-GB'], 'en-US'],
  ['EN_us', ['en-US'], 'en-US'],
  ['en', ['de', 'en-US', 'en-GB'], 'en-US'],
  ['en-US', ['en'], 'en'],
  ['en-GB', ['en-GB-x-rp'], 'en-GB-x-rp'],
  ['en', ['en-US', 'en'], 'en'],
  ['cmn', ['zh-CN'], 'zh-CN'],
  ['en-GB', ['en-US'], null],
  ['e', ['en-US'], null],
  ['e', ['e'], null],
  ['english', ['en'], null],
  ['', ['en'], null],
])('%s asked of %j gives %s', (asked, languages, expected) =>
  expect(matchLanguage(asked, languages)).toBe(expected),
)
