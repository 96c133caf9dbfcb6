import { join } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Names of the rules that a file with this content, at this place, would break. */
async function brokenRules(filePath: string, code: string): Promise<(string | null)[]> {
  const eslint = new ESLint({ cwd: root })
  const [result] = await eslint.lintText(code, { filePath: join(root, filePath) })
  return (result?.messages ?? []).map((message) => message.ruleId)
}

describe('the layers, as the linter holds them', () => {
  it.each([
    ['src/shared/x.ts', "import { a } from '../platform/clock.ts'", 'import-x/no-restricted-paths'],
    ['src/shared/x.ts', "import { a } from 'node:fs'", 'no-restricted-imports'],
    ['src/platform/x.ts', "import { a } from '../service/engines/engine.ts'", 'import-x/no-restricted-paths'],
    ['src/service/x.ts', "import { a } from '../main/core/ports.ts'", 'import-x/no-restricted-paths'],
    ['src/service/x.ts', "import { a } from 'electron'", 'no-restricted-imports'],
    ['src/main/core/x.ts', "import { a } from 'electron'", 'no-restricted-imports'],
    ['src/main/core/x.ts', "import { a } from '../browser/access.ts'", 'import-x/no-restricted-paths'],
    ['src/main/browser/x.ts', "import { a } from '../electron/window.ts'", 'import-x/no-restricted-paths'],
    ['src/renderer/src/x.ts', "import { a } from 'node:path'", 'no-restricted-imports'],
    ['src/renderer/src/x.ts', "import { a } from '../../platform/clock.ts'", 'import-x/no-restricted-paths'],
  ])('%s may not: %s', async (filePath, line, rule) => {
    expect(await brokenRules(filePath, `${line}\nexport const b = a\n`)).toContain(rule)
  })

  it.each([
    ['src/service/x.ts', "import { LIMITS } from '#shared/limits.ts'\nexport const b = LIMITS\n"],
    ['src/main/electron/x.ts', "import { app } from 'electron'\nexport const b = app\n"],
    [
      'src/main/core/x.ts',
      "import { systemClock } from '../../platform/clock.ts'\nexport const b = systemClock\n",
    ],
  ])('%s may import what the map allows', async (filePath, code) => {
    expect(await brokenRules(filePath, code)).toEqual([])
  })
})
