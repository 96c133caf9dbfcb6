import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { buildApp } from './app.ts'
import { openServiceDatabase } from './database.ts'
import type { ServiceEngines } from './engines/service-engines.ts'
import { createVoiceDirectory } from './engines/text-to-speech/voice-directory.ts'
import { createVoiceSamples } from './engines/text-to-speech/voice-samples.ts'
import { isLoopbackHost, isPublicAddress } from './input/address-rules.ts'
import type { FetchLimits } from './input/fetch-source.ts'
import { createRestoreRunner } from './queue/restore-runner.ts'
import { createSpeakRunner } from './queue/speak-runner.ts'
import { createSqliteTaskStore } from './queue/sqlite-task-store.ts'
import { createTranscribeRunner } from './queue/transcribe-runner.ts'
import { createWorker } from './queue/worker.ts'
import { keepClean } from './storage/clean-up.ts'
import { createFileStore } from './storage/file-store.ts'
import { keptSecret } from './storage/secrets.ts'

export interface ServiceOptions {
  apiKey: string
  /** Exists, and is this process's own (`lockFolder`). */
  dataDir: string
  /** Address that will be listened on: decides what may be fetched, and which `Host` is answered. */
  host: string
  engines: ServiceEngines
  fetchLimits: FetchLimits
  maxUploadBytes: number
  clock: Clock
  log: Log
}

export interface Service {
  readonly app: FastifyInstance
  /** @returns the port */
  listen(port: number): Promise<number>
  /** Takes no more work, puts back what is under way, and closes everything. */
  stop(): Promise<void>
}

/** Puts the service together: store, files, worker and HTTP. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { dataDir, engines, clock, log } = options
  const loopbackOnly = isLoopbackHost(options.host)
  const checkAddress = loopbackOnly ? undefined : isPublicAddress

  const db = openServiceDatabase(join(dataDir, 'service.sqlite'))
  const tasks = createSqliteTaskStore(db)
  const files = createFileStore(db, join(dataDir, 'files'))
  const { fetchLimits } = options
  const voices = createVoiceDirectory(engines.textToSpeech, clock)
  const samples = createVoiceSamples(join(dataDir, 'samples'))
  const source = { files, clock, fetchLimits, checkAddress }
  const runners = {
    transcribe: createTranscribeRunner({ ...source, engines: engines.speechToText }),
    speak: createSpeakRunner({ voices, files, clock }),
    restore: createRestoreRunner({ ...source, engines: engines.faceRestoration }),
  }
  const workDir = join(dataDir, 'work')
  const worker = createWorker({ store: tasks, runners, clock, log, workDir })
  const policySecret = keptSecret(db, 'upload-policy')
  const { apiKey, maxUploadBytes } = options
  const taskCreated = worker.wake
  const app = await buildApp({
    apiKey,
    loopbackOnly,
    tasks,
    files,
    maxUploadBytes,
    policySecret,
    engines,
    voices,
    samples,
    taskCreated,
    clock,
    log,
  })
  const stopping = new AbortController()

  return {
    app,
    listen: async (port) => {
      await app.listen({ port, host: options.host })
      await worker.start()
      keepClean({ tasks, files, clock, log }, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error('cleaning up has ended', error)
      })
      return (app.server.address() as { port: number }).port
    },
    stop: async () => {
      stopping.abort(new Error('the service is stopping'))
      await Promise.all([worker.stop(), samples.stop(), app.close()])
      db.close()
    },
  }
}
