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

/** What was heard in one cut. */
export interface HeardCut {
  words: HeardWord[]
  /** How well the sounds fit the words, higher is better; null where the program does not tell. */
  acousticScore: number | null
}

/** Runs one process of PocketSphinx over one or more cuts. */
export interface CutDecoder {
  /** Cuts are handed over in groups of up to this much sound, to load the models once for many. */
  groupMs: number
  /**
   * @returns what was heard in each cut, in the order of `cuts`
   * @throws ProcessError, or Error where the program ended well without an answer for each cut
   */
  decode(cuts: readonly CutFile[], options: DecodeOptions): Promise<HeardCut[]>
}

/** How a whole recording is decoded. */
export interface DecoderSettings {
  /** Whether the program's own noise removal is on. */
  removeNoise: boolean
  /** See `vocal-tract.ts`; 1 leaves the frequencies as they are. */
  warp: number
}

/**
 * Options known to every version, measured with `scripts/bench-transcribe.ts`: fewer short words put in where there
 * are none, and more of each sound's model looked at than by default. The weight of the language model stays as it
 * is: spoken by machine, recordings come out better with less of it, but people's voices are less even.
 */
function commonArgs(settings: DecoderSettings): string[] {
  return [
    '-wip',
    '0.2',
    '-topn',
    '8',
    '-remove_noise',
    settings.removeNoise ? 'yes' : 'no',
    ...warpArgs(settings),
  ]
}

function warpArgs({ warp }: DecoderSettings): string[] {
  return warp === 1 ? [] : ['-warp_type', 'inverse_linear', '-warp_params', String(warp)]
}

/** 0.8 would drop frames that it takes for silence, and word times with them; the cuts have no long silence. */
function oldArgs(settings: DecoderSettings): string[] {
  return [...commonArgs(settings), '-remove_silence', 'no', '-logfn', nullDevice()]
}

export function createCutDecoder(install: PocketsphinxInstall, settings: DecoderSettings): CutDecoder {
  switch (install.kind) {
    case 'batch':
      return {
        groupMs: 40_000,
        decode: (cuts, options) => decodeBatch(install, oldArgs(settings), cuts, options),
      }
    case 'continuous':
      return oneByOne(async (cut, options) => {
        // It begins with a guess of the voice's mean, which its noise removal makes up for.
        const args = [
          ...modelArgs(install.model),
          ...oldArgs({ ...settings, removeNoise: true }),
          '-time',
          'yes',
          '-infile',
          cut.path,
        ]
        return parseContinuousOutput((await runProcess(install.program, args, options)).stdout)
      })
    case 'single':
      return oneByOne(async (cut, options) => {
        const args = [...modelArgs(install.model), ...commonArgs(settings), 'single', cut.path]
        const words = parseSingleOutput((await runProcess(install.program, args, options)).stdout)
        if (!words) throw new Error(`${install.program} gave no result`)
        return words
      })
  }
}

async function decodeBatch(
  { program, model }: { program: string; model: PocketsphinxModel },
  args: readonly string[],
  cuts: readonly CutFile[],
  options: DecodeOptions,
): Promise<HeardCut[]> {
  const folder = dirname(cuts[0]!.path)
  const names = cuts.map((cut) => basename(cut.path, '.wav'))
  const control = join(folder, `${names[0]}.ctl`)
  const results = join(folder, `${names[0]}.seg`)
  await writeFile(control, `${names.join('\n')}\n`)
  await runProcess(
    program,
    [
      ...modelArgs(model),
      ...args,
      ...['-adcin', 'yes', '-adchdr', String(WAV_HEADER_BYTES), '-cepdir', folder, '-cepext', '.wav'],
      ...['-ctl', control, '-hypseg', results],
    ],
    options,
  )
  const heard = new Map<string, HeardCut>()
  for (const line of (await readFile(results, 'utf8')).split('\n')) {
    const result = parseHypsegLine(line)
    if (result) heard.set(result.id, result)
  }
  return names.map((name) => {
    const cut = heard.get(name)
    if (!cut) throw new Error(`${program} gave no result for ${name}`)
    return cut
  })
}

function oneByOne(decodeOne: (cut: CutFile, options: DecodeOptions) => Promise<HeardWord[]>): CutDecoder {
  return {
    groupMs: 0,
    decode: async (cuts, options) => {
      const heard: HeardCut[] = []
      for (const cut of cuts) heard.push({ words: await decodeOne(cut, options), acousticScore: null })
      return heard
    },
  }
}

function modelArgs(model: PocketsphinxModel | null): string[] {
  return model ? ['-hmm', model.hmm, '-lm', model.lm, '-dict', model.dict] : []
}

function nullDevice(): string {
  return process.platform === 'win32' ? 'NUL' : '/dev/null'
}
