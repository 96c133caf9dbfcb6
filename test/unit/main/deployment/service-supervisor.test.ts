import { beforeEach, describe, expect, it } from 'vitest'
import type { ServiceState } from '#shared/bridge/types.ts'
import {
  superviseService,
  type ServiceSupervisor,
} from '../../../../src/main/core/deployment/service-supervisor.ts'
import type { ServiceChild } from '../../../../src/main/core/ports.ts'
import { keptLog } from '../../../support/core.ts'
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts'

/** A service process in a test's hands. */
interface FakeChild extends ServiceChild {
  says(line: string): void
  ends(): void
  startedAt: number
  killed: boolean
}

let clock: VirtualClock
let children: FakeChild[]
let states: ServiceState['status'][]
let supervisor: ServiceSupervisor
/** What each new child does at once, if anything. */
let behaviour: (child: FakeChild) => void

function launch(): ServiceChild {
  const lines: ((line: string) => void)[] = []
  const exits: (() => void)[] = []
  let ended = false
  const child: FakeChild = {
    startedAt: clock.now(),
    killed: false,
    onLine: (listener) => void lines.push(listener),
    onExit: (listener) => void exits.push(listener),
    says: (line) => lines.forEach((listener) => listener(line)),
    ends: () => {
      if (!ended) exits.forEach((listener) => listener())
      ended = true
    },
    kill: () => {
      child.killed = true
      queueMicrotask(child.ends)
    },
  }
  children.push(child)
  queueMicrotask(() => behaviour(child))
  return child
}

const ready = (child: FakeChild): void => child.says('Service ready at http://127.0.0.1:4711')

beforeEach(() => {
  clock = createVirtualClock(0)
  children = []
  states = []
  behaviour = ready
  supervisor = superviseService({
    clock,
    log: keptLog(),
    launch,
    onChange: (state) => states.push(state.status),
  })
})

describe('the built-in service', () => {
  it('is started by the first who needs it, once for all who do', async () => {
    expect(supervisor.state().status).toBe('stopped')
    expect(children.length).toBe(0)
    const addresses = await Promise.all([supervisor.whenReady(), supervisor.whenReady()])
    expect(addresses).toEqual(['http://127.0.0.1:4711', 'http://127.0.0.1:4711'])
    expect(children.length).toBe(1)
    expect(states).toEqual(['starting', 'ready'])
  })

  it('comes back when it ends by itself', async () => {
    await supervisor.whenReady()
    children[0]!.ends()
    expect(supervisor.state().status).toBe('starting')
    await supervisor.whenReady()
    expect(children.length).toBe(2)
  })

  it('is given up after it ended at once time after time, with its last words', async () => {
    behaviour = (child) => {
      child.says('The port is taken.')
      child.ends()
    }
    await expect(supervisor.whenReady()).rejects.toMatchObject({
      info: { code: 'service-not-started', detail: 'The port is taken.' },
    })
    expect(supervisor.state()).toMatchObject({ status: 'failed', detail: 'The port is taken.' })
    const gaps = children.slice(1).map((child, index) => child.startedAt - children[index]!.startedAt)
    expect(gaps).toEqual([250, 500, 1_000, 2_000])
  })

  it('gets another chance from the next who needs it', async () => {
    behaviour = (child) => child.ends()
    await expect(supervisor.whenReady()).rejects.toBeDefined()
    behaviour = ready
    expect(await supervisor.whenReady()).toContain('4711')
  })

  it('is ended when it hangs while it starts', async () => {
    behaviour = (child) => {
      if (children.length > 1) ready(child)
    }
    await supervisor.whenReady()
    expect(children.map((child) => child.killed)).toEqual([true, false])
    expect(clock.now()).toBeGreaterThanOrEqual(30_000)
  })

  it('is restarted when the person asks, the old one gone before the new one comes', async () => {
    await supervisor.whenReady()
    behaviour = (child) => {
      expect(children[0]!.killed).toBe(true)
      ready(child)
    }
    expect(await supervisor.restart()).toMatchObject({ status: 'ready' })
    expect(children.length).toBe(2)
  })

  it('stays away once the app has ended', async () => {
    await supervisor.whenReady()
    await supervisor.close()
    expect(children[0]!.killed).toBe(true)
    expect(supervisor.state().status).toBe('stopped')
    await expect(supervisor.whenReady()).rejects.toMatchObject({ info: { code: 'service-not-started' } })
    expect(children.length).toBe(1)
  })

  it('lets go of who does not want to wait any more', async () => {
    behaviour = () => undefined
    const stop = new AbortController()
    const reason = new Error('enough')
    const waiting = supervisor.whenReady(stop.signal)
    stop.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    await supervisor.close()
  })
})
