import { expect, it } from 'vitest'
import type { Engine, EngineContext } from '../../../../src/service/engines/engine.ts'
import { runWithStallLimit } from '../../../../src/service/queue/stall-limit.ts'
import { createManualClock } from '../../../support/service.ts'

function start() {
  const clock = createManualClock()
  const cancel = new AbortController()
  const reported: number[] = []
  let inside!: EngineContext & { finish(output: string): void }
  const engine: Engine<string, string> = {
    id: 'slow',
    check: async () => ({ ready: true, version: '1' }),
    run: (_input, context) =>
      new Promise((resolve, reject) => {
        inside = { ...context, finish: resolve }
        context.signal.addEventListener('abort', () => reject(context.signal.reason as Error))
      }),
  }
  const onProgress = (fraction: number): void => void reported.push(fraction)
  const context = { signal: cancel.signal, workDir: '/', onProgress }
  const outcome = runWithStallLimit(engine, 'in', context, { clock, limitMs: 1_000 })
  return { clock, cancel, reported, outcome, inside }
}

it('aborts an engine that reports nothing any more', async () => {
  const { clock, outcome, inside } = start()
  outcome.catch(() => undefined)
  await clock.advance(999)
  expect(inside.signal.aborted).toBe(false)
  await clock.advance(1)
  await expect(outcome).rejects.toMatchObject({ name: 'EngineError', retryable: true, errorCode: -2006 })
})

it('leaves one alone that makes progress, however long it takes', async () => {
  const { clock, outcome, inside, reported } = start()
  for (const fraction of [0.25, 0.5, 0.75]) {
    await clock.advance(900)
    inside.onProgress(fraction)
  }
  await clock.advance(900)
  inside.finish('out')
  expect(await outcome).toBe('out')
  expect(reported).toEqual([0.25, 0.5, 0.75])
})

it('passes a cancel on', async () => {
  const { cancel, outcome } = start()
  const reason = new Error('stopping')
  cancel.abort(reason)
  await expect(outcome).rejects.toBe(reason)
})
