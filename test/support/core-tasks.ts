import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { PATHS } from '#shared/api/tasks.ts'
import type { PrepareAudioOptions } from '../../src/main/core/media/prepare-audio.ts'
import type { CoreParts } from '../../src/main/core/create-core.ts'
import type { CorePorts } from '../../src/main/core/ports.ts'
import {
  corePorts,
  keptLog,
  openCore,
  removeDir,
  SAMPLE,
  tempDir,
  type KeptLog,
  type TestCore,
} from './core.ts'
import * as fake from './fake-deployment.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'

/** A wait that ends only when it is aborted. */
export function forEver(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

/** The core on a scripted deployment, a virtual clock and preparing that takes no time; opened and closed at will. */
export interface TaskBench {
  service: fake.FakeDeployment
  clock: VirtualClock
  log: KeptLog
  dataDir: string
  /** Of every preparing that began: the file it began from. */
  prepared: string[]
  parts: Partial<CoreParts>
  ports: CorePorts
  /** Opens the core, or closes it and opens it again on the same folder. */
  open(): Promise<TestCore>
  close(): Promise<void>
}

export async function startTaskBench(): Promise<TaskBench> {
  const dataDir = tempDir()
  const service = await fake.startFakeDeployment()
  const clock = createVirtualClock()
  const log = keptLog()
  const prepared: string[] = []
  let core: TestCore | null = null
  const parts: Partial<CoreParts> = {
    deployment: service.deployment,
    prepareAudio: async ({ sourcePath, targetPath }: PrepareAudioOptions) => {
      prepared.push(sourcePath)
      mkdirSync(dirname(targetPath), { recursive: true })
      writeFileSync(targetPath, 'sound')
      return { durationMs: 2_000, playableAs: 'audio/flac' }
    },
    fetchRecording: async (_url, path) => writeFileSync(path, 'recording'),
  }
  const ports = corePorts(join(dataDir, 'data'), { clock, log })
  return {
    service,
    clock,
    log,
    dataDir: join(dataDir, 'data'),
    prepared,
    parts,
    ports,
    async open() {
      await core?.close()
      core = null
      core = await openCore(ports, parts)
      return core
    },
    async close() {
      await core?.close()
      await service.close()
      removeDir(dataDir)
    },
  }
}

export const FILE = { type: 'file', path: SAMPLE, name: 'talk.flac' } as const

/** The keys against repetition of all create calls so far. */
export function createKeys(bench: TaskBench): unknown[] {
  return bench.service.seenAt(PATHS.stt).map(({ headers }) => headers['idempotency-key'])
}

export const HELD_STAGES = [
  'preparing',
  'uploading',
  'submitting',
  'waiting',
  'running',
  'collecting',
] as const
export type HeldStage = (typeof HELD_STAGES)[number]

/**
 * Makes work stop in one stage. What replaces a part counts from the next opening of the core.
 *
 * @returns what lets it go on
 */
export function holdIn({ parts, service }: TaskBench, stage: HeldStage): () => void {
  const answers = (path: string, stuck: fake.Reply, free: fake.Reply): (() => void) => {
    service.always(path, stuck)
    return () => service.always(path, free)
  }
  if (stage === 'uploading') return answers(fake.STORAGE, fake.silence, fake.envelope({ reqId: 'req-1' }))
  if (stage === 'submitting') return answers(PATHS.stt, fake.silence, fake.envelope({ taskId: 'svc-1' }))
  if (stage === 'waiting') return answers(PATHS.poll, fake.unfinished(1), fake.finished())
  if (stage === 'running') return answers(PATHS.poll, fake.unfinished(2), fake.finished())
  const before = { ...parts }
  if (stage === 'preparing') parts.prepareAudio = ({ signal }) => forEver(signal)
  else parts.fetchRecording = (_url, _path, signal) => forEver(signal)
  return () => void Object.assign(parts, before)
}

/** A core opened anew, with a task that is held in the stage. */
export async function heldTask(
  bench: TaskBench,
  stage: HeldStage,
): Promise<{ core: TestCore; id: string; release: () => void }> {
  const release = holdIn(bench, stage)
  const core = await bench.open()
  // Only what so far is known by its address has anything left to do once the text is there.
  const { id } = await core.start(
    stage === 'collecting' ? { type: 'url', url: 'http://example.com/a.mp3' } : FILE,
  )
  await core.reaches(id, stage)
  // A call that is held has to have arrived first.
  if (stage === 'submitting') await vi.waitUntil(() => createKeys(bench).length === 1)
  return { core, id, release }
}
