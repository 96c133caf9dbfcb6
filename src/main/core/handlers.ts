import type { Handlers } from '#shared/bridge/contract.ts'
import type { AppInfo, ToolStatus } from '#shared/bridge/types.ts'
import type { ServiceSupervisor } from './deployment/service-supervisor.ts'
import type { Library } from './library/library.ts'
import type { SettingsStore } from './settings/settings-store.ts'
import type { TaskCommands } from './tasks/task-commands.ts'
import { exportSrt, getTranscript } from './transcripts/transcripts.ts'

export interface HandlerDeps {
  app: AppInfo
  settings: SettingsStore
  library: Library
  tasks: TaskCommands
  supervisor: ServiceSupervisor
  tools(): Promise<ToolStatus[]>
}

/** The core's answer to every method of the bridge; what is thrown becomes data in `hostCall`. */
export function createHandlers({ app, settings, library, tasks, supervisor, tools }: HandlerDeps): Handlers {
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
    'tasks.cancel': async ({ taskId }) => tasks.cancel(taskId),
    'tasks.retry': async ({ taskId }) => tasks.retry(taskId),
    'tasks.rename': async ({ taskId, name }) => tasks.rename(taskId, name),
    'tasks.delete': async ({ taskId }) => {
      tasks.delete(taskId)
      return null
    },
    'tasks.undelete': async ({ taskId }) => tasks.undelete(taskId),
    'transcripts.get': async ({ taskId }) => getTranscript(library, taskId),
    'transcripts.export': async ({ taskId }) => exportSrt(library, taskId),
  }
}
