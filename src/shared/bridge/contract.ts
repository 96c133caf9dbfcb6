import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import type { RestoredPhoto, Speech, TaskSummary, Transcript } from '../task.ts'
import type {
  AppInfo,
  ExportedFile,
  Settings,
  ServiceState,
  ToolStatus,
  Voice,
  VoicesImported,
} from './types.ts'
import { addedVoice, exportRequest, settingsPatch } from './types.ts'

/**
 * Everything the pages can ask of the core: a name, a schema for what they send, a type for what they get. Both hosts
 * carry exactly this table through `hostCall`; a method that is not here does not exist.
 */
function method<Input extends z.ZodType>(input: Input) {
  return {
    returns: <Output>() => ({ input }) as { input: Input; readonly output?: Output },
  }
}

const nothing = z.undefined().optional()
const taskId = z.object({ taskId: z.string().min(1).max(64) })

/** Most sources in one call: a folder of recordings, not a disk. */
const MAX_SOURCES = 500

export const sourceInput = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('file'),
    path: z.string().min(1).max(4_096),
    name: z.string().min(1).max(1_024),
  }),
  z.object({ type: z.literal('url'), url: z.string().min(1).max(8_192) }),
  z.object({ type: z.literal('sample') }),
])
export type SourceInput = z.infer<typeof sourceInput>

/** There is no sample photo. */
export const photoSource = z.discriminatedUnion('type', [sourceInput.options[0], sourceInput.options[1]])
export type PhotoSource = z.infer<typeof photoSource>

export const METHODS = {
  /** What this host is and can do. */
  'app.info': method(nothing).returns<AppInfo>(),
  /** Looks again at what is installed: ffmpeg, and the service's engines. */
  'app.tools': method(nothing).returns<ToolStatus[]>(),

  'settings.get': method(nothing).returns<Settings>(),
  'settings.update': method(settingsPatch).returns<Settings>(),

  'service.state': method(nothing).returns<ServiceState>(),
  'service.restart': method(nothing).returns<ServiceState>(),

  /** All tasks, newest first. */
  'tasks.list': method(nothing).returns<TaskSummary[]>(),
  'tasks.get': method(taskId).returns<TaskSummary>(),
  /** One task a source, in the order given. A source that cannot be used becomes a failed task, never a lost one. */
  'tasks.transcribe': method(z.object({ sources: z.array(sourceInput).min(1).max(MAX_SOURCES) })).returns<
    TaskSummary[]
  >(),
  /** A text of any length up to the limit; what cannot be spoken becomes a failed task. */
  'tasks.speak': method(
    z.object({
      text: z.string().max(LIMITS.spokenTextLength),
      voiceId: z.string().min(1).max(200),
      language: z.string().min(1).max(35),
      name: z.string().trim().min(1).max(255).optional(),
    }),
  ).returns<TaskSummary>(),
  /** One task a photo. `fit` makes photos over the limits smaller instead of refusing them. */
  'tasks.restore': method(
    z.object({ sources: z.array(photoSource).min(1).max(MAX_SOURCES), fit: z.boolean() }),
  ).returns<TaskSummary[]>(),
  /** Begins again with a photo that was refused for its size, made to fit. */
  'tasks.fit': method(taskId).returns<TaskSummary>(),
  'tasks.cancel': method(taskId).returns<TaskSummary>(),
  /** Begins again from what is still good: the prepared audio, the upload, the service's task. */
  'tasks.retry': method(taskId).returns<TaskSummary>(),
  'tasks.rename': method(taskId.extend({ name: z.string().trim().min(1).max(255) })).returns<TaskSummary>(),
  /** Hides the task and keeps it for a while, so that `tasks.undelete` can bring it back. */
  'tasks.delete': method(taskId).returns<null>(),
  'tasks.undelete': method(taskId).returns<TaskSummary>(),

  'speech.get': method(taskId).returns<Speech>(),
  'photos.get': method(taskId).returns<RestoredPhoto>(),
  /** Makes a file of a finished speech or of finished photos, in the format asked for. */
  'exports.make': method(exportRequest).returns<ExportedFile>(),

  /** Favourites first, then those added here, then the deployment's in its own order. */
  'voices.list': method(nothing).returns<Voice[]>(),
  'voices.favour': method(
    z.object({ voiceId: z.string().min(1).max(200), favourite: z.boolean() }),
  ).returns<null>(),
  'voices.add': method(addedVoice).returns<Voice>(),
  'voices.remove': method(z.object({ voiceId: z.string().min(1).max(200) })).returns<null>(),
  'voices.import': method(
    z.object({ format: z.enum(['csv', 'json']), text: z.string().max(LIMITS.jsonBodyBytes) }),
  ).returns<VoicesImported>(),

  'transcripts.get': method(taskId).returns<Transcript>(),
  /** The subtitles as a file's name and text; the page offers it as a download. */
  'transcripts.export': method(taskId.extend({ format: z.enum(['srt']) })).returns<ExportedText>(),
} as const

export interface ExportedText {
  fileName: string
  mediaType: string
  text: string
}

export type Methods = typeof METHODS
export type MethodName = keyof Methods
export type MethodInput<Name extends MethodName> = z.infer<Methods[Name]['input']>
export type MethodOutput<Name extends MethodName> = Exclude<Methods[Name]['output'], undefined>

/** What the core tells the pages unasked. */
export interface Events {
  'tasks.changed': TaskSummary
  'tasks.removed': { taskId: string }
  'service.changed': ServiceState
  'settings.changed': Settings
  /** Some voice is not as it was; the list is to be asked for again. */
  'voices.changed': null
}
export type EventName = keyof Events
export const EVENT_NAMES = [
  'tasks.changed',
  'tasks.removed',
  'service.changed',
  'settings.changed',
  'voices.changed',
] as const satisfies readonly EventName[]

/** A handler for every method; one that is missing or of the wrong type does not compile. */
export type Handlers = {
  [Name in MethodName]: (input: MethodInput<Name>) => Promise<MethodOutput<Name>>
}

export type EventListener = <Name extends EventName>(name: Name, payload: Events[Name]) => void
