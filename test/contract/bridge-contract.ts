import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bridge, FileRef } from '#shared/bridge/bridge.ts'
import type { EventName, Events, Handlers } from '#shared/bridge/contract.ts'
import { PhonolensError } from '#shared/errors.ts'
import { aTask } from '../support/a-task.ts'

/** A bridge connected to the handlers that the suite gives. */
export interface BridgeHarness {
  bridge: Bridge
  /** Tells the pages something from the core's side. Resolves once it is on its way. */
  emit<Name extends EventName>(name: Name, payload: Events[Name]): void | Promise<void>
  /** A file as the page would get it from a drop or a dialog. */
  makeFile(name: string, content: string): File | Promise<File>
  /** The content that the core would find behind a file reference. */
  readBack(ref: FileRef): Promise<string>
  close(): void | Promise<void>
}

/** Everything the pages rely on, whatever carries their calls. */
export function bridgeContract(
  name: string,
  makeHarness: (handlers: Partial<Handlers>) => Promise<BridgeHarness>,
): void {
  describe(`${name} keeps the contract of a bridge`, () => {
    let harness: BridgeHarness
    let received: unknown[]

    beforeEach(async () => {
      received = []
      harness = await makeHarness({
        'tasks.get': async ({ taskId }) => aTask({ id: taskId, name: `name of ${taskId}` }),
        'tasks.rename': async (input) => {
          received.push(input)
          return aTask({ id: input.taskId, name: input.name })
        },
        'tasks.list': async () => [aTask({ id: 'a' }), aTask({ id: 'b' })],
        'tasks.delete': async () => null,
        'tasks.cancel': async () => {
          throw new PhonolensError('not-found', {
            params: { name: 'x.wav' },
            detail: 'gone',
            serviceCode: 40401,
          })
        },
        'tasks.retry': async () => {
          throw new Error('a secret of the core')
        },
      })
    })
    afterEach(() => harness.close())

    it('answers a call with the value of its handler', async () => {
      const outcome = await harness.bridge.call('tasks.get', { taskId: 'a' })
      expect(outcome).toEqual({ ok: true, value: aTask({ id: 'a', name: 'name of a' }) })
    })

    it('carries calls that take nothing and calls that answer null', async () => {
      expect(await harness.bridge.call('tasks.list', undefined)).toMatchObject({
        ok: true,
        value: { length: 2 },
      })
      expect(await harness.bridge.call('tasks.delete', { taskId: 'a' })).toEqual({ ok: true, value: null })
    })

    it('carries any text unchanged, and what the schema does to it', async () => {
      const words = 'naïve “quotes” \\ \'"` 日本語 👩‍🔬 <b>&amp;</b>\u2028end'
      const outcome = await harness.bridge.call('tasks.rename', { taskId: 'a', name: `  ${words} ` })
      expect(outcome).toMatchObject({ ok: true, value: { name: words } })
      expect(received).toEqual([{ taskId: 'a', name: words }])
    })

    it('gives an expected failure as data, whole', async () => {
      expect(await harness.bridge.call('tasks.cancel', { taskId: 'a' })).toEqual({
        ok: false,
        error: { code: 'not-found', params: { name: 'x.wav' }, detail: 'gone', serviceCode: 40401 },
      })
    })

    it('gives an unexpected failure an incident id and keeps what it said to itself', async () => {
      const outcome = await harness.bridge.call('tasks.retry', { taskId: 'a' })
      expect(outcome).toMatchObject({
        ok: false,
        error: { code: 'internal', params: { incident: expect.anything() } },
      })
      expect(JSON.stringify(outcome)).not.toContain('secret')
    })

    it('refuses a method that does not exist and an input that does not fit', async () => {
      const call = harness.bridge.call as (name: string, input: unknown) => Promise<unknown>
      expect(await call('tasks.explode', {})).toMatchObject({ ok: false, error: { code: 'unknown-method' } })
      expect(await call('constructor', {})).toMatchObject({ ok: false, error: { code: 'unknown-method' } })
      expect(await call('tasks.rename', { taskId: 'a', name: '' })).toMatchObject({
        ok: false,
        error: { code: 'invalid-input', detail: expect.stringContaining('name') },
      })
      expect(received).toEqual([])
    })

    it('gives each of many calls at once its own answer', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `task-${index}`)
      const outcomes = await Promise.all(ids.map((taskId) => harness.bridge.call('tasks.get', { taskId })))
      expect(outcomes.map((outcome) => outcome.ok && outcome.value.id)).toEqual(ids)
    })

    it('hands events to those who listen for them, until they stop', async () => {
      const seen: string[] = []
      const stop = harness.bridge.on('tasks.changed', (task) => seen.push(`first ${task.name}`))
      const first = next(harness.bridge, 'tasks.changed')
      await harness.emit('tasks.changed', aTask({ name: 'one' }))
      expect(await first).toEqual(aTask({ name: 'one' }))
      stop()
      const second = next(harness.bridge, 'tasks.changed')
      const other = next(harness.bridge, 'tasks.removed')
      await harness.emit('tasks.changed', aTask({ name: 'two' }))
      await harness.emit('tasks.removed', { taskId: 'a' })
      expect((await second).name).toBe('two')
      expect(await other).toEqual({ taskId: 'a' })
      expect(seen).toEqual(['first one'])
    })

    it('hands over an event that says only that something changed', async () => {
      const changed = next(harness.bridge, 'voices.changed')
      await harness.emit('voices.changed', null)
      expect(await changed).toBeNull()
    })

    it('makes a file readable for the core under its own name', async () => {
      const fileName = 'a “quoted” & spaced 👋 name.wav'
      const outcome = await harness.bridge.importFile(await harness.makeFile(fileName, 'RIFF and so on'))
      expect(outcome).toMatchObject({ ok: true, value: { type: 'file', name: fileName } })
      expect(outcome.ok && (await harness.readBack(outcome.value))).toBe('RIFF and so on')
    })

    it('does not bring in a file once told to stop', async () => {
      const file = await harness.makeFile('late.wav', 'x')
      const outcome = await harness.bridge.importFile(file, { signal: AbortSignal.abort() })
      expect(outcome).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    })
  })
}

function next<Name extends EventName>(bridge: Bridge, name: Name): Promise<Events[Name]> {
  return new Promise((resolve) => {
    const stop = bridge.on(name, (payload) => {
      stop()
      resolve(payload)
    })
  })
}
