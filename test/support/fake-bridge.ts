import type { FileRef } from '#shared/bridge/bridge.ts'
import type { EventName, Events, Handlers, MethodName } from '#shared/bridge/contract.ts'
import { hostCall } from '#shared/bridge/host-call.ts'
import {
  settingsSchema,
  type AppInfo,
  type Settings,
  type ServiceState,
  type ToolStatus,
  type Voice,
} from '#shared/bridge/types.ts'
import { PhonolensError, type ErrorInfo } from '#shared/errors.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { RestoredPhoto, Speech, TaskId, TaskSummary, Transcript } from '#shared/task.ts'
import { createEventFan } from '../../src/renderer/src/bridge/event-fan.ts'
import type { PageBridge } from '../../src/renderer/src/bridge/page-bridge.ts'
import { aPhotoTask, aSpeechTask, aTask } from './a-task.ts'
import { fakeVoiceHandlers } from './fake-voices.ts'

export interface FakeBridgeState {
  info: AppInfo
  tools: ToolStatus[]
  settings: Settings
  service: ServiceState
  tasks: TaskSummary[]
  transcripts: Record<string, Transcript>
  speeches: Record<string, Speech>
  photos: Record<string, RestoredPhoto>
  voices: Voice[]
}

/** A core in memory behind the real `hostCall`: what it answers follows from what was asked before. */
export interface FakeBridge extends PageBridge {
  state: FakeBridgeState
  /** Every call in order, as it arrived. */
  calls: { name: MethodName; input: unknown }[]
  /** Files brought in, in order. */
  imported: File[]
  /** What the next imports answer; a real file reference when empty. */
  importOutcomes: Result<FileRef, ErrorInfo>[]
  handlers: Handlers
  emit<Name extends EventName>(name: Name, payload: Events[Name]): void
  setConnected(connected: boolean): void
}

export function createFakeBridge(
  given: Partial<FakeBridgeState> & { handlers?: Partial<Handlers> } = {},
): FakeBridge {
  const { handlers: ownHandlers, ...givenState } = given
  const fan = createEventFan()
  const connectionListeners = new Set<(connected: boolean) => void>()
  const state: FakeBridgeState = {
    info: {
      version: '0.1.0',
      host: 'browser',
      platform: 'linux',
      capabilities: { readsFilesInPlace: false },
      dataDir: '/home/ada/Phonolens',
      mediaBase: '/media/',
    },
    tools: [
      { id: 'ffmpeg', name: 'ffmpeg', ready: true, version: '7.1', howToGet: null },
      { id: 'speech-to-text', name: 'PocketSphinx', ready: true, version: '5.0.4', howToGet: null },
    ],
    settings: settingsSchema.parse({}),
    service: { status: 'ready', address: 'http://127.0.0.1:43117', detail: null },
    tasks: [],
    transcripts: {},
    speeches: {},
    photos: {},
    voices: [],
    ...givenState,
  }
  const deleted = new Map<string, TaskSummary>()

  function taskOf(taskId: string): TaskSummary {
    const task = state.tasks.find((each) => each.id === taskId)
    if (!task) throw new PhonolensError('not-found')
    return task
  }
  function put(task: TaskSummary): TaskSummary {
    const known = state.tasks.some((each) => each.id === task.id)
    state.tasks = known
      ? state.tasks.map((each) => (each.id === task.id ? task : each))
      : [task, ...state.tasks]
    fan.emit('tasks.changed', task)
    return task
  }

  const handlers: Handlers = {
    'app.info': async () => state.info,
    'app.tools': async () => state.tools,
    'settings.get': async () => state.settings,
    'settings.update': async (patch) => (state.settings = { ...state.settings, ...patch }),
    'service.state': async () => state.service,
    'service.restart': async () => state.service,
    'tasks.list': async () => state.tasks,
    'tasks.get': async ({ taskId }) => taskOf(taskId),
    'tasks.transcribe': async ({ sources }) =>
      sources.map((source, index) =>
        put(
          aTask({
            id: `made-${state.tasks.length + 1}` as TaskId,
            name: source.type === 'file' ? source.name : source.type === 'url' ? source.url : 'Sample',
            source: source.type,
            stage: 'draft',
            createdAt: Date.now() + index,
          }),
        ),
      ),
    'tasks.speak': async ({ text, voiceId, language, name }) =>
      put(
        aSpeechTask({
          id: `made-${state.tasks.length + 1}`,
          name: name ?? text.slice(0, 40),
          stage: 'draft',
          hasMedia: false,
          durationMs: null,
          createdAt: Date.now(),
          speech: {
            voiceId,
            voiceName: state.voices.find((voice) => voice.voiceId === voiceId)?.name ?? voiceId,
            language,
            excerpt: text.slice(0, 200),
            characters: text.length,
            parts: { done: 0, total: 1 },
          },
        }),
      ),
    'tasks.restore': async ({ sources }) =>
      sources.map((source, index) =>
        put(
          aPhotoTask({
            id: `made-${state.tasks.length + 1}`,
            name: source.type === 'file' ? source.name : source.type === 'url' ? source.url : 'Sample',
            source: source.type,
            stage: 'draft',
            hasMedia: false,
            photo: null,
            createdAt: Date.now() + index,
          }),
        ),
      ),
    'tasks.fit': async ({ taskId }) => put({ ...taskOf(taskId), stage: 'draft', error: null }),
    'tasks.cancel': async ({ taskId }) => {
      const task = taskOf(taskId)
      return put({ ...task, stage: 'cancelled', lastStage: task.stage })
    },
    'tasks.retry': async ({ taskId }) => put({ ...taskOf(taskId), stage: 'draft', error: null }),
    'tasks.rename': async ({ taskId, name }) => put({ ...taskOf(taskId), name }),
    'tasks.delete': async ({ taskId }) => {
      deleted.set(taskId, taskOf(taskId))
      state.tasks = state.tasks.filter((each) => each.id !== taskId)
      fan.emit('tasks.removed', { taskId })
      return null
    },
    'tasks.undelete': async ({ taskId }) => {
      const task = deleted.get(taskId)
      if (!task) throw new PhonolensError('not-found')
      return put(task)
    },
    'transcripts.get': async ({ taskId }) => {
      return known(state.transcripts[taskId])
    },
    'transcripts.export': async ({ taskId }) => ({
      fileName: `${taskOf(taskId).name}.srt`,
      mediaType: 'application/x-subrip',
      text: '1\r\n00:00:00,000 --> 00:00:01,000\r\nhello\r\n\r\n',
    }),
    'speech.get': async ({ taskId }) => known(state.speeches[taskId]),
    'photos.get': async ({ taskId }) => known(state.photos[taskId]),
    'exports.make': async (request) => ({
      exportId: 'export-1',
      fileName:
        request.kind === 'photos' && request.taskIds.length > 1 ? 'photos.zip' : `made.${request.format}`,
      mediaType: 'application/octet-stream',
      bytes: 1_000,
    }),
    ...fakeVoiceHandlers(state, () => fan.emit('voices.changed', null)),
    ...ownHandlers,
  }

  const bridge: FakeBridge = {
    state,
    calls: [],
    imported: [],
    importOutcomes: [],
    handlers,
    emit: fan.emit,
    on: fan.on,
    setConnected(connected) {
      for (const listener of [...connectionListeners]) listener(connected)
    },
    onConnectionChange(listener) {
      connectionListeners.add(listener)
      return () => connectionListeners.delete(listener)
    },
    async call(name, input) {
      bridge.calls.push({ name, input })
      const outcome = await hostCall({ handlers, reportUnexpected: () => 'incident-1' }, name, input, {
        trusted: true,
      })
      // A real bridge hands over copies.
      return structuredClone(outcome) as never
    },
    async importFile(file, options) {
      if (options?.signal?.aborted) return err({ code: 'cancelled' })
      bridge.imported.push(file)
      options?.onProgress?.(file.size, file.size)
      return (
        bridge.importOutcomes.shift() ??
        ok({ type: 'file', path: `/tmp/inbox/${file.name}`, name: file.name })
      )
    },
  }
  return bridge
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new PhonolensError('not-found')
  return value
}
