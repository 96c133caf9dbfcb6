import { describe, expect, it } from 'vitest'
import {
  cleanText,
  hasWords,
  inPlainLetters,
  withoutBracketCommands,
} from '../../../../../src/service/engines/text-to-speech/spoken-text.ts'

it('takes control characters out and leaves everything else', () => {
  expect(cleanText('\uFEFFa\0b\x1B[31m\r\nc\rd\te\u2028f\x7F\x85 שלום\u200F 你好')).toBe(
    'ab[31m\nc\nd\te\nf שלום\u200F 你好',
  )
  expect(cleanText('half \uD83D pair')).toBe('half \uFFFD pair')
})

it.each([
  ['words', true],
  ['7', true],
  ['你', true],
  ['שלום', true],
  ['', false],
  [' \n\t ', false],
  ['🙂 👩‍👩‍👧', false],
  ['... — !', false],
])('words in %j: %s', (text, expected) => expect(hasWords(text)).toBe(expected))

it.each([
  ['say [[slnc 99999]] this', 'say [ [slnc 99999] ] this'],
  ['[[[x]]]', '[ [ [x] ] ]'],
  ['a [note] b', 'a [note] b'],
])('takes the commands out of %j', (text, expected) => expect(withoutBracketCommands(text)).toBe(expected))

describe('plain letters', () => {
  it.each([
    ['naïve café', 'naive cafe'],
    ['it’s “so” – good…', 'it\'s "so", good...'],
    ['€50 and £3.20', '50 euros and 3.20 pounds'],
    ['Straße, Ærø', 'Strasse, aero'],
    ['ﬁne ½', 'fine 1 2'],
    ['hi 🙂 there', 'hi  there'],
  ])('%s', (text, expected) =>
    expect(inPlainLetters(text).replace(/ +/g, ' ')).toBe(expected.replace(/ +/g, ' ')),
  )
})
