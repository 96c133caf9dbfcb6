import { describe, expect, it } from 'vitest'
import { readableText } from '#shared/speech/readable-text.ts'
import { excerptOf, hasWords, speakableText } from '#shared/speech/speakable-text.ts'

describe('the words of a text file', () => {
  it('are all there is in plain text', () => {
    expect(readableText('a.txt', '\uFEFFOne\r\n*two*\r\n')).toBe('One\n*two*')
  })

  it('are without numbers and times in subtitles', () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i>\r\nthere.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}42\r\n'
    expect(readableText('film.SRT', srt)).toBe('Hello there.\n42')
    const vtt =
      'WEBVTT\n\nNOTE not said\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ann>Fish &amp; chips\n'
    expect(readableText('film.vtt', vtt)).toBe('Fish & chips')
  })

  it('are without the marks of Markdown', () => {
    const md = [
      ...[
        '---',
        'title: x',
        '---',
        '# A *title* #',
        '',
        'Some **bold**, _slanted_ and `code`; snake_case_name.',
      ],
      ...['', '- [ ] first', '2. second [link](http://a.b/c)', '> said', '', '![a cat](cat.png)', '', '---'],
      ...['```js', 'let a', '```', '<b>html</b> \\*star\\*'],
    ].join('\n')
    expect(readableText('notes.md', md)).toBe(
      'A title\n\nSome bold, slanted and code; snake_case_name.\n\nfirst\nsecond link\nsaid\n\na cat\n\nlet a\n\nhtml *star*',
    )
  })
})

describe('a text to be spoken', () => {
  it('has no control characters and one kind of line end', () => {
    expect(speakableText(' a\u0000b\u0007\r\nc\u2028d\te\ud800 ')).toBe('ab\nc\nd\te\ufffd')
  })

  it.each([
    ['', false],
    [' \n\u3000', false],
    ['👍🏽 … —!', false],
    ['a', true],
    ['5', true],
    ['你', true],
    ['שלום', true],
  ])('%j has words: %s', (text, expected) => {
    expect(hasWords(text)).toBe(expected)
  })

  it('is shown by its beginning, cut between characters', () => {
    expect(excerptOf('  short\n text ', 40)).toBe('short text')
    expect(excerptOf(`ab${'👨‍👩‍👧'.repeat(3)}`, 12)).toBe('ab👨‍👩‍👧')
  })
})
