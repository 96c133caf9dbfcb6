import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitText } from '#shared/speech/split-text.ts'

const bare = (text: string): string => text.replace(/\s+/g, '')
const texts = (text: string, limit: number, language = 'en'): string[] =>
  splitText(text, limit, language).map((part) => part.text)

describe('splitting a text into parts', () => {
  it('leaves a text that fits in one piece, without the spaces around it', () => {
    expect(splitText('  Hello there. \n', 5_000, 'en')).toEqual([{ text: 'Hello there.', end: 'paragraph' }])
    expect(splitText(' \n\t ', 10, 'en')).toEqual([])
  })

  it('cuts between paragraphs first, and says how each part ends', () => {
    expect(splitText('One one. Two two.\n\nThree three. Four four.', 20, 'en')).toEqual([
      { text: 'One one. Two two.', end: 'paragraph' },
      { text: 'Three three.', end: 'sentence' },
      { text: 'Four four.', end: 'paragraph' },
    ])
  })

  it('then at sentences, clauses, words and characters', () => {
    expect(texts('He said 3.5 is enough. She did not agree.', 25)).toEqual([
      'He said 3.5 is enough.',
      'She did not agree.',
    ])
    expect(texts('first comes this, then comes that', 20)).toEqual(['first comes this,', 'then comes that'])
    expect(texts('seven words without any mark at all', 12)).toEqual([
      'seven words',
      'without any',
      'mark at all',
    ])
    expect(texts('aaaaaaaaaa', 4)).toEqual(['aaaa', 'aaaa', 'aa'])
  })

  it('knows the marks of other scripts, and any tag for a language', () => {
    expect(texts('你好吗？我很好。谢谢你。', 6, 'zh-CN')).toEqual(['你好吗？', '我很好。', '谢谢你。'])
    expect(texts('One. Two.', 5, 'no language')).toEqual(['One.', 'Two.'])
  })

  it('breaks no character as people see it while there is room for one', () => {
    const family = '👨‍👩‍👧'
    expect(texts(family.repeat(4), 17)).toEqual([family.repeat(2), family.repeat(2)])
  })

  it('loses nothing, doubles nothing and keeps to the limit', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.lorem({ mode: 'sentences', maxCount: 12 }),
      fc.string({
        unit: fc.constantFrom('a', ' ', '.', '\n', '!', '字', '。', '👍🏽', ',', 'é'),
        maxLength: 300,
      }),
    )
    fc.assert(
      fc.property(anything, fc.integer({ min: 2, max: 80 }), (text, limit) => {
        const parts = texts(text, limit)
        expect(bare(parts.join(''))).toBe(bare(text))
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(limit)
          expect(part).toBe(part.trim())
          expect(part).not.toBe('')
        }
      }),
      { numRuns: 300 },
    )
  })

  it('takes a hundred thousand characters', () => {
    const text = 'This is one of very many sentences. '.repeat(2_800)
    const parts = splitText(text, 5_000, 'en')
    expect(parts.length).toBe(21)
    expect(parts.every(({ text: part }) => part.endsWith('.'))).toBe(true)
  })
})
