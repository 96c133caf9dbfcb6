import { createCutDecoder, type CutFile, type HeardCut } from './cut-decoder.ts'
import { decodeCuts } from './decode-cuts.ts'
import type { PocketsphinxInstall } from './locate-pocketsphinx.ts'
import { chooseWarp, pickProbe } from './vocal-tract.ts'

/** How much speech the speaker's voice is measured on; more changes the choice no more. */
const PROBE_MS = 30_000
/** Of the measuring, how many decodings are expected: the three to begin with, and one or two more. */
const USUAL_TRIES = 4

export interface HearCutsOptions {
  install: PocketsphinxInstall
  removeNoise: boolean
  /** Processes at the same time. */
  parallel: number
  /** Length of each cut, in milliseconds. */
  durationsMs: readonly number[]
  /** @param name of the file, without its ending */
  writeCut(index: number, name: string): Promise<CutFile>
  signal: AbortSignal
  /** @param fraction 0 to 1 */
  onProgress(fraction: number): void
}

/**
 * Decodes the cuts of one recording: some of them first with several stretchings of the frequencies, to find the
 * speaker's, then all of them with that.
 *
 * @throws EngineError, or the signal's reason when aborted
 */
export async function hearCuts(options: HearCutsOptions): Promise<HeardCut[]> {
  const { install, removeNoise, durationsMs, signal } = options
  const all = durationsMs.map((_, index) => index)
  const probe = pickProbe(durationsMs, PROBE_MS)
  const lengthMs = (cuts: readonly number[]): number => cuts.reduce((sum, cut) => sum + durationsMs[cut]!, 0)
  const tryingMs = install.kind === 'batch' ? USUAL_TRIES * lengthMs(probe) : 0
  const share = tryingMs / Math.max(1, tryingMs + lengthMs(all))

  const decode = (
    cuts: readonly number[],
    warp: number,
    parallel: number,
    within: AbortSignal,
    onProgress: (fraction: number) => void,
  ) =>
    decodeCuts({
      decoder: createCutDecoder(install, { removeNoise, warp }),
      parallel,
      durationsMs: cuts.map((cut) => durationsMs[cut]!),
      writeCut: (index) => options.writeCut(cuts[index]!, `cut-${cuts[index]!}-${warp}`),
      signal: within,
      onProgress,
    })

  const tried = new Map<number, HeardCut[]>()
  const tries: Promise<HeardCut[]>[] = []
  const stop = new AbortController()
  const scoreAt = async (warp: number): Promise<number | null> => {
    // Each try has one process of its own; the first three run side by side.
    const trying = decode(probe, warp, 1, AbortSignal.any([signal, stop.signal]), () => undefined)
    tries.push(trying)
    const heard = await trying
    tried.set(warp, heard)
    options.onProgress(share * Math.min(1, tried.size / USUAL_TRIES))
    return heard.reduce<number | null>(
      (sum, { acousticScore }) => (sum === null || acousticScore === null ? null : sum + acousticScore),
      0,
    )
  }
  const findWarp = async (): Promise<number> => {
    try {
      return await chooseWarp(scoreAt)
    } catch (error) {
      stop.abort()
      // Nothing may go on working in the task's folder when the caller removes it.
      await Promise.allSettled(tries)
      signal.throwIfAborted()
      throw error
    }
  }
  // Only the program for many cuts at once tells how well the sounds fit.
  const warp = install.kind === 'batch' && all.length > 0 ? await findWarp() : 1
  const known = probe.length === all.length ? tried.get(warp) : undefined
  return (
    known ??
    decode(all, warp, options.parallel, signal, (fraction) =>
      options.onProgress(share + (1 - share) * fraction),
    )
  )
}
