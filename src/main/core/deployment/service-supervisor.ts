import type { ServiceState } from '#shared/bridge/types.ts'
import { PhonolensError } from '#shared/errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { ServiceChild } from '../ports.ts'

/** How long a start may take; a slow disk on the first run included. */
const START_TIMEOUT_MS = 30_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000
/** Starts in a row that end before this long a life count against the service. */
const SHORT_LIFE_MS = 60_000
const MOST_SHORT_LIVES = 5
const READY_LINE = /^Service ready at (http:\/\/\S+)$/

export interface SupervisorDeps {
  clock: Clock
  log: Log
  launch(): ServiceChild
  onChange(state: ServiceState): void
}

export interface ServiceSupervisor {
  state(): ServiceState
  /**
   * Starts the service where it is not running, and waits until it is.
   *
   * @returns its base address
   * @throws PhonolensError `service-not-started`; the signal's reason when aborted
   */
  whenReady(signal?: AbortSignal): Promise<string>
  /** Ends the running service, if any, and starts anew, with a clean record. */
  restart(): Promise<ServiceState>
  /** @returns when the service is gone */
  close(): Promise<void>
}

/**
 * Keeps the built-in service running from the first time it is asked for until the app ends: a service that ends by
 * itself is started again after a growing pause, until it has shown that it cannot stay up.
 */
export function superviseService(deps: SupervisorDeps): ServiceSupervisor {
  let state: ServiceState = { status: 'stopped', address: null, detail: null }
  let child: { service: ServiceChild; gone: Promise<void> } | null = null
  let shortLives = 0
  /** Aborted when the present attempts to keep it up are given up for new ones, or for good. */
  let effort = new AbortController()
  let closed = false
  const waiting = new Set<() => void>()

  const become = (next: ServiceState): void => {
    state = next
    if (!closed) deps.onChange(next)
    for (const wake of [...waiting]) wake()
  }

  function start(): void {
    const mine = new AbortController()
    const startedAt = deps.clock.now()
    const service = deps.launch()
    let lastLine: string | null = null
    child = { service, gone: new Promise((resolve) => service.onExit(resolve)) }
    become({ status: 'starting', address: null, detail: null })
    service.onLine((line) => {
      const address = READY_LINE.exec(line.trim())?.[1]
      if (address === undefined) {
        if (line.trim() !== '') lastLine = line.trim().slice(0, 300)
        deps.log.info(`service: ${line}`)
      } else if (child?.service === service) {
        mine.abort()
        become({ status: 'ready', address, detail: null })
      }
    })
    service.onExit(() => {
      mine.abort()
      if (child?.service !== service) return
      child = null
      shortLives = deps.clock.now() - startedAt < SHORT_LIFE_MS ? shortLives + 1 : 0
      deps.log.warn('The built-in service ended unexpectedly', lastLine)
      if (shortLives >= MOST_SHORT_LIVES) become({ status: 'failed', address: null, detail: lastLine })
      else void startAgain(lastLine, effort.signal)
    })
    // A service that hangs while it starts is ended, which counts like any other short life.
    void unlessAborted(deps.clock.sleep(START_TIMEOUT_MS, mine.signal), () => service.kill())
  }

  function startAgain(lastLine: string | null, signal: AbortSignal): Promise<void> {
    become({ status: 'starting', address: null, detail: lastLine })
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, shortLives - 1))
    return unlessAborted(deps.clock.sleep(pauseMs, signal), () => start())
  }

  function startAnew(): void {
    effort.abort()
    effort = new AbortController()
    shortLives = 0
    start()
  }

  async function whenReady(signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted()
    if (closed) throw new PhonolensError('service-not-started')
    if (state.status === 'stopped' || state.status === 'failed') startAnew()
    for (;;) {
      if (state.status === 'ready' && state.address !== null) return state.address
      if (closed || state.status === 'failed') {
        throw new PhonolensError('service-not-started', { detail: state.detail ?? undefined })
      }
      await nextChange(waiting, signal)
    }
  }

  /** @returns when it is gone: two services cannot share one folder */
  async function stopChild(): Promise<void> {
    const ending = child
    child = null
    ending?.service.kill()
    await ending?.gone
  }

  return {
    state: () => state,
    whenReady,
    async restart() {
      effort.abort()
      become({ status: 'starting', address: null, detail: null })
      await stopChild()
      if (!closed) startAnew()
      try {
        await whenReady()
      } catch (error) {
        deps.log.warn('The built-in service could not be restarted', (error as Error).message)
      }
      return state
    },
    async close() {
      closed = true
      effort.abort()
      become({ status: 'stopped', address: null, detail: null })
      await stopChild()
    },
  }
}

async function unlessAborted(sleep: Promise<void>, then: () => void): Promise<void> {
  const slept = await sleep.then(
    () => true,
    () => false,
  )
  if (slept) then()
}

function nextChange(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      waiting.delete(finish)
      signal?.removeEventListener('abort', finish)
      if (signal?.aborted) reject(signal.reason as Error)
      else resolve()
    }
    waiting.add(finish)
    signal?.addEventListener('abort', finish)
  })
}
