import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PATHS } from '#shared/api/tasks.ts'
import { createKeys, FILE, heldTask, startTaskBench, type TaskBench } from '../support/core-tasks.ts'
import type { TestCore } from '../support/core.ts'
import * as fake from '../support/fake-deployment.ts'

let bench: TaskBench
let core: TestCore

beforeEach(async () => {
  bench = await startTaskBench()
  core = await bench.open()
})
afterEach(() => bench.close())

describe('a task that fails', () => {
  it('says in the service’s own words why, and is given anew when tried again', async () => {
    bench.service.script(
      PATHS.poll,
      fake.envelope({ task: { status: 4, reason: 'too noisy', errorCode: -2006 } }),
    )
    const { id } = await core.start(FILE)
    expect(await core.ends(id)).toMatchObject({
      stage: 'failed',
      lastStage: 'waiting',
      error: { code: 'task-failed', detail: 'too noisy', serviceCode: -2006 },
    })
    await core.handlers['tasks.retry']({ taskId: id })
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
    const [first, second] = createKeys(bench)
    expect(second).not.toBe(first)
    expect(bench.prepared.length).toBe(1)
  })

  it.each([
    ['a result that is missing', fake.envelope({ task: { status: 3 } }), 'service-malformed'],
    ['a refused key', fake.envelope(null, 40_102, 'no', 401), 'service-key-refused'],
    ['nonsense without end', { text: '<html>' }, 'service-malformed'],
  ])('because of %s goes on from the service’s task when tried again', async (_what, reply, code) => {
    bench.service.always(PATHS.poll, reply)
    const { id } = await core.start(FILE)
    expect(await core.ends(id)).toMatchObject({ stage: 'failed', error: { code } })
    bench.service.always(PATHS.poll, fake.finished())
    await core.handlers['tasks.retry']({ taskId: id })
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
    expect(createKeys(bench).length).toBe(1)
  })

  it('keeps waiting on a status never seen before', async () => {
    bench.service.script(PATHS.poll, fake.unfinished(77), fake.unfinished(0))
    expect(await core.ends((await core.start(FILE)).id)).toMatchObject({ stage: 'done' })
  })

  it('is given anew by itself when the service lost it, but not for ever', async () => {
    const lost = fake.envelope(null, 40_401, 'unknown', 404)
    bench.service.script(PATHS.poll, lost)
    expect(await core.ends((await core.start(FILE)).id)).toMatchObject({ stage: 'done' })
    expect(new Set(createKeys(bench)).size).toBe(2)
    bench.service.always(PATHS.poll, lost)
    expect(await core.ends((await core.start(FILE)).id)).toMatchObject({
      stage: 'failed',
      error: { code: 'task-unknown' },
    })
    expect(createKeys(bench).length).toBe(5)
  })

  it('on a full disk says so, whoever met it', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    bench.parts.prepareAudio = () => Promise.reject(full)
    core = await bench.open()
    expect(await core.ends((await core.start(FILE)).id)).toMatchObject({
      stage: 'failed',
      error: { code: 'disk-full' },
    })
  })

  it('for a reason nobody expected tells an incident that the log knows', async () => {
    bench.parts.prepareAudio = () => Promise.reject(new TypeError('x is not a function'))
    core = await bench.open()
    const { error } = await core.ends((await core.start(FILE)).id)
    expect(error?.code).toBe('internal')
    const line = bench.log.lines.find((each) => each.includes(String(error?.params?.incident)))
    expect(line).toContain('x is not a function')
  })
})

describe('a deployment that bills', () => {
  beforeEach(async () => {
    bench.parts.deployment = { ...bench.service.deployment, billsForWork: true }
    core = await bench.open()
  })

  it('is not asked twice without the person’s word when a call broke off', async () => {
    bench.service.script(PATHS.stt, fake.dropConnection)
    const { id } = await core.start(FILE)
    expect(await core.ends(id)).toMatchObject({
      stage: 'needs-answer',
      error: { code: 'submission-unknown' },
    })
    core = await bench.open()
    expect(await core.handlers['tasks.get']({ taskId: id })).toMatchObject({ stage: 'needs-answer' })
    expect(createKeys(bench).length).toBe(1)
    await core.handlers['tasks.retry']({ taskId: id })
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
  })

  it('nor after a restart in the middle of the call', async () => {
    const held = await heldTask(bench, 'submitting')
    const { id, release } = held
    core = held.core
    release()
    core = await bench.open()
    expect(await core.ends(id)).toMatchObject({ stage: 'needs-answer' })
    expect(createKeys(bench).length).toBe(1)
  })

  it('a plain refusal is a failure like any other', async () => {
    bench.service.script(PATHS.stt, fake.envelope(null, 10_192, 'illegal'))
    const { id } = await core.start(FILE)
    expect(await core.ends(id)).toMatchObject({ stage: 'failed', error: { code: 'service-refused' } })
    await core.handlers['tasks.retry']({ taskId: id })
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
  })
})

describe('an upload', () => {
  it('is made again for a service at another address', async () => {
    const held = await heldTask(bench, 'submitting')
    const { id, release } = held
    core = held.core
    const { deployment, address } = bench.service
    const moved = address.replace('127.0.0.1', 'localhost')
    bench.parts.deployment = { ...deployment, baseUrl: async () => moved }
    release()
    core = await bench.open()
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
    expect(bench.service.seenAt(fake.STORAGE).length).toBe(2)
    expect(bench.prepared.length).toBe(1)
  })
})
