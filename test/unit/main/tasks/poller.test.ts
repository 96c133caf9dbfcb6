import { describe, expect, it } from 'vitest'
import { loosePoll } from '#shared/api/lenient.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { PollAnswer } from '../../../../src/main/core/tasks/api-client.ts'
import { createPoller, type Watch } from '../../../../src/main/core/tasks/poller.ts'
import { CallError } from '../../../../src/main/core/tasks/read-answer.ts'
import { keptLog } from '../../../support/core.ts'
import { createVirtualClock } from '../../../support/virtual-clock.ts'

const HOUR = 3_600_000

function answer(status: number): PollAnswer {
  return { data: loosePoll.parse({ task: { status } }), text: '' }
}

function lost(code: ErrorCode, passing = true, retryAfterMs: number | null = null): CallError {
  return new CallError(code, { passing, retryAfterMs })
}

function setUp(fraction = 0.5) {
  const clock = createVirtualClock(0)
  const poller = createPoller({ clock, log: keptLog(), random: { id: () => 'id', fraction: () => fraction } })
  const looks: number[] = []
  const statuses: number[] = []
  /** The last of the answers is given again and again. */
  const watch = (answers: (PollAnswer | Error)[], changes: Partial<Watch> = {}) => {
    let next = 0
    return poller.watch({
      look: async () => {
        looks.push(clock.now())
        const given = answers[Math.min(next++, answers.length - 1)]!
        if (given instanceof Error) throw given
        return given
      },
      polling: { shortestMs: 1_000, longestMs: 5_000, requestSpacingMs: 0 },
      firstLookMs: 2_000,
      patienceMs: HOUR,
      signal: new AbortController().signal,
      onStatus: (status) => statuses.push(status),
      ...changes,
    })
  }
  const gaps = () => looks.slice(1).map((at, index) => Math.round(at - looks[index]!))
  return { clock, poller, watch, looks, statuses, gaps }
}

describe('the poller', () => {
  it('looks first when it is told to, then at growing intervals up to a longest', async () => {
    const { watch, looks, gaps, statuses } = setUp()
    const done = await watch([...Array.from({ length: 8 }, () => answer(1)), answer(3)])
    expect(done.data.task.status).toBe(3)
    expect(looks[0]).toBe(2_000)
    expect(gaps()).toEqual([1_000, 1_400, 1_960, 2_744, 3_842, 5_000, 5_000, 5_000])
    expect(statuses).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
  })

  it('looks often again when the status changes', async () => {
    const { watch, gaps } = setUp()
    await watch([answer(1), answer(1), answer(1), answer(2), answer(4)])
    expect(gaps()).toEqual([1_000, 1_400, 1_960, 1_000])
  })

  it.each([
    [0, 800],
    [0.999999, 1_200],
  ])('spreads its looks by chance: %f', async (fraction, gap) => {
    const { watch, gaps } = setUp(fraction)
    await watch([answer(2), answer(3)])
    expect(gaps()).toEqual([gap])
  })

  it('keeps waiting on a status nobody documented, without asking more often', async () => {
    const { watch, gaps } = setUp()
    await watch([answer(0), answer(77), answer(77), answer(-1), answer(3)])
    expect(Math.min(...gaps())).toBeGreaterThanOrEqual(1_000)
  })

  it('waits for a network that is away, at growing intervals, and forgets it when it is back', async () => {
    const { watch, gaps } = setUp()
    const away = lost('service-unreachable')
    await watch([away, away, lost('service-timeout'), answer(2), away, answer(3)])
    expect(gaps()).toEqual([2_000, 4_000, 8_000, 1_000, 2_000])
  })

  it('does what Retry-After asks', async () => {
    const { watch, gaps } = setUp()
    await watch([lost('service-busy', true, 60_000), answer(3)])
    expect(gaps()).toEqual([60_000])
  })

  it('gives up on what looking again does not change', async () => {
    const { watch, looks } = setUp()
    await expect(watch([lost('service-key-refused', false)])).rejects.toMatchObject({
      info: { code: 'service-key-refused' },
    })
    expect(looks.length).toBe(1)
  })

  it('takes a service at its word that answers nonsense time after time', async () => {
    const { watch, looks } = setUp()
    await expect(watch([lost('service-malformed')])).rejects.toMatchObject({
      info: { code: 'service-malformed' },
    })
    expect(looks.length).toBe(9)
  })

  it('ends at the deadline, also while the network is away', async () => {
    const { watch, clock } = setUp()
    await expect(watch([answer(2)], { patienceMs: 60_000 })).rejects.toMatchObject({
      info: { code: 'task-deadline' },
    })
    expect(clock.now()).toBeLessThanOrEqual(60_000)
    await expect(watch([lost('service-unreachable')], { patienceMs: 90_000 })).rejects.toMatchObject({
      info: { code: 'task-deadline' },
    })
  })

  it('does not count the time the computer slept', async () => {
    const { watch, clock } = setUp()
    const watching = watch([answer(2), answer(2), answer(2), answer(3)], { patienceMs: 60_000 })
    clock.skip(8 * HOUR)
    expect((await watching).data.task.status).toBe(3)
  })

  it('stops when asked to, during a look as well', async () => {
    const { watch, poller, clock } = setUp()
    const stop = new AbortController()
    const waiting = watch([answer(2)], { signal: stop.signal, firstLookMs: HOUR })
    const reason = new Error('enough')
    let began: () => void
    const looking = new Promise<void>((resolve) => (began = resolve))
    const inside = poller.watch({
      look: (signal) => {
        began()
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      },
      polling: { shortestMs: 1, longestMs: 1, requestSpacingMs: 0 },
      firstLookMs: 0,
      patienceMs: HOUR,
      signal: stop.signal,
      onStatus: () => undefined,
    })
    await looking
    stop.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    await expect(inside).rejects.toBe(reason)
    expect(clock.now()).toBeLessThan(HOUR)
  })

  it('looks after many tasks at once, none held up by another that does not answer', async () => {
    const { watch } = setUp()
    const silent = new AbortController()
    const stuck = watch([], {
      look: () => new Promise(() => undefined),
      firstLookMs: 0,
      signal: silent.signal,
    })
    const others = await Promise.all([1, 2, 3].map(() => watch([answer(1), answer(2), answer(3)])))
    expect(others.map((other) => other.data.task.status)).toEqual([3, 3, 3])
    silent.abort()
    await expect(stuck).rejects.toBeDefined()
  })
})
