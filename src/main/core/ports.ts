import type { AppInfo } from '#shared/bridge/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { RandomSource } from '../../platform/random.ts'

/** A running service process, however the host starts processes. */
export interface ServiceChild {
  /** Each whole line of its standard output and standard error. */
  onLine(listener: (line: string) => void): void
  /** Once, when the process has ended or could not be started. */
  onExit(listener: () => void): void
  kill(): void
}

export interface LaunchServiceOptions {
  /** Added to the little that every child process gets; holds the service's key. */
  env: Record<string, string>
  args: readonly string[]
}

/** What the core needs from the host it runs in. Everything it touches outside of Node itself comes through here. */
export interface CorePorts {
  /** Absolute path of the folder everything is kept in; made where it does not exist. */
  dataDir: string
  app: Omit<AppInfo, 'dataDir'>
  clock: Clock
  log: Log
  random: RandomSource
  /** Absolute path of the recording behind "Try a sample". */
  samplePath: string
  launchService(options: LaunchServiceOptions): ServiceChild
  /** Whether a page may name this file: any that the person chose, or, in a browser, only those it sent. */
  mayOpenPath(path: string): boolean
  /** Absolute path of ffmpeg, or null where there is none. Asked again before each use. */
  locateFfmpeg(): string | null
  /** Told when no task needs a file any more that the host keeps for the pages. */
  releasePath?(path: string): void
}
