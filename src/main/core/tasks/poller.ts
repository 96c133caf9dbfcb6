import { TASK_STATUS } from '#shared/api/tasks.ts'
import { PhonolensError } from '#shared/errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { RandomSource } from '../../../platform/random.ts'
import type { PollingHabits } from '../deployment/deployment.ts'
import type { PollAnswer } from './api-client.ts'
import { CallError } from './read-answer.ts'

export interface PollerDeps {
  clock: Clock
  random: RandomSource
  log: Log
}

export interface Watch {
  /** One look at the task. */
  look(signal: AbortSignal): Promise<PollAnswer>
  polling: PollingHabits
  /** When to look first, from now: about when the work may be done. */
  firstLookMs: number
  /** How long to keep looking in all. */
  patienceMs: number
  signal: AbortSignal
  /** Told of every answer that is not the last. */
  onStatus(status: number): void
}

export interface Poller {
  /**
   * Looks until the task has succeeded or failed.
   *
   * @returns the last answer, of status 3 or 4
   * @throws CallError for what looking again does not change; PhonolensError `task-deadline`; the signal's reason
   */
  watch(watch: Watch): Promise<PollAnswer>
  close(): void
}

const GROWTH = 1.4
/** Each look comes up to this much sooner or later, so that many tasks do not ask in one breath. */
const JITTER = 0.2
const LONGEST_PAUSE_MS = 30_000
/** So many answers in a row that make no sense, or tell of an error, are taken at their word. */
const MOST_BAD_ANSWERS = 8
/** A wait that took this much longer than asked for: the computer slept, and the service may have, too. */
const SLEPT_MS = 30_000

interface Entry extends Watch {
  nextAt: number
  intervalMs: number
  deadlineAt: number
  badAnswers: number
  lostCalls: number
  lastStatus: number | null
  looking: boolean
  resolve(answer: PollAnswer): void
  reject(error: unknown): void
}

/** One loop for all tasks that wait for a service, on the app's clock. */
export function createPoller({ clock, random, log }: PollerDeps): Poller {
  const entries = new Set<Entry>()
  let wake = new AbortController()
  let running = false

  async function loop(): Promise<void> {
    while (entries.size > 0) {
      const due = [...entries].filter((entry) => !entry.looking)
      const at = Math.min(...due.map((entry) => entry.nextAt))
      if (at > clock.now()) await sleepUntil(at)
      for (const entry of due) {
        if (entries.has(entry) && entry.nextAt <= clock.now()) void look(entry)
      }
    }
    running = false
  }

  /** Ends early when an entry comes, goes or has been looked at. */
  async function sleepUntil(at: number): Promise<void> {
    wake = new AbortController()
    const { signal } = wake
    try {
      await (at === Infinity ? untilAborted(signal) : clock.sleep(at - clock.now(), signal))
    } catch (error) {
      if (!signal.aborted) throw error
    }
    const sleptMs = clock.now() - at
    if (sleptMs > SLEPT_MS && at !== Infinity) for (const entry of entries) entry.deadlineAt += sleptMs
  }

  async function look(entry: Entry): Promise<void> {
    entry.looking = true
    try {
      const answer = await entry.look(entry.signal)
      const status = answer.data.task.status
      if (status === TASK_STATUS.succeeded || status === TASK_STATUS.failed)
        return end(entry, () => entry.resolve(answer))
      entry.badAnswers = 0
      entry.lostCalls = 0
      if (status !== entry.lastStatus) entry.intervalMs = entry.polling.shortestMs
      entry.lastStatus = status
      entry.onStatus(status)
      lookAgainIn(entry, entry.intervalMs)
      entry.intervalMs = Math.min(entry.polling.longestMs, entry.intervalMs * GROWTH)
    } catch (error) {
      if (entry.signal.aborted) return
      const pauseMs = pauseAfter(entry, error)
      if (pauseMs === null) return end(entry, () => entry.reject(error))
      log.warn('A look at the service did not work and is repeated', (error as Error).message)
      lookAgainIn(entry, pauseMs)
    } finally {
      entry.looking = false
      wake.abort()
    }
  }

  function lookAgainIn(entry: Entry, ms: number): void {
    const at = clock.now() + ms * (1 + JITTER * (2 * random.fraction() - 1))
    if (at > entry.deadlineAt) end(entry, () => entry.reject(new PhonolensError('task-deadline')))
    else entry.nextAt = at
  }

  function end(entry: Entry, settle: () => void): void {
    if (entries.delete(entry)) settle()
    wake.abort()
  }

  return {
    watch(watch) {
      return new Promise((resolve, reject) => {
        if (watch.signal.aborted) return reject(watch.signal.reason as Error)
        const now = clock.now()
        const stop = (): void => end(entry, () => reject(watch.signal.reason as Error))
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            watch.signal.removeEventListener('abort', stop)
            settle(value)
          }
        const entry: Entry = {
          ...watch,
          nextAt: now + watch.firstLookMs,
          intervalMs: watch.polling.shortestMs,
          deadlineAt: now + watch.patienceMs,
          badAnswers: 0,
          lostCalls: 0,
          lastStatus: null,
          looking: false,
          resolve: settled(resolve),
          reject: settled(reject),
        }
        watch.signal.addEventListener('abort', stop)
        entries.add(entry)
        wake.abort()
        if (!running) {
          running = true
          void loop()
        }
      })
    },
    close() {
      entries.clear()
      wake.abort()
    },
  }
}

/**
 * How long to wait after a look that did not work, or null where looking again changes nothing. A network that is away
 * is waited for until the deadline: the service goes on with its work meanwhile.
 */
function pauseAfter(entry: Entry, error: unknown): number | null {
  if (!(error instanceof CallError) || !error.passing) return null
  const { code } = error.info
  if (code === 'service-malformed' || code === 'service-error') {
    entry.badAnswers += 1
    if (entry.badAnswers > MOST_BAD_ANSWERS) return null
  }
  entry.lostCalls += 1
  const growing = Math.min(LONGEST_PAUSE_MS, entry.polling.shortestMs * 2 ** entry.lostCalls)
  return Math.max(error.retryAfterMs ?? 0, growing)
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
