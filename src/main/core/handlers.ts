import type { Handlers } from '#shared/bridge/contract.ts'
import type { AppInfo, ToolStatus } from '#shared/bridge/types.ts'
import type { ServiceSupervisor } from './deployment/service-supervisor.ts'
import type { Exports } from './exports/exports.ts'
import type { Library } from './library/library.ts'
import { getPhoto } from './photos/photos.ts'
import type { SettingsStore } from './settings/settings-store.ts'
import { getSpeech } from './speech/speech.ts'
import type { TaskCommands } from './tasks/task-commands.ts'
import { exportSrt, getTranscript } from './transcripts/transcripts.ts'
import type { Voices } from './voices/voices.ts'

export interface HandlerDeps {
  app: AppInfo
  settings: SettingsStore
  library: Library
  tasks: TaskCommands
  supervisor: ServiceSupervisor
  voices: Voices
  exports: Exports
  tools(): Promise<ToolStatus[]>
}

/** The core's answer to every method of the bridge; what is thrown becomes data in `hostCall`. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { app, settings, library, tasks, supervisor, voices, exports, tools } = deps
  return {
    'app.info': async () => app,
    'app.tools': tools,
    'settings.get': async () => settings.get(),
    'settings.update': async (patch) => settings.update(patch),
    'service.state': async () => supervisor.state(),
    'service.restart': () => supervisor.restart(),
    'tasks.list': async () => tasks.list(),
    'tasks.get': async ({ taskId }) => tasks.get(taskId),
    'tasks.transcribe': async ({ sources }) => tasks.transcribe(sources),
    'tasks.speak': async (input) => tasks.speak(input),
    'tasks.restore': async ({ sources, fit }) => tasks.restore(sources, fit),
    'tasks.fit': async ({ taskId }) => tasks.fit(taskId),
    'tasks.cancel': async ({ taskId }) => tasks.cancel(taskId),
    'tasks.retry': async ({ taskId }) => tasks.retry(taskId),
    'tasks.rename': async ({ taskId, name }) => tasks.rename(taskId, name),
    'tasks.delete': async ({ taskId }) => {
      tasks.delete(taskId)
      return null
    },
    'tasks.undelete': async ({ taskId }) => tasks.undelete(taskId),
    'speech.get': async ({ taskId }) => getSpeech(library, taskId),
    'photos.get': async ({ taskId }) => getPhoto(library, taskId),
    'exports.make': (request) => exports.make(request),
    'voices.list': () => voices.list(),
    'voices.favour': async ({ voiceId, favourite }) => {
      voices.favour(voiceId, favourite)
      return null
    },
    'voices.add': async (voice) => voices.add(voice),
    'voices.remove': async ({ voiceId }) => {
      voices.remove(voiceId)
      return null
    },
    'voices.import': async ({ format, text }) => voices.import(format, text),
    'transcripts.get': async ({ taskId }) => getTranscript(library, taskId),
    'transcripts.export': async ({ taskId }) => exportSrt(library, taskId),
  }
}
