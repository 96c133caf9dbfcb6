import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  locatePocketsphinx,
  MODEL_HOW_TO_GET,
  POCKETSPHINX_HOW_TO_GET,
} from '../../../../../src/service/engines/speech-to-text/locate-pocketsphinx.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'phonolens-locate-'))
  for (const file of ['en-us/en-us/mdef', 'en-us/en-us.lm.bin', 'en-us/cmudict-en-us.dict']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function locate(present: string[], modelDir: string | undefined = folder) {
  const find = (name: string) => (present.includes(name) ? `/opt/tools/${name}` : null)
  return locatePocketsphinx(find, modelDir === undefined ? {} : { POCKETSPHINX_MODEL_DIR: modelDir })
}

describe('locatePocketsphinx', () => {
  it.each([
    [['pocketsphinx_batch', 'pocketsphinx_continuous'], 'batch', 'pocketsphinx_batch'],
    [['pocketsphinx_continuous'], 'continuous', 'pocketsphinx_continuous'],
    [['pocketsphinx_batch'], 'batch', 'pocketsphinx_batch'],
    [['pocketsphinx'], 'single', 'pocketsphinx'],
    [['pocketsphinx', 'pocketsphinx_batch'], 'single', 'pocketsphinx'],
  ])('of %j runs the one that does best', (present, kind, program) => {
    expect(locate(present)).toMatchObject({ kind, program: `/opt/tools/${program}` })
  })

  it('takes the model from the folder it is told', () => {
    const model = { hmm: join(folder, 'en-us/en-us') }
    expect(locate(['pocketsphinx_batch'])).toMatchObject({ model })
    expect(locate(['pocketsphinx_batch'], join(folder, 'en-us'))).toMatchObject({ model })
  })

  it('leaves 5.x to its own model when not told another', () => {
    const find = (name: string) => (name === 'pocketsphinx' ? '/opt/tools/pocketsphinx' : null)
    expect(locatePocketsphinx(find, {})).toMatchObject({ kind: 'single', model: null })
  })

  it('says what is missing', () => {
    expect(locate([])).toEqual({ howToGet: POCKETSPHINX_HOW_TO_GET })
    expect(locate(['pocketsphinx_batch'], join(folder, 'elsewhere'))).toEqual({ howToGet: MODEL_HOW_TO_GET })
  })
})
