import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PATHS } from '#shared/api/tasks.ts'
import {
  createKeys,
  FILE,
  HELD_STAGES,
  heldTask,
  holdIn,
  startTaskBench,
  type TaskBench,
} from '../support/core-tasks.ts'
import type { TestCore } from '../support/core.ts'
import * as fake from '../support/fake-deployment.ts'

let bench: TaskBench
let core: TestCore

beforeEach(async () => {
  bench = await startTaskBench()
  core = await bench.open()
})
afterEach(() => bench.close())

describe('a task', () => {
  it('goes through its life and keeps what came of it', async () => {
    const { id } = await core.start(FILE)
    const done = await core.ends(id)
    expect(done).toMatchObject({
      name: 'talk.flac',
      stage: 'done',
      segmentCount: 2,
      durationMs: 2_000,
      hasMedia: true,
    })
    core = await bench.open()
    expect(await core.handlers['tasks.list'](undefined)).toEqual([done])
    expect((await core.handlers['transcripts.get']({ taskId: id })).segments).toEqual([
      { startMs: 0, endMs: 1_200, text: 'Hello there.', speaker: '' },
      { startMs: 1_200, endMs: 2_000, text: 'Second one.', speaker: 'A' },
    ])
    expect(bench.log.lines.join('\n')).not.toContain('signature=secret')
    expect(bench.log.lines.join('\n')).not.toContain(fake.FAKE_KEY)
  })

  it('is written as submitting, with its key, before the service hears of it', async () => {
    let kept: unknown
    bench.service.script(PATHS.stt, (response, request) => {
      const db = new DatabaseSync(join(bench.dataDir, 'library.db'), { readOnly: true })
      kept = { ...db.prepare('SELECT stage, idempotency_key AS key FROM tasks').get() }
      db.close()
      expect(kept).toEqual({ stage: 'submitting', key: request.headers['idempotency-key'] })
      response.end(JSON.stringify({ code: 0, message: 'success', data: { taskId: 'svc-1' } }))
    })
    await core.ends((await core.start(FILE)).id)
    expect(kept).toBeDefined()
  })

  it.each(HELD_STAGES)(
    'goes on after a restart while it was %s, repeating nothing that was done',
    async (stage) => {
      const held = await heldTask(bench, stage)
      const { id, release } = held
      core = held.core
      const keysBefore = createKeys(bench)
      await core.close()
      release()
      core = await bench.open()
      expect(await core.ends(id)).toMatchObject({ stage: 'done', segmentCount: 2 })
      expect(bench.prepared.length).toBe(1)
      if (stage === 'submitting') expect(createKeys(bench)).toEqual([keysBefore[0], keysBefore[0]])
      else expect(createKeys(bench).length).toBe(1)
    },
  )

  it.each(HELD_STAGES)('can be cancelled while %s, and begun again', async (stage) => {
    const held = await heldTask(bench, stage)
    const { id, release } = held
    core = held.core
    expect(await core.handlers['tasks.cancel']({ taskId: id })).toMatchObject({
      stage: 'cancelled',
      lastStage: stage,
    })
    release()
    // The parts are taken when the core is opened.
    if (stage === 'preparing' || stage === 'collecting') core = await bench.open()
    expect(await core.handlers['tasks.get']({ taskId: id })).toMatchObject({ stage: 'cancelled' })
    await core.handlers['tasks.retry']({ taskId: id })
    expect(await core.ends(id)).toMatchObject({ stage: 'done', error: null, lastStage: null })
  })

  it('that waits for its turn can be cancelled, too', async () => {
    await core.handlers['settings.update']({ parallelTasks: 1 })
    const release = holdIn(bench, 'waiting')
    const first = await core.start(FILE)
    const second = await core.start(FILE)
    await core.reaches(first.id, 'waiting')
    expect(await core.handlers['tasks.cancel']({ taskId: second.id })).toMatchObject({
      stage: 'cancelled',
      lastStage: 'draft',
    })
    release()
    await core.ends(first.id)
    expect(bench.prepared.length).toBe(1)
  })

  it('does not start before there is room, and starts at once when more is allowed', async () => {
    holdIn(bench, 'waiting')
    const ids = await Promise.all([1, 2, 3].map(async () => (await core.start(FILE)).id))
    await core.reaches(ids[0]!, 'waiting')
    await core.reaches(ids[1]!, 'waiting')
    expect(await core.handlers['tasks.get']({ taskId: ids[2]! })).toMatchObject({ stage: 'draft' })
    await core.handlers['settings.update']({ parallelTasks: 3 })
    await core.reaches(ids[2]!, 'waiting')
  })
})
