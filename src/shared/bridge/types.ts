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
  /** Address that a task id is appended to, to play its recording; takes range requests. */
  mediaBase: string
}

/** A program or engine that work depends on. */
export interface ToolStatus {
  id: 'ffmpeg' | 'speech-to-text'
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
})
export type Settings = z.infer<typeof settingsSchema>

export const settingsPatch = z.object({
  theme: z.enum(['system', 'light', 'dark']).optional(),
  parallelTasks: z.number().int().min(1).max(8).optional(),
})
export type SettingsPatch = z.infer<typeof settingsPatch>
