import type { EventListener, Handlers } from '#shared/bridge/contract.ts'
import { PhonolensError } from '#shared/errors.ts'
import { lockFolder } from '../../platform/lock-folder.ts'
import { builtInDeployment } from './deployment/built-in-deployment.ts'
import type { Deployment } from './deployment/deployment.ts'
import { createEventHub } from './events.ts'
import { createExports, type TakenFile } from './exports/exports.ts'
import { createHandlers } from './handlers.ts'
import { openLibrary } from './library/library.ts'
import { findMedia, type MediaFile } from './media/media-files.ts'
import { prepareAudio } from './media/prepare-audio.ts'
import type { CorePorts } from './ports.ts'
import { openSettings } from './settings/settings-store.ts'
import { createApiClient, type ApiClient } from './tasks/api-client.ts'
import { fetchRecording } from './tasks/fetch-recording.ts'
import { createPoller } from './tasks/poller.ts'
import { createRequestBudget } from './tasks/request-budget.ts'
import type { Connection, StageDeps } from './tasks/stages/stage.ts'
import { createProgressBoard, toSummary } from './tasks/summary.ts'
import { createTaskCommands } from './tasks/task-commands.ts'
import { createTaskRunner } from './tasks/task-runner.ts'
import { uploadFile } from './tasks/upload-file.ts'
import { toolStatus } from './tools/tool-status.ts'
import { createVoices } from './voices/voices.ts'

export interface Core {
  handlers: Handlers
  /** @returns a function that stops the listening */
  onEvent(listener: EventListener): () => void
  /** What the host plays or shows for a media id (`AppInfo.mediaBase`), or null where there is nothing. */
  mediaFile(mediaId: string): Promise<MediaFile | null>
  /** What `exports.make` made, or null where it is not kept any more. */
  exportFile(exportId: string): TakenFile | null
  /** Stops everything that is under way, the built-in service included; the next start goes on from there. */
  close(): Promise<void>
}

/** Parts of the core that tests replace. */
export interface CoreParts extends Pick<StageDeps, 'prepareAudio' | 'fetchRecording'> {
  /** In place of the built-in service. */
  deployment?: Deployment
}

/**
 * Puts the app's core together on its data folder and takes up again what an earlier run left unfinished.
 *
 * @throws PhonolensError `library-unavailable`
 */
export async function createCore(ports: CorePorts, parts: Partial<CoreParts> = {}): Promise<Core> {
  const release = claimDataDir(ports.dataDir)
  try {
    return assemble(ports, parts, release)
  } catch (error) {
    release()
    throw error
  }
}

function assemble(ports: CorePorts, parts: Partial<CoreParts>, release: () => void): Core {
  const { clock, log, random, dataDir } = ports
  const { emit, onEvent } = createEventHub(log)
  const library = openLibrary(dataDir, clock)
  const settings = openSettings({
    dataDir,
    clock,
    log,
    onChange: (changed) => {
      runner.setParallelTasks(changed.parallelTasks)
      emit('settings.changed', changed)
    },
  })
  const builtIn = builtInDeployment(ports, (state) => emit('service.changed', state))
  const connection = connectTo(parts.deployment ?? builtIn.deployment, ports)
  const deploymentId = connection.deployment.id
  const voices = createVoices({
    dataDir,
    deploymentId,
    library,
    log,
    listVoices: (signal) => connection.client.listVoices(signal),
    onChange: () => emit('voices.changed', null),
  })
  const exports = createExports({ ...ports, library })
  const progress = createProgressBoard(clock)
  const poller = createPoller({ clock, random, log })
  const runner = createTaskRunner({
    dataDir,
    samplePath: ports.samplePath,
    clock,
    log,
    random,
    library,
    poller,
    progress,
    locateFfmpeg: ports.locateFfmpeg,
    prepareAudio: parts.prepareAudio ?? prepareAudio,
    fetchRecording: parts.fetchRecording ?? fetchRecording,
    voices,
    connect: () => connection,
    parallelTasks: settings.get().parallelTasks,
    onChange: (row) => emit('tasks.changed', toSummary(row, progress.get(row.id))),
  })
  const tasks = createTaskCommands({ ...ports, library, runner, progress, voices, deploymentId, emit })
  const app = { ...ports.app, dataDir }
  const tools = () => toolStatus(ports)
  const { supervisor } = builtIn
  const handlers = createHandlers({
    ...{ app, settings, library, tasks, supervisor },
    ...{ voices, exports, tools },
  })
  tasks.resume()

  let closing: Promise<void> | null = null
  async function close(): Promise<void> {
    tasks.close()
    voices.close()
    exports.close()
    await runner.close()
    poller.close()
    await builtIn.supervisor.close()
    library.close()
    release()
  }
  return {
    handlers,
    onEvent,
    mediaFile: (mediaId) => findMedia({ dataDir, library, voices }, mediaId),
    exportFile: exports.file,
    close: () => (closing ??= close()),
  }
}

/** For now every task belongs to one deployment; a choice of several is made here, by the task's own. */
function connectTo(deployment: Deployment, { clock, random }: CorePorts): Connection & { client: ApiClient } {
  const budget = createRequestBudget(clock, deployment.polling.requestSpacingMs)
  const client = createApiClient({ deployment, budget, clock })
  return {
    deployment,
    client,
    upload: (path, signal, onProgress) => uploadFile({ client, clock, random }, path, signal, onProgress),
  }
}

/** Two apps on one library would both go on with what is unfinished. */
function claimDataDir(dataDir: string): () => void {
  let release: (() => void) | null
  try {
    release = lockFolder(dataDir)
  } catch (error) {
    throw new PhonolensError('library-unavailable', { detail: (error as Error).message, cause: error })
  }
  if (release) return release
  const detail = `Phonolens is running already with the folder ${dataDir}. Use that one, or name another with --data.`
  throw new PhonolensError('library-unavailable', { detail })
}
