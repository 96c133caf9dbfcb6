/**
 * One place where the task service runs, as the tasks see it: a base address, a key, and how to treat it. The built-in
 * service is one; hosted ones differ only in what they answer here.
 */
export interface Deployment {
  readonly id: string
  readonly name: string
  /** Where a create call is paid for: it is never repeated without the person's word. */
  readonly billsForWork: boolean
  /** Name of the storage scene that files are uploaded to. */
  readonly storageScene: string
  readonly polling: PollingHabits
  /** Time of work for each unit of recording, before anything was measured; null where nobody can say. */
  readonly typicalSpeed: number | null
  /** Longest text of one task, in UTF-16 code units. */
  readonly textLength: number
  /**
   * The address to call, without a slash at its end. Starts the service where that is needed, and waits for it.
   *
   * @throws PhonolensError `service-not-started`; the signal's reason when aborted
   */
  baseUrl(signal?: AbortSignal): Promise<string>
  /** For the `Authorization` header and nothing else. */
  apiKey(): string
}

/** How often a deployment may be asked. Milliseconds. */
export interface PollingHabits {
  shortestMs: number
  longestMs: number
  /** Between any two calls to it, whatever they are. */
  requestSpacingMs: number
}
