import { z } from 'zod'

export type HostKind = 'electron' | 'browser'

/** What a host cannot do is a flag here, never a call that throws. */
export interface HostCapabilities {
  /** Dropped files are read where they are; otherwise they are sent to the host first. */
  readsFilesInPlace: boolean
}

export interface AppInfo {
  version: string
  host: HostKind
  platform: string
  capabilities: HostCapabilities
  /** Where the app keeps everything. */
  dataDir: string
  /**
   * Address that a media id is appended to, percent-encoded; takes range requests. Media ids: a task's id is its
   * recording, its speech or its restored photo; `ID:before` its photo as it was, in a form that pages can show;
   * `voice:ID` a voice's sample.
   */
  mediaBase: string
}

/** A program or engine that work depends on. */
export interface ToolStatus {
  id: 'ffmpeg' | 'speech-to-text' | 'text-to-speech'
  /** The program's own name, such as "ffmpeg" or "PocketSphinx". */
  name: string
  ready: boolean
  version: string | null
  /** What to install or do; null when ready. */
  howToGet: string | null
}

export interface ServiceState {
  status: 'stopped' | 'starting' | 'ready' | 'failed'
  /** Base address while ready. */
  address: string | null
  /** The last line the service said before it failed. */
  detail: string | null
}

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** How many recordings are prepared and transcribed at the same time. */
  parallelTasks: z.number().int().min(1).max(8).default(2),
  /** Whether work that ends while the window is not in front is told of by the system. */
  notify: z.boolean().default(true),
  /** The voice and language that were used last. */
  lastVoiceId: z.string().max(200).default(''),
  lastLanguage: z.string().max(35).default(''),
})
export type Settings = z.infer<typeof settingsSchema>

export const settingsPatch = z.object({
  theme: z.enum(['system', 'light', 'dark']).optional(),
  parallelTasks: z.number().int().min(1).max(8).optional(),
  notify: z.boolean().optional(),
  lastVoiceId: z.string().max(200).optional(),
  lastLanguage: z.string().max(35).optional(),
})
export type SettingsPatch = z.infer<typeof settingsPatch>

/** A voice that text can be spoken with. */
export interface Voice {
  voiceId: string
  name: string
  gender: 'female' | 'male' | ''
  /** BCP 47 tags. */
  languages: string[]
  /** What speaks it, such as "flite"; empty where the deployment does not tell. */
  engine: string
  hasSample: boolean
  /** From the deployment's own list, or added here by hand or from a file. */
  origin: 'deployment' | 'added'
  favourite: boolean
}

export const addedVoice = z.object({
  voiceId: z.string().trim().min(1).max(200),
  name: z.string().trim().min(1).max(200),
  gender: z.enum(['female', 'male', '']).default(''),
  languages: z.array(z.string().trim().min(2).max(35)).min(1).max(200),
})
export type AddedVoice = z.infer<typeof addedVoice>

/** What became of a file of voices. `line` counts from 1, as an editor does. */
export interface VoicesImported {
  added: number
  updated: number
  refused: { line: number; reason: string }[]
}

/** A file made for the person to take away; the page downloads it from `/exports/<exportId>` of its own origin. */
export interface ExportedFile {
  exportId: string
  fileName: string
  mediaType: string
  bytes: number
}

export const SPEECH_FORMATS = ['wav', 'mp3', 'm4a', 'flac'] as const
export const PHOTO_FORMATS = ['png', 'jpeg', 'webp'] as const

export const exportRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('speech'), taskId: z.string().min(1).max(64), format: z.enum(SPEECH_FORMATS) }),
  z.object({
    kind: z.literal('photos'),
    /** One becomes a picture, several a ZIP file. */
    taskIds: z.array(z.string().min(1).max(64)).min(1).max(500),
    format: z.enum(PHOTO_FORMATS),
    /** 1 to 100; PNG has none. */
    quality: z.number().int().min(1).max(100),
    /** Whether the place where it was taken stays in the file. */
    keepLocation: z.boolean(),
  }),
])
export type ExportRequest = z.infer<typeof exportRequest>
