/** What kind of component an engine is waiting for, in words a person can act on. */
export type EngineStatus = { ready: true; version: string } | { ready: false; howToGet: string }

export interface EngineContext {
  /** Aborted when the task is cancelled or the service stops: the engine kills what it started and rejects. */
  signal: AbortSignal
  /** A folder of the task's own, empty at the start and deleted afterwards. */
  workDir: string
  /** @param fraction 0 to 1, never less than before */
  onProgress(fraction: number): void
}

/**
 * One way of doing one kind of task. Engines run their native code in processes of their own, so that a crash there
 * costs one attempt and not the service.
 */
export interface Engine<Input, Output> {
  readonly id: string
  /** Cheap enough to be called before each task; never throws. */
  check(): Promise<EngineStatus>
  /**
   * @throws EngineError where the input is at fault or the engine failed; `signal.reason` when aborted
   */
  run(input: Input, context: EngineContext): Promise<Output>
}

/**
 * A failure whose message may be shown to the client as the task's `reason`.
 *
 * @property errorCode the number that goes with `reason` in the task record; negative, as deployments of this API give
 * @property retryable the worker may try again: the engine died, not the input
 */
export class EngineError extends Error {
  readonly errorCode: number
  readonly retryable: boolean

  constructor(errorCode: number, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'EngineError'
    this.errorCode = errorCode
    this.retryable = options.retryable ?? false
  }
}

/** Numbers for `errorCode`. Ours, but for -2008 (busy), which a hosted deployment is seen to give. */
export const TASK_ERROR_CODES = {
  fetchFailed: -2001,
  notMedia: -2002,
  noAudio: -2003,
  empty: -2004,
  overLimit: -2005,
  engineFailed: -2006,
  noEngine: -2007,
  busy: -2008,
  tooManyAttempts: -2009,
} as const
