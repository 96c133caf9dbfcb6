import { createServer, type RequestListener, type Server } from 'node:http'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '#shared/limits.ts'
import { systemClock, type Clock } from '../../src/platform/clock.ts'
import type { Log } from '../../src/platform/log.ts'
import { createService, type Service, type ServiceOptions } from '../../src/service/create-service.ts'
import { EngineError, TASK_ERROR_CODES } from '../../src/service/engines/engine.ts'
import type { FaceRestorationEngine } from '../../src/service/engines/face-restoration/face-restoration.ts'
import type { ServiceEngines } from '../../src/service/engines/service-engines.ts'
import type { SpeechToTextEngine } from '../../src/service/engines/speech-to-text/speech-to-text.ts'
import { wavHeader } from '../../src/service/engines/speech-to-text/wav.ts'
import type { TextToSpeechEngine } from '../../src/service/engines/text-to-speech/text-to-speech.ts'
import { FETCH_LIMITS } from '../../src/service/input/fetch-source.ts'

export const API_KEY = 'key-for-tests'

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  advance(ms: number): Promise<void>
}

export function createManualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let nowMs = startMs
  const sleepers = new Set<{ dueMs: number; wake: () => void }>()
  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error)
        const sleeper = { dueMs: nowMs + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason as Error)
        })
      }),
    advance: async (ms) => {
      nowMs += ms
      for (const sleeper of [...sleepers]) {
        if (sleeper.dueMs > nowMs) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** "Recognises" the words of a text file: one segment a second for each. The word "broken" makes it fail. */
export function createFakeEngine(options: { howToGet?: string } = {}): SpeechToTextEngine {
  const { howToGet } = options
  return {
    id: 'fake',
    check: async () => (howToGet === undefined ? { ready: true, version: '1' } : { ready: false, howToGet }),
    run: async ({ audioPath }, { signal }) => {
      signal.throwIfAborted()
      const words = (await readFile(audioPath, 'utf8')).split(/\s+/).filter((word) => word !== '')
      if (words[0] === 'broken')
        throw new EngineError(TASK_ERROR_CODES.notMedia, 'The file is not a recording.')
      const segments = words.map((text, index) => ({
        startMs: index * 1_000,
        endMs: index * 1_000 + 900,
        text,
      }))
      return { segments, durationMs: words.length * 1_000, language: 'en-US' }
    },
  }
}

/** "Speaks": the text, as samples. The word "broken" makes it fail. */
export function createFakeVoiceEngine(options: { howToGet?: string; id?: string } = {}): TextToSpeechEngine {
  const { howToGet, id = 'fake' } = options
  return {
    id,
    check: async () => (howToGet === undefined ? { ready: true, version: '1' } : { ready: false, howToGet }),
    voices: async () =>
      howToGet === undefined
        ? [
            { voiceId: `${id}-ada`, name: 'Ada', gender: 'female', languages: ['en-US', 'en-GB'] },
            { voiceId: `${id}-li`, name: 'Li <& "Co">', gender: '', languages: ['zh-CN'] },
          ]
        : [],
    run: async ({ text }, { signal, workDir }) => {
      signal.throwIfAborted()
      if (text === 'broken') throw new EngineError(TASK_ERROR_CODES.empty, 'There are no words in it.')
      const audioPath = join(workDir, 'speech.wav')
      const samples = Buffer.from(text)
      await writeFile(audioPath, Buffer.concat([wavHeader(samples.length), samples]))
      return { audioPath }
    },
  }
}

/** "Restores" a photo by giving it back. */
export function createFakeRestorationEngine(options: { howToGet?: string } = {}): FaceRestorationEngine {
  const { howToGet } = options
  return {
    id: 'fake',
    check: async () => (howToGet === undefined ? { ready: true, version: '1' } : { ready: false, howToGet }),
    run: async ({ imagePath }, { signal, workDir }) => {
      signal.throwIfAborted()
      const restored = join(workDir, 'restored.png')
      await copyFile(imagePath, restored)
      return { imagePath: restored, extension: 'png' }
    },
  }
}

export function createFakeEngines(): ServiceEngines {
  return {
    speechToText: [createFakeEngine()],
    textToSpeech: [createFakeVoiceEngine()],
    faceRestoration: [createFakeRestorationEngine()],
  }
}

export interface RunningService extends AsyncDisposable {
  service: Service
  base: string
  dataDir: string
  /** POSTs JSON with the key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ServiceAnswer>
  /** Polls until the task has ended. */
  result(taskId: string): Promise<ServiceAnswer>
  /** Creates a speech-to-text task and waits for its end. */
  transcribe(audioUrl: string): Promise<ServiceAnswer>
  speak(text: string, audioId: string, lan: string): Promise<ServiceAnswer>
  restore(url: string): Promise<ServiceAnswer>
}

export interface ServiceAnswer {
  status: number
  headers: Headers
  body: {
    code: number
    message: string
    data?: {
      taskId?: string
      task?: { taskId: string; status: number; reason?: string; errorCode?: number; expire?: number }
      sttResult?: { data: { text: string; bg: number; ed: number }[]; tl: number }
      audios?: { audioUrl: string; audioType: string }[]
      images?: { imageUrl: string; imageType: string }[]
    } & Record<string, unknown>
  }
}

/** The real service on a free port, with a folder of its own and a fake engine. */
export async function startService(overrides: Partial<ServiceOptions> = {}): Promise<RunningService> {
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), 'phonolens service ')))
  const service = await createService({
    apiKey: API_KEY,
    dataDir,
    host: '127.0.0.1',
    engines: createFakeEngines(),
    fetchLimits: FETCH_LIMITS,
    maxUploadBytes: LIMITS.uploadBytes,
    clock: systemClock,
    log: silentLog,
    ...overrides,
  })
  const base = `http://127.0.0.1:${await service.listen(0)}`
  return {
    service,
    dataDir,
    ...createClient(base),
    [Symbol.asyncDispose]: async () => {
      await service.stop()
      if (overrides.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A client of a service, written from the service's document alone. */
export function createClient(base: string, apiKey = API_KEY) {
  const post = async (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<ServiceAnswer> => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return readAnswer(response)
  }
  const result = async (taskId: string): Promise<ServiceAnswer> => {
    for (;;) {
      const answer = await post('/api/getAsyncResult', { taskId })
      const status = answer.body.data?.task?.status
      if (status === undefined || status > 2) return answer
      await systemClock.sleep(25)
    }
  }
  const toItsEnd = async (path: string, body: unknown): Promise<ServiceAnswer> => {
    const answer = await post(path, body)
    const taskId = answer.body.data?.taskId
    return taskId === undefined ? answer : result(taskId)
  }
  return {
    base,
    post,
    result,
    transcribe: (audioUrl: string) => toItsEnd('/api/async/do_stt', { audioUrl }),
    speak: (text: string, audioId: string, lan: string) =>
      toItsEnd('/api/async/do_tts_pro', { text, audioId, lan }),
    restore: (url: string) => toItsEnd('/api/async/restore_face', { url }),
  }
}

export async function readAnswer(response: Response): Promise<ServiceAnswer> {
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ServiceAnswer['body'],
  }
}

/** A web server that answers as the test says. */
export async function startWebServer(listener: RequestListener): Promise<{ base: string } & AsyncDisposable> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
