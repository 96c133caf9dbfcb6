import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Looks for a program by its name; an absolute path, or null. */
export type ProgramFinder = (name: string) => string | null

/** Folder and files of a language: acoustic model, language model, pronunciations. */
export interface PocketsphinxModel {
  hmm: string
  lm: string
  dict: string
}

/** How PocketSphinx can be run here. `single` is the 5.x program, which knows its own model. */
export type PocketsphinxInstall =
  | { kind: 'batch' | 'continuous'; program: string; model: PocketsphinxModel }
  | { kind: 'single'; program: string; model: PocketsphinxModel | null }

export const POCKETSPHINX_HOW_TO_GET =
  'Install PocketSphinx: "apt install pocketsphinx pocketsphinx-en-us" on Debian and Ubuntu, "brew install cmu-pocketsphinx" on macOS, elsewhere from https://github.com/cmusphinx/pocketsphinx.'
export const MODEL_HOW_TO_GET =
  'PocketSphinx is here, but its English model is not: "apt install pocketsphinx-en-us" on Debian and Ubuntu, or set POCKETSPHINX_MODEL_DIR to the folder that has en-us in it.'

/**
 * Finds PocketSphinx and its English model. Of the programs of 0.8 the batch one is taken first: it loads its models
 * once for many cuts and normalises each cut by its own mean, where `pocketsphinx_continuous` begins with a guess.
 *
 * @returns what to run, or in words what is missing
 */
export function locatePocketsphinx(
  find: ProgramFinder,
  env: NodeJS.ProcessEnv,
): PocketsphinxInstall | { howToGet: string } {
  const continuous = find('pocketsphinx_continuous')
  const batch = find('pocketsphinx_batch')
  const five = find('pocketsphinx')
  // 5.x brings a batch program, too, with other options; only 0.8 has the continuous one.
  const old = continuous ?? (five === null ? batch : null)
  if (old === null) {
    if (five === null) return { howToGet: POCKETSPHINX_HOW_TO_GET }
    return { kind: 'single', program: five, model: env.POCKETSPHINX_MODEL_DIR ? findModel(five, env) : null }
  }
  const model = findModel(old, env)
  if (!model) return { howToGet: MODEL_HOW_TO_GET }
  return batch ? { kind: 'batch', program: batch, model } : { kind: 'continuous', program: old, model }
}

function findModel(program: string, env: NodeJS.ProcessEnv): PocketsphinxModel | null {
  const beside = dirname(program)
  const folders = env.POCKETSPHINX_MODEL_DIR
    ? [env.POCKETSPHINX_MODEL_DIR]
    : [
        join(beside, '..', 'share', 'pocketsphinx', 'model'),
        '/usr/share/pocketsphinx/model',
        '/usr/local/share/pocketsphinx/model',
        '/opt/homebrew/share/pocketsphinx/model',
        join(beside, 'model'),
      ]
  for (const folder of folders.flatMap((path) => [join(path, 'en-us'), path])) {
    const model = {
      hmm: join(folder, 'en-us'),
      lm: join(folder, 'en-us.lm.bin'),
      dict: join(folder, 'cmudict-en-us.dict'),
    }
    if (Object.values(model).every((path) => existsSync(path))) return model
  }
  return null
}
