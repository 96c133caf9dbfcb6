import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  EngineVoice,
  TextToSpeechEngine,
} from '../../src/service/engines/text-to-speech/text-to-speech.ts'

/** What every text-to-speech engine keeps to. */
export function describeTextToSpeechEngine(name: string, engine: TextToSpeechEngine): void {
  describe(`the engine ${name}`, () => {
    let folder: string
    let voices: EngineVoice[]
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'phonolens voice '))
      voices = await engine.voices()
    })
    afterAll(() => rm(folder, { recursive: true }))

    const english = (): EngineVoice =>
      voices.find((voice) => voice.languages.some((language) => language.startsWith('en')))!

    const speak = async (text: string, signal = new AbortController().signal) => {
      const workDir = await mkdtemp(join(folder, 'work '))
      const progress: number[] = []
      const onProgress = (fraction: number): void => void progress.push(fraction)
      const { voiceId, languages } = english()
      const input = { voiceId, text, language: languages[0]! }
      const { audioPath } = await engine.run(input, { signal, workDir, onProgress })
      expect(audioPath.startsWith(workDir)).toBe(true)
      return { wav: await readFile(audioPath), progress }
    }

    it('has a name and says that it is ready', async () => {
      expect(engine.id).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(await engine.check()).toEqual({ ready: true, version: expect.any(String) as string })
    })

    it('has voices with ids of their own, names and true language tags, the same each time', async () => {
      expect(voices.length).toBeGreaterThan(0)
      for (const { voiceId, name: called, gender, languages } of voices) {
        expect(voiceId).toMatch(/^[a-z0-9-]{1,100}$/)
        expect(voiceId.startsWith(`${engine.id}-`)).toBe(true)
        expect(called.trim()).toBe(called)
        expect(called).not.toBe('')
        expect(['female', 'male', '']).toContain(gender)
        expect(languages.length).toBeGreaterThan(0)
        expect(Intl.getCanonicalLocales(languages)).toEqual(languages)
      }
      expect(new Set(voices.map((voice) => voice.voiceId)).size).toBe(voices.length)
      expect(await engine.voices()).toEqual(voices)
    })

    it('writes a WAV file whose header is right, and reports progress that never goes back', async () => {
      const { wav, progress } = await speak('Good morning to you.')
      expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 12)).toBe('RIFFWAVE')
      expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
      const data = wav.indexOf('data', 12, 'latin1')
      expect(wav.readUInt32LE(data + 4)).toBeLessThanOrEqual(wav.length - data - 8)
      const rateHz = wav.readUInt32LE(24)
      const seconds = wav.readUInt32LE(data + 4) / wav.readUInt32LE(28)
      expect(rateHz).toBeGreaterThanOrEqual(8_000)
      expect(seconds).toBeGreaterThan(0.5)
      expect(seconds).toBeLessThan(5)
      expect(progress).toEqual([...progress].sort((a, b) => a - b))
      expect(progress.at(-1)).toBe(1)
    })

    it.each([
      ['an option', '-o /etc/passwd'],
      ['a long option', '--help'],
      ['a path', '/etc/passwd'],
      ['what a shell would run', '$(touch x); `touch x` | touch x && echo "hi" \' \\'],
      ['SSML', '<speak><break time="90s"/>hello <audio src="file:///etc/passwd"/></speak>'],
      ['a command in brackets', 'one [[slnc 90000]] two [[h@loU]]'],
      ['control characters', 'a\u0001b\u001b[31m\u0000 word'],
      ['right to left, with some English', 'שלום hello مرحبا'],
      ['emoji among words', '🙂 hello 👩‍👩‍👧'],
      ['lines', 'one\r\ntwo\r\n\r\n\tthree'],
    ])('speaks %s as a text', async (_case, text) => {
      const { wav } = await speak(text)
      const seconds = wav.length / wav.readUInt32LE(28)
      expect(seconds).toBeGreaterThan(0.2)
      expect(seconds).toBeLessThan(30)
    })

    it.each(['   \n', '🙂🙂', '…', '\u0000\u0007'])(
      'fails where there is nothing to say: %j',
      async (text) => {
        const error: unknown = await speak(text).catch((thrown: unknown) => thrown)
        expect(error).toMatchObject({ name: 'EngineError', retryable: false, errorCode: -2004 })
        expect((error as Error).message).toMatch(/\.$/)
        expect((error as Error).message).not.toContain(folder)
      },
    )

    it('fails for a voice that it does not have', async () => {
      const workDir = await mkdtemp(join(folder, 'work '))
      const context = { signal: new AbortController().signal, workDir, onProgress: () => undefined }
      const input = { voiceId: `${engine.id}-../../x`, text: 'hello', language: 'en-US' }
      await expect(engine.run(input, context)).rejects.toMatchObject({
        name: 'EngineError',
        errorCode: -2007,
      })
    })

    it('rejects with the reason of an abort, before and while it speaks', async () => {
      const reason = new Error('no longer wanted')
      await expect(speak('hello', AbortSignal.abort(reason))).rejects.toBe(reason)
      const abort = new AbortController()
      const spoken = speak('One word after another. '.repeat(200), abort.signal)
      setImmediate(() => abort.abort(reason))
      await expect(spoken).rejects.toBe(reason)
    })
  })
}
