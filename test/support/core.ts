import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Events, EventName, MethodInput, PhotoSource, SourceInput } from '#shared/bridge/contract.ts'
import { hasEnded, type TaskStage, type TaskSummary } from '#shared/task.ts'
import { createCore, type Core, type CoreParts } from '../../src/main/core/create-core.ts'
import type { CorePorts } from '../../src/main/core/ports.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { locateFfmpeg } from '../../src/platform/ffmpeg/locate-ffmpeg.ts'
import { launchNodeChild } from '../../src/platform/launch-node-child.ts'
import type { Log } from '../../src/platform/log.ts'
import { systemRandom } from '../../src/platform/random.ts'

const root = join(import.meta.dirname, '../..')
export const SAMPLE = join(root, 'resources/sample-recording.flac')

/** Keeps every line, so that a test can look for what must not be in it. */
export interface KeptLog extends Log {
  lines: string[]
}

export function keptLog(): KeptLog {
  const lines: string[] = []
  const keep = (message: string, detail?: unknown): void => {
    lines.push(
      detail === undefined ? message : `${message} ${detail instanceof Error ? detail.stack : detail}`,
    )
  }
  return { lines, info: keep, warn: keep, error: keep }
}

export function tempDir(): string {
  return mkdtempSync(join(tmpdir(), 'phonolens-core-'))
}

export function removeDir(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

export function corePorts(dataDir: string, changes: Partial<CorePorts> = {}): CorePorts {
  return {
    dataDir,
    app: {
      version: '0.0.0',
      host: 'browser',
      platform: process.platform,
      capabilities: { readsFilesInPlace: true },
      mediaBase: '/media/',
    },
    clock: systemClock,
    log: keptLog(),
    random: systemRandom,
    samplePath: SAMPLE,
    mayOpenPath: () => true,
    locateFfmpeg: () => locateFfmpeg(),
    launchService: ({ env, args }) =>
      launchNodeChild(join(root, 'src/service/index.ts'), { env, args: [...args, '--exit-with-parent'] }),
    ...changes,
  }
}

/** A core that a test drives, with everything it said since it was opened. */
export interface TestCore extends Core {
  start(source: SourceInput): Promise<TaskSummary>
  speak(text: string, more?: Partial<MethodInput<'tasks.speak'>>): Promise<TaskSummary>
  restore(source: PhotoSource, fit?: boolean): Promise<TaskSummary>
  /** Waits, by the core's own events, until a task is in one of the stages. */
  reaches(id: string, ...stages: TaskStage[]): Promise<TaskSummary>
  ends(id: string): Promise<TaskSummary>
  events: { name: EventName; payload: Events[EventName] }[]
}

export async function openCore(ports: CorePorts, parts: Partial<CoreParts> = {}): Promise<TestCore> {
  const core = await createCore(ports, parts)
  const events: TestCore['events'] = []
  core.onEvent((name, payload) => void events.push({ name, payload }))
  const until = async (id: string, isIt: (task: TaskSummary) => boolean): Promise<TaskSummary> => {
    // Listening begins before the look: what happens between the two must not be missed.
    let stop = (): void => undefined
    const later = new Promise<TaskSummary>((resolve) => {
      stop = core.onEvent((name, payload) => {
        if (name !== 'tasks.changed') return
        const task = payload as TaskSummary
        if (task.id === id && isIt(task)) resolve(task)
      })
    })
    const now = await core.handlers['tasks.get']({ taskId: id })
    try {
      return isIt(now) ? now : await later
    } finally {
      stop()
    }
  }
  return {
    ...core,
    events,
    async start(source) {
      const [task] = await core.handlers['tasks.transcribe']({ sources: [source] })
      return task!
    },
    speak: (text, more = {}) =>
      core.handlers['tasks.speak']({ text, voiceId: 'v-1', language: 'en', ...more }),
    async restore(source, fit = false) {
      const [task] = await core.handlers['tasks.restore']({ sources: [source], fit })
      return task!
    },
    reaches: (id, ...stages) => until(id, (task) => stages.includes(task.stage)),
    ends: (id) => until(id, (task) => hasEnded(task.stage)),
  }
}
