import { rm } from 'node:fs/promises'
import PQueue from 'p-queue'
import { ProcessError } from '../../../platform/run-process.ts'
import { EngineError, TASK_ERROR_CODES } from '../engine.ts'
import type { CutDecoder, CutFile, HeardCut } from './cut-decoder.ts'

/** A slow machine decodes at a few times the sound's own length; far beyond that the program hangs. */
const TIMEOUT_PER_SOUND = 20
const TIMEOUT_LEAST_MS = 60_000

export interface DecodeCutsOptions {
  decoder: CutDecoder
  /** Processes at the same time. */
  parallel: number
  /** Length of each cut, in milliseconds. */
  durationsMs: readonly number[]
  /** Writes the file of one cut, only when its turn has come. */
  writeCut(index: number): Promise<CutFile>
  signal: AbortSignal
  /** @param fraction of the sound of all cuts, 0 to 1 */
  onProgress(fraction: number): void
}

/**
 * Decodes all cuts, several groups at a time. A group that fails is tried once more; failing again it ends all.
 *
 * @returns what was heard in each cut, in the order of the cuts
 * @throws EngineError, or the signal's reason when aborted
 */
export async function decodeCuts(options: DecodeCutsOptions): Promise<HeardCut[]> {
  const { durationsMs, parallel } = options
  const totalMs = durationsMs.reduce((sum, ms) => sum + ms, 0)
  const all: HeardCut[] = []
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const queue = new PQueue({ concurrency: parallel })
  let doneMs = 0
  // Short recordings are spread over the cores as well as long ones.
  const groups = groupCuts(durationsMs, Math.min(options.decoder.groupMs, totalMs / parallel))
  const work = groups.map((group) =>
    queue.add(async () => {
      signal.throwIfAborted()
      const heard = await decodeGroup(group, { ...options, signal })
      group.forEach((cut, index) => (all[cut] = heard[index]!))
      doneMs += group.reduce((sum, cut) => sum + durationsMs[cut]!, 0)
      options.onProgress(doneMs / totalMs)
    }),
  )
  try {
    await Promise.all(work)
  } catch (error) {
    stop.abort()
    // Nothing may go on working in the task's folder when the caller removes it.
    await Promise.allSettled(work)
    options.signal.throwIfAborted()
    throw error
  }
  return all
}

/** Puts neighbouring cuts together up to `groupMs` of sound, one at least in each group. */
export function groupCuts(durationsMs: readonly number[], groupMs: number): number[][] {
  const groups: number[][] = []
  let filledMs = Infinity
  for (const [cut, durationMs] of durationsMs.entries()) {
    if (filledMs + durationMs > groupMs) {
      groups.push([])
      filledMs = 0
    }
    groups.at(-1)!.push(cut)
    filledMs += durationMs
  }
  return groups
}

async function decodeGroup(group: readonly number[], options: DecodeCutsOptions): Promise<HeardCut[]> {
  const cuts = await Promise.all(group.map((cut) => options.writeCut(cut)))
  const soundMs = cuts.reduce((sum, cut) => sum + cut.durationMs, 0)
  const decodeOptions = {
    signal: options.signal,
    timeoutMs: Math.max(TIMEOUT_LEAST_MS, soundMs * TIMEOUT_PER_SOUND),
  }
  try {
    return await options.decoder.decode(cuts, decodeOptions)
  } catch (error) {
    if (options.signal.aborted) throw error
    return await options.decoder.decode(cuts, decodeOptions).catch((again: unknown) => {
      throw options.signal.aborted ? again : asEngineError(again)
    })
  } finally {
    await Promise.all(cuts.map((cut) => rm(cut.path, { force: true })))
  }
}

function asEngineError(cause: unknown): EngineError {
  const timedOut = cause instanceof ProcessError && cause.failure === 'timeout'
  const reason = timedOut
    ? 'The speech recogniser took too long.'
    : 'The speech recogniser stopped working twice.'
  return new EngineError(TASK_ERROR_CODES.engineFailed, reason, { retryable: true, cause })
}
