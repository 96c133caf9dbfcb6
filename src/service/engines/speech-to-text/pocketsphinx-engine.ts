import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../../platform/find-program.ts'
import { FFMPEG_HOW_TO_GET, locateFfmpeg } from '../../../platform/ffmpeg/locate-ffmpeg.ts'
import { EngineError, TASK_ERROR_CODES, type EngineContext, type EngineStatus } from '../engine.ts'
import { FRAME_MS, SAMPLES_PER_FRAME } from './audio-format.ts'
import { decodeRecording } from './decode-recording.ts'
import { readFrameLevels } from './frame-levels.ts'
import { hearCuts } from './hear-cuts.ts'
import { locatePocketsphinx, type PocketsphinxInstall, type ProgramFinder } from './locate-pocketsphinx.ts'
import { planCuts } from './plan-cuts.ts'
import { measureSpeech } from './speech-level.ts'
import type { SpeechToTextEngine, SpeechToTextInput, SpeechToTextOutput } from './speech-to-text.ts'
import { findSpeech } from './voice-activity.ts'
import { writeWavCut } from './wav.ts'
import { mergeSegments, toSegments } from './words.ts'

export interface PocketsphinxDeps {
  /** Where programs are looked for; the PATH of `env` when not given. */
  findProgram?: ProgramFinder
  /** Absolute path of ffmpeg, or null where there is none; looked for when not given. */
  findFfmpeg?: () => string | null
  /** Processes of the recogniser at the same time; as many as there are cores when not given. */
  parallel?: number
  env?: NodeJS.ProcessEnv
}

/** Of the whole progress, the part that decoding the file with ffmpeg is given. */
const DECODING_SHARE = 0.08

/**
 * Above this a recording counts as clean. PocketSphinx's own noise removal is a clear gain where there is noise; in
 * clean recordings it takes some of the voice away, too, and does about as well off as on.
 */
const CLEAN_OVER_ROOM_DB = 30

type Tools = { ffmpeg: string; install: PocketsphinxInstall }

/** Speech to text with CMU PocketSphinx, 0.8 or 5.x, in English. */
export function createPocketsphinxEngine(deps: PocketsphinxDeps = {}): SpeechToTextEngine {
  const env = deps.env ?? process.env
  const find = deps.findProgram ?? ((name: string) => findProgram(name, env))
  const findFfmpeg = deps.findFfmpeg ?? (() => locateFfmpeg(env))

  function locateTools(): Tools | { howToGet: string } {
    const ffmpeg = findFfmpeg()
    if (ffmpeg === null) return { howToGet: FFMPEG_HOW_TO_GET }
    const install = locatePocketsphinx(find, env)
    return 'howToGet' in install ? install : { ffmpeg, install }
  }

  return {
    id: 'pocketsphinx',
    check: (): Promise<EngineStatus> => {
      const tools = locateTools()
      if ('howToGet' in tools) return Promise.resolve({ ready: false, howToGet: tools.howToGet })
      const version = tools.install.kind === 'single' ? '5' : '0.8'
      return Promise.resolve({ ready: true, version: `PocketSphinx ${version}` })
    },
    run: async (input, context) => {
      const tools = locateTools()
      if ('howToGet' in tools) throw new EngineError(TASK_ERROR_CODES.noEngine, tools.howToGet)
      try {
        return await transcribe(tools, deps.parallel ?? availableParallelism(), input, context)
      } catch (error) {
        context.signal.throwIfAborted()
        throw error
      }
    },
  }
}

async function transcribe(
  tools: Tools,
  parallel: number,
  input: SpeechToTextInput,
  context: EngineContext,
): Promise<SpeechToTextOutput> {
  const { signal, workDir } = context
  const onProgress = rising(context)
  const recording = await decodeRecording(tools.ffmpeg, input.audioPath, workDir, {
    signal,
    onProgress: (decodedMs, totalMs) => {
      if (totalMs) onProgress(DECODING_SHARE * Math.min(1, decodedMs / totalMs))
    },
  })
  const levelsDb = await readFrameLevels(recording.path, recording.byteLength, signal)
  const speech = findSpeech(levelsDb)
  const cuts = planCuts(speech, levelsDb)
  const { gain, overRoomDb } = measureSpeech(levelsDb, speech)
  onProgress(DECODING_SHARE)
  const heard = await hearCuts({
    install: tools.install,
    removeNoise: overRoomDb < CLEAN_OVER_ROOM_DB,
    parallel,
    durationsMs: cuts.map(({ start, end }) => (end - start) * FRAME_MS),
    writeCut: async (index, name) => {
      const { start, end } = cuts[index]!
      const path = join(workDir, `${name}.wav`)
      const stretch = { startSample: start * SAMPLES_PER_FRAME, endSample: end * SAMPLES_PER_FRAME }
      await writeWavCut(recording.path, stretch, gain, path)
      return { path, durationMs: (end - start) * FRAME_MS }
    },
    signal,
    onProgress: (fraction) => onProgress(DECODING_SHARE + (1 - DECODING_SHARE) * fraction),
  })
  const segments = cuts.map(({ start, end }, index) =>
    toSegments(heard[index]!.words, start * FRAME_MS, end * FRAME_MS),
  )
  onProgress(1)
  return { segments: mergeSegments(segments), durationMs: recording.durationMs, language: 'en-US' }
}

function rising(context: EngineContext): (fraction: number) => void {
  let highest = 0
  return (fraction) => {
    if (fraction <= highest) return
    highest = Math.min(1, fraction)
    context.onProgress(highest)
  }
}
