import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TaskKind } from '#shared/task.ts'
import { openServiceDatabase } from '../../../../src/service/database.ts'
import { EngineError } from '../../../../src/service/engines/engine.ts'
import { createSqliteTaskStore } from '../../../../src/service/queue/sqlite-task-store.ts'
import type { TaskStore } from '../../../../src/service/queue/task-store.ts'
import { createWorker, type TaskRunner, type Worker } from '../../../../src/service/queue/worker.ts'
import { createManualClock, silentLog, type ManualClock } from '../../../support/service.ts'

/** A machine that is busy with other tests needs longer than a second. */
const PATIENT = { timeout: 10_000 }

/** A task under way, whose end the test decides. */
interface Run {
  input: unknown
  workDir: string
  signal: AbortSignal
  succeed(result: unknown): void
  fail(error: unknown): void
}

let folder: string
let clock: ManualClock
let store: TaskStore
let close: () => void
let worker: Worker
let runs: Run[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phonolens-worker-'))
  clock = createManualClock()
  const db = openServiceDatabase(join(folder, 'service.sqlite'))
  close = () => db.close()
  store = createSqliteTaskStore(db)
  runs = []
})
afterEach(async () => {
  await worker.stop()
  close()
  rmSync(folder, { recursive: true })
})

function runnerOf(slots: number): TaskRunner {
  return {
    slots,
    run: (input, { workDir, signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        const succeed = (result: unknown): void => resolve({ result, executionMs: 7 })
        runs.push({ input, workDir, signal, succeed, fail: reject })
      }),
  }
}

async function startWorker(runners: Partial<Record<TaskKind, TaskRunner>> = { transcribe: runnerOf(1) }) {
  worker = createWorker({
    store,
    runners,
    clock,
    log: silentLog,
    workDir: join(folder, 'work'),
    leaseMs: 60_000,
  })
  await worker.start()
}

function add(id: string, kind: TaskKind = 'transcribe'): void {
  store.create({ id, kind, input: id, fileId: null, createdAt: clock.now(), idempotencyKey: null })
}

const stateOf = (id: string) => store.get(id, clock.now())?.state
const begun = (count: number) => expect.poll(() => runs.length, PATIENT).toBe(count)

describe('the worker', () => {
  it('runs tasks in the order they came, no more at once than there are slots', async () => {
    for (const id of ['a', 'b', 'c']) add(id)
    await startWorker({ transcribe: runnerOf(2) })
    await begun(2)
    expect(runs.map((run) => run.input)).toEqual(['a', 'b'])
    expect(stateOf('c')).toEqual({ status: 'submitted' })
    runs[0]!.succeed('out')
    await begun(3)
    expect(runs[2]!.input).toBe('c')
    const expireAt = clock.now() + 24 * 3_600_000
    expect(stateOf('a')).toEqual({ status: 'succeeded', result: 'out', executionMs: 7, expireAt })
  })

  it('lets no kind wait for another', async () => {
    add('a')
    add('b')
    add('s', 'speak')
    await startWorker({ transcribe: runnerOf(1), speak: runnerOf(1) })
    await begun(2)
    expect(runs.map((run) => run.input).sort()).toEqual(['a', 's'])
  })

  it('takes on what comes later, when told', async () => {
    await startWorker()
    add('a')
    worker.wake()
    await begun(1)
  })

  it('gives each task a folder of its own and removes it', async () => {
    add('a')
    await startWorker()
    await begun(1)
    const { workDir } = runs[0]!
    writeFileSync(join(workDir, 'left behind'), 'x')
    runs[0]!.succeed(null)
    await expect.poll(() => existsSync(workDir), PATIENT).toBe(false)
  })

  it('tries again what may work the next time, after a while, and then gives the engine’s reason', async () => {
    add('a')
    await startWorker()
    for (const [attempt, waitMs] of [2_000, 4_000, 0].entries()) {
      await begun(attempt + 1)
      runs[attempt]!.fail(new EngineError(-2006, 'It crashed.', { retryable: true }))
      if (waitMs === 0) break
      await expect.poll(() => stateOf('a'), PATIENT).toEqual({ status: 'submitted' })
      await clock.advance(waitMs - 1)
      expect(runs).toHaveLength(attempt + 1)
      await clock.advance(1)
    }
    await expect
      .poll(() => stateOf('a'), PATIENT)
      .toMatchObject({ status: 'failed', reason: 'It crashed.', errorCode: -2006 })
    expect(runs).toHaveLength(3)
  })

  it('does not try again what will fail again', async () => {
    add('a')
    await startWorker()
    await begun(1)
    runs[0]!.fail(new EngineError(-2002, 'It is no recording.'))
    await expect
      .poll(() => stateOf('a'), PATIENT)
      .toMatchObject({ status: 'failed', reason: 'It is no recording.' })
  })

  it('tells nothing of an unexpected error but an incident id', async () => {
    add('a')
    await startWorker()
    await begun(1)
    runs[0]!.fail(new Error('/secret/path exploded'))
    const reason = expect.stringMatching(
      /^The service met an unexpected error \(incident [0-9a-f]{8}\)\.$/,
    ) as string
    await expect.poll(() => stateOf('a'), PATIENT).toMatchObject({ status: 'failed', reason })
  })

  it('names a full disk', async () => {
    add('a')
    await startWorker()
    await begun(1)
    runs[0]!.fail(Object.assign(new Error('write'), { code: 'ENOSPC' }))
    await expect
      .poll(() => stateOf('a'), PATIENT)
      .toMatchObject({ status: 'failed', reason: 'The disk is full.' })
  })

  it('keeps its leases while it works, also after the machine has slept', async () => {
    add('a')
    await startWorker()
    await begun(1)
    for (const ms of [20_000, 20_000, 20_000, 8 * 3_600_000]) await clock.advance(ms)
    expect(runs).toHaveLength(1)
    expect(runs[0]!.signal.aborted).toBe(false)
    runs[0]!.succeed('out')
    await expect.poll(() => stateOf('a'), PATIENT).toMatchObject({ status: 'succeeded' })
  })

  it('takes back what nobody works on any more', async () => {
    await startWorker()
    add('a')
    store.lease('transcribe', clock.now(), clock.now() + 30_000)
    await clock.advance(20_000)
    expect(runs).toHaveLength(0)
    await clock.advance(20_000)
    await begun(1)
  })

  it('begins again at the start what an earlier run left, but not for ever', async () => {
    add('a')
    for (let kill = 0; kill < 2; kill += 1) {
      store.lease('transcribe', clock.now(), clock.now() + 60_000)
      store.takeBack(Number.MAX_SAFE_INTEGER, { reason: '', errorCode: 0, executionMs: 0, expireAt: 0 })
    }
    store.lease('transcribe', clock.now(), clock.now() + 60_000)
    await startWorker()
    expect(stateOf('a')).toMatchObject({ status: 'failed', errorCode: -2009 })
    expect(runs).toHaveLength(0)
  })

  it('puts back what is under way when it stops, without counting it', async () => {
    add('a')
    await startWorker()
    await begun(1)
    await worker.stop()
    expect(stateOf('a')).toEqual({ status: 'submitted' })
    expect(store.lease('transcribe', clock.now(), 1)?.attempt).toBe(1)
  })
})
