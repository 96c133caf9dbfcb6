import { expect, it } from 'vitest'
import { hasWords } from '../../../../../src/service/engines/text-to-speech/spoken-text.ts'
import { sampleText } from '../../../../../src/service/engines/text-to-speech/sample-text.ts'

it.each([
  ['en-GB-x-rp', /^Hello\./],
  ['pt-BR', /^Bom dia\./],
  ['zh-CN', /^你好/],
  ['af', /^Afrikaans\. 1, 2, 3/],
  ['cy', /^Cymraeg\./],
  ['zh-Latn-pinyin', /1, 2, 3, 4, 5\.$/],
  ['vi-VN-x-central', /1, 2, 3, 4, 5\.$/],
  ['qdb', /1, 2, 3, 4, 5\.$/],
])('a voice of %s says something in its language', (language, expected) => {
  expect(sampleText(language)).toMatch(expected)
  expect(hasWords(sampleText(language))).toBe(true)
})
