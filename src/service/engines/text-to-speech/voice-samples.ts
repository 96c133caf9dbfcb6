import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { sampleText } from './sample-text.ts'
import type { FoundVoice } from './voice-directory.ts'

/** Short recordings of the voices, made when they are first asked for. */
export interface VoiceSamples {
  /**
   * @returns the absolute path of a WAV file
   * @throws EngineError where the voice cannot speak; the next time it is tried again
   */
  pathOf(found: FoundVoice): Promise<string>
  /** Ends what is being made. */
  stop(): Promise<void>
}

/** Anybody may ask for samples: that must not take the machine away from the tasks. */
const AT_ONCE = 1

/** @param folder of the samples alone; emptied, because a voice may sound otherwise since */
export function createVoiceSamples(folder: string): VoiceSamples {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const queue = new PQueue({ concurrency: AT_ONCE })
  const made = new Map<string, Promise<string>>()
  const stopping = new AbortController()

  async function make({ voice, engine }: FoundVoice): Promise<string> {
    const { signal } = stopping
    signal.throwIfAborted()
    await mkdir(folder, { recursive: true })
    const workDir = await mkdtemp(join(folder, 'making-'))
    try {
      const [language = 'en'] = voice.languages
      const input = { voiceId: voice.voiceId, text: sampleText(language), language }
      const { audioPath } = await engine.run(input, { signal, workDir, onProgress: () => undefined })
      const path = join(folder, `${voice.voiceId}.wav`)
      await rename(audioPath, path)
      return path
    } finally {
      await rm(workDir, { recursive: true, force: true })
    }
  }

  return {
    pathOf: (found) => {
      const { voiceId } = found.voice
      const before = made.get(voiceId)
      if (before) return before
      const making = queue.add(() => make(found))
      made.set(voiceId, making)
      making.catch(() => made.delete(voiceId))
      return making
    },
    stop: async () => {
      stopping.abort(new Error('the service is stopping'))
      await queue.onIdle()
    },
  }
}
