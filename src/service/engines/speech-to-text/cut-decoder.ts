import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { runProcess } from '../../../platform/run-process.ts'
import type { PocketsphinxInstall, PocketsphinxModel } from './locate-pocketsphinx.ts'
import { parseContinuousOutput, parseHypsegLine, parseSingleOutput } from './parse-output.ts'
import type { HeardWord } from './words.ts'
import { WAV_HEADER_BYTES } from './wav.ts'

/** One cut as a WAV file, its name without the ending unique among the cuts of a recording. */
export interface CutFile {
  path: string
  durationMs: number
}

export interface DecodeOptions {
  signal: AbortSignal
  timeoutMs: number
}

/** Runs one process of PocketSphinx over one or more cuts. */
export interface CutDecoder {
  /** Cuts are handed over in groups of up to this much sound, to load the models once for many. */
  groupMs: number
  /**
   * @returns the words of each cut, in the order of `cuts`
   * @throws ProcessError, or Error where the program ended well without an answer for each cut
   */
  decode(cuts: readonly CutFile[], options: DecodeOptions): Promise<HeardWord[][]>
}

/**
 * Options known to every version. Measured with `scripts/bench-transcribe.ts`.
 */
const COMMON_ARGS = ['-wip', '0.2']
/** 0.8 would drop frames that it takes for silence, and word times with them; the cuts have no long silence. */
const OLD_ARGS = [...COMMON_ARGS, '-remove_silence', 'no', '-logfn', nullDevice()]

export function createCutDecoder(install: PocketsphinxInstall): CutDecoder {
  switch (install.kind) {
    case 'batch':
      return {
        groupMs: 40_000,
        decode: (cuts, options) => decodeBatch(install.program, install.model, cuts, options),
      }
    case 'continuous':
      return oneByOne(async (cut, options) => {
        const args = [...modelArgs(install.model), ...OLD_ARGS, '-time', 'yes', '-infile', cut.path]
        return parseContinuousOutput((await runProcess(install.program, args, options)).stdout)
      })
    case 'single':
      return oneByOne(async (cut, options) => {
        const args = [...modelArgs(install.model), ...COMMON_ARGS, 'single', cut.path]
        const words = parseSingleOutput((await runProcess(install.program, args, options)).stdout)
        if (!words) throw new Error(`${install.program} gave no result`)
        return words
      })
  }
}

async function decodeBatch(
  program: string,
  model: PocketsphinxModel,
  cuts: readonly CutFile[],
  options: DecodeOptions,
): Promise<HeardWord[][]> {
  const folder = dirname(cuts[0]!.path)
  const names = cuts.map((cut) => basename(cut.path, '.wav'))
  const control = join(folder, `${names[0]}.ctl`)
  const results = join(folder, `${names[0]}.seg`)
  await writeFile(control, `${names.join('\n')}\n`)
  await runProcess(
    program,
    [
      ...modelArgs(model),
      ...OLD_ARGS,
      ...['-adcin', 'yes', '-adchdr', String(WAV_HEADER_BYTES), '-cepdir', folder, '-cepext', '.wav'],
      ...['-ctl', control, '-hypseg', results],
    ],
    options,
  )
  const heard = new Map<string, HeardWord[]>()
  for (const line of (await readFile(results, 'utf8')).split('\n')) {
    const result = parseHypsegLine(line)
    if (result) heard.set(result.id, result.words)
  }
  return names.map((name) => {
    const words = heard.get(name)
    if (!words) throw new Error(`${program} gave no result for ${name}`)
    return words
  })
}

function oneByOne(decodeOne: (cut: CutFile, options: DecodeOptions) => Promise<HeardWord[]>): CutDecoder {
  return {
    groupMs: 0,
    decode: async (cuts, options) => {
      const words: HeardWord[][] = []
      for (const cut of cuts) words.push(await decodeOne(cut, options))
      return words
    },
  }
}

function modelArgs(model: PocketsphinxModel | null): string[] {
  return model ? ['-hmm', model.hmm, '-lm', model.lm, '-dict', model.dict] : []
}

function nullDevice(): string {
  return process.platform === 'win32' ? 'NUL' : '/dev/null'
}
