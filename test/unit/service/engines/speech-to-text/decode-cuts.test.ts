import { describe, expect, it } from 'vitest'
import type { CutDecoder, CutFile } from '../../../../../src/service/engines/speech-to-text/cut-decoder.ts'
import { decodeCuts, groupCuts } from '../../../../../src/service/engines/speech-to-text/decode-cuts.ts'

/** Hears the path of each cut as its one word; `fail` is asked before. */
function decoder(fail: (paths: string[]) => boolean = () => false): CutDecoder & { calls: string[][] } {
  const calls: string[][] = []
  return {
    groupMs: 2_000,
    calls,
    decode: (cuts) => {
      const paths = cuts.map(({ path }) => path)
      calls.push(paths)
      if (fail(paths)) return Promise.reject(new Error('died'))
      return Promise.resolve(
        paths.map((path) => ({ words: [{ text: path, startMs: 0, endMs: 1 }], acousticScore: null })),
      )
    },
  }
}

function run(
  cutDecoder: CutDecoder,
  count: number,
  progress: number[] = [],
  signal = new AbortController().signal,
) {
  return decodeCuts({
    decoder: cutDecoder,
    parallel: 2,
    durationsMs: new Array<number>(count).fill(1_000),
    writeCut: (index): Promise<CutFile> =>
      Promise.resolve({ path: `no-such-folder/${index}`, durationMs: 1_000 }),
    signal,
    onProgress: (fraction) => progress.push(fraction),
  })
}

describe('decodeCuts', () => {
  it('gives the words of each cut in the order of the cuts, and tells how far it is', async () => {
    const progress: number[] = []
    const heard = await run(decoder(), 6, progress)
    expect(heard.map(({ words }) => words[0]!.text)).toEqual(
      [0, 1, 2, 3, 4, 5].map((i) => `no-such-folder/${i}`),
    )
    expect(progress).toEqual([1 / 3, 2 / 3, 1])
  })

  it('spreads a short recording over the cores', async () => {
    const cutDecoder = decoder()
    await run(cutDecoder, 2)
    expect(cutDecoder.calls).toHaveLength(2)
  })

  it('tries a group that failed once more', async () => {
    let failures = 1
    const cutDecoder = decoder(() => failures-- > 0)
    expect(await run(cutDecoder, 4)).toHaveLength(4)
    expect(cutDecoder.calls).toHaveLength(3)
  })

  it('fails as a whole when a group fails twice, and drops nothing silently', async () => {
    const failing = run(
      decoder((paths) => paths.includes('no-such-folder/2')),
      6,
    )
    await expect(failing).rejects.toMatchObject({ name: 'EngineError', retryable: true })
  })

  it('starts nothing once cancelled', async () => {
    const cutDecoder = decoder()
    await expect(run(cutDecoder, 4, [], AbortSignal.abort(new Error('cancelled')))).rejects.toThrow(
      'cancelled',
    )
    expect(cutDecoder.calls).toEqual([])
  })

  it('has nothing to do without cuts', async () => {
    expect(await run(decoder(), 0)).toEqual([])
  })
})

describe('groupCuts', () => {
  it('fills groups up to the length, and gives a longer cut one of its own', () => {
    expect(groupCuts([400, 500, 300, 2_000, 100], 1_000)).toEqual([[0, 1], [2], [3], [4]])
  })
})
