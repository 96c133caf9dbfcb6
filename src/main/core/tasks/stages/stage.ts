import type { TaskProgress, TaskStage } from '#shared/task.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.ts'
import type { RandomSource } from '../../../../platform/random.ts'
import type { Deployment } from '../../deployment/deployment.ts'
import type { Library } from '../../library/library.ts'
import type { TaskPatch, TaskRow } from '../../library/task-row.ts'
import type { PreparedAudio, PrepareAudioOptions } from '../../media/prepare-audio.ts'
import type { Voices } from '../../voices/voices.ts'
import type { ApiClient } from '../api-client.ts'
import type { Poller } from '../poller.ts'
import type { Uploaded } from '../upload-file.ts'

export type SendBytes = (
  path: string,
  signal: AbortSignal,
  onProgress: (sentBytes: number, totalBytes: number) => void,
) => Promise<Uploaded>

export type FetchRecording = (
  url: string,
  path: string,
  signal: AbortSignal,
  onProgress: (doneBytes: number, totalBytes: number | null) => void,
) => Promise<void>

/** A deployment and the ways to reach it. */
export interface Connection {
  deployment: Deployment
  client: Pick<ApiClient, 'createStt' | 'createTtsPro' | 'createRestoreFace' | 'poll'>
  upload: SendBytes
}

/** What the stages touch of the world; the tests' runner puts its own in their place. */
export interface StageDeps {
  dataDir: string
  samplePath: string
  clock: Clock
  log: Log
  random: RandomSource
  library: Library
  poller: Poller
  locateFfmpeg(): string | null
  prepareAudio(options: PrepareAudioOptions): Promise<PreparedAudio>
  fetchRecording: FetchRecording
  voices: Pick<Voices, 'nameOf' | 'find'>
  connect(deploymentId: string): Connection
}

export interface StageContext {
  deps: StageDeps
  /** As it was when the stage began. */
  row: TaskRow
  signal: AbortSignal
  report(progress: TaskProgress): void
  /** Writes to the task and tells the pages, before the stage is over. */
  note(patch: TaskPatch): void
}

/** What to do next, and what to write together with it. */
export interface StageOutcome {
  next: TaskStage
  patch?: TaskPatch
}

/**
 * One stage of a task's life. It is written as the task's stage before it is called, and may be called again after a
 * crash at any point in it.
 *
 * @throws StageFailure or PhonolensError where the task has failed
 */
export type Stage = (context: StageContext) => Promise<StageOutcome>

/** Forgets what the service was given, so that the next try begins with a task of its own. */
export const NO_SUBMISSION = {
  idempotencyKey: null,
  submittedAt: null,
  serviceTaskId: null,
  runningSince: null,
} as const satisfies TaskPatch

export const NO_UPLOAD = {
  uploadUrl: null,
  uploadBase: null,
  uploadExpiresAt: null,
} as const satisfies TaskPatch
