import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SpeechToTextEngine } from '../../src/service/engines/speech-to-text/speech-to-text.ts'

export interface EngineUnderTest {
  engine: SpeechToTextEngine
  /** Writes a recording with speech into the folder. */
  writeSpeech(folder: string): Promise<string>
  /** Text that no engine takes for a recording. */
  notARecording: string
}

/** What every speech-to-text engine keeps to. */
export function describeSpeechToTextEngine(name: string, make: () => EngineUnderTest): void {
  describe(`the engine ${name}`, () => {
    const { engine, writeSpeech, notARecording } = make()
    let folder: string
    let speech: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'phonolens-engine-'))
      speech = await writeSpeech(folder)
    })
    afterAll(() => rm(folder, { recursive: true }))

    const run = async (audioPath: string, signal = new AbortController().signal) => {
      const workDir = await mkdtemp(join(folder, 'work-'))
      const progress: number[] = []
      const onProgress = (fraction: number): void => void progress.push(fraction)
      return { output: await engine.run({ audioPath }, { signal, workDir, onProgress }), progress }
    }

    it('has a name and says that it is ready', async () => {
      expect(engine.id).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(await engine.check()).toEqual({ ready: true, version: expect.any(String) as string })
    })

    it('gives segments in order, inside the recording, with text, and progress that never goes back', async () => {
      const { output, progress } = await run(speech)
      expect(output.segments.length).toBeGreaterThan(0)
      let lastEndMs = 0
      for (const { startMs, endMs, text } of output.segments) {
        expect(startMs).toBeGreaterThanOrEqual(lastEndMs)
        expect(endMs).toBeGreaterThanOrEqual(startMs)
        expect(text.trim()).not.toBe('')
        lastEndMs = endMs
      }
      expect(lastEndMs).toBeLessThanOrEqual(output.durationMs)
      expect(output.language).toMatch(/^[a-z]{2,3}(-\w+)*$/)
      expect(progress).toEqual([...progress].sort((a, b) => a - b))
      expect(progress.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true)
    })

    it('refuses what is not a recording with a sentence that names no path', async () => {
      const path = join(folder, 'not-a-recording.wav')
      await writeFile(path, notARecording)
      const error: unknown = await run(path).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'EngineError', retryable: false })
      expect((error as Error).message).toMatch(/\.$/)
      expect((error as Error).message).not.toContain(folder)
    })

    it('rejects with the reason of an abort', async () => {
      const reason = new Error('no longer wanted')
      await expect(run(speech, AbortSignal.abort(reason))).rejects.toBe(reason)
    })
  })
}
