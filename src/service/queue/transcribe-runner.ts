import PQueue from 'p-queue'
import { join } from 'node:path'
import type { SttResult } from '#shared/api/tasks.ts'
import type { Clock } from '../../platform/clock.ts'
import { EngineError, TASK_ERROR_CODES } from '../engines/engine.ts'
import { pickEngine } from '../engines/registry.ts'
import type { SpeechToTextEngine, SpeechToTextOutput } from '../engines/speech-to-text/speech-to-text.ts'
import { fetchRecording, type FetchLimits } from '../input/fetch-recording.ts'
import { transcribeInput, type TranscribeInput } from '../input/transcribe-input.ts'
import type { FileStore } from '../storage/file-store.ts'
import { runWithStallLimit, STALL_LIMIT_MS } from './stall-limit.ts'
import type { TaskRunner } from './worker.ts'

export interface TranscribeRunnerOptions {
  engines: readonly SpeechToTextEngine[]
  files: FileStore
  clock: Clock
  fetchLimits: FetchLimits
  checkAddress?: (address: string) => boolean
}

export const NO_SPEECH_ENGINE = 'There is no speech-to-text engine on this machine.'

/** Recordings fetched side by side: a slow address must not hold up the recordings that are already here. */
const SLOTS = 4

/** The engine keeps all cores busy with one recording. */
const AT_WORK = 1

/** Fetches a recording and has it transcribed. */
export function createTranscribeRunner(options: TranscribeRunnerOptions): TaskRunner {
  const { clock } = options
  const queue = new PQueue({ concurrency: AT_WORK })

  return {
    slots: SLOTS,
    run: async (rawInput, { signal, workDir }) => {
      const startedAt = clock.now()
      const audioPath = await bringIn(transcribeInput.parse(rawInput), workDir, signal, options)
      const fetchMs = clock.now() - startedAt
      return queue.add(async () => {
        // The queue is not given the signal: it would let go at once, and the next recording would start beside an
        // engine that is still winding down.
        signal.throwIfAborted()
        const workedFrom = clock.now()
        const picked = await pickEngine(options.engines, NO_SPEECH_ENGINE)
        if (!picked.ready) throw new EngineError(TASK_ERROR_CODES.noEngine, picked.howToGet)
        const context = { signal, workDir, onProgress: () => undefined }
        const limit = { clock, limitMs: STALL_LIMIT_MS }
        const output = await runWithStallLimit(picked.engine, { audioPath }, context, limit)
        return { result: asSttResult(output), executionMs: fetchMs + clock.now() - workedFrom }
      })
    },
  }
}

async function bringIn(
  input: TranscribeInput,
  workDir: string,
  signal: AbortSignal,
  options: TranscribeRunnerOptions,
): Promise<string> {
  if (input.type === 'upload') {
    const path = options.files.pathOf(input.fileId)
    if (path) return path
    const reason = 'The recording could not be fetched: the upload is gone.'
    throw new EngineError(TASK_ERROR_CODES.fetchFailed, reason)
  }
  const path = join(workDir, 'fetched')
  const { fetchLimits: limits, clock, checkAddress } = options
  await fetchRecording(input.url, path, { limits, clock, signal, checkAddress })
  return path
}

/** The engine's words in the fields of the service document: what is not known is an empty string, `modal` 0. */
function asSttResult(output: SpeechToTextOutput): SttResult {
  const unknown = { gender: '', sex: '', type: '', spk: '', pinyin: '', emotion: '' }
  const data = output.segments
    .map((segment) => {
      const bg = Math.round(segment.startMs)
      const ed = Math.max(bg, Math.round(segment.endMs))
      return { text: segment.text, bg, ed, ...unknown, lang: output.language, modal: 0 }
    })
    .sort((a, b) => a.bg - b.bg)
  return { data, tl: Math.round(output.durationMs), type: '' }
}
