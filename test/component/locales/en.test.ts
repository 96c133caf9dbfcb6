import { describe, expect, it } from 'vitest'
import { ERROR_TRAITS, type ErrorCode } from '#shared/errors.ts'
import { TASK_STAGES } from '#shared/task.ts'
import { errorWords } from '../../../src/renderer/src/format/error-words.ts'
import { createWords, type Translate } from '../../../src/renderer/src/i18n.ts'
import { en } from '../../../src/renderer/src/locales/en.ts'
import { routes } from '../../../src/renderer/src/router.ts'

const words = createWords()
const t: Translate = words.global.t
const has = (key: string): boolean => words.global.te(key)

function leaves(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? leaves(inner, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(inner)] as [string, string]],
  )
}

describe('The English words', () => {
  it.each(Object.keys(ERROR_TRAITS) as ErrorCode[])('say for %s what happened and what to do', (code) => {
    const { what, todo } = errorWords({ code, params: { incident: 'incident-7' } }, t)
    for (const text of [what, todo]) {
      expect(text.length).toBeGreaterThan(5)
      expect(text).not.toContain('errors.')
      expect(text).not.toMatch(/[{}]/)
      expect(text).toMatch(/\.$/)
    }
  })

  it('name every stage and every page', () => {
    for (const kind of ['transcribe', 'speak', 'restore'])
      for (const stage of TASK_STAGES) expect(has(`stages.${kind}.${stage}`), `${kind} ${stage}`).toBe(true)
    for (const { meta } of routes) if (meta) expect(has(String(meta.title)), String(meta.title)).toBe(true)
  })

  it('have all that the pages ask for, and nothing that no page asks for', () => {
    const sources = Object.values(
      import.meta.glob<string>('../../../src/renderer/src/**/*.{vue,ts}', {
        query: '?raw',
        import: 'default',
        eager: true,
      }),
    ).join('\n')
    const asked = [
      ...sources.matchAll(/\bt\(\s*'([\w.-]+)'/g),
      ...sources.matchAll(/(?:words|title): '([\w-]+\.[\w.-]+)'/g),
    ]
    expect(asked.length).toBeGreaterThan(50)
    for (const [, key = ''] of asked) expect(has(key), key).toBe(true)
    const built =
      /^(errors|errorsOf|failures|stages|sorted|service|task\.(cancelledDuring|source)|library|settings\.themes|speech\.formats|photo\.formats)\./
    for (const [key] of leaves(en)) if (!built.test(key)) expect(sources, key).toContain(key)
  })

  it('keep to the house style', () => {
    for (const [key, text] of leaves(en)) {
      expect(text, key).not.toMatch(/!|\bplease\b|successful|payload|artifact|\bjob\b|resource/i)
      expect(text, key).not.toMatch(/^\s|\s$/)
    }
  })
})
