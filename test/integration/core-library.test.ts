import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PATHS } from '#shared/api/tasks.ts'
import { PhonolensError } from '#shared/errors.ts'
import { FILE, heldTask, holdIn, startTaskBench, type TaskBench } from '../support/core-tasks.ts'
import { openCore, SAMPLE, type TestCore } from '../support/core.ts'
import * as fake from '../support/fake-deployment.ts'

let bench: TaskBench
let core: TestCore

beforeEach(async () => {
  bench = await startTaskBench()
  core = await bench.open()
})
afterEach(() => bench.close())

describe('a source', () => {
  it('that is an address goes as it is, and is fetched afterwards to be played', async () => {
    const url = 'https://example.com/talks/a%20%22talk%22%20%F0%9F%8E%99.mp3?x=1'
    const { id, name } = await core.start({ type: 'url', url })
    expect(name).toBe('a "talk" 🎙.mp3')
    expect(await core.ends(id)).toMatchObject({ stage: 'done', durationMs: 2_000 })
    expect(JSON.parse(bench.service.seenAt(PATHS.stt)[0]!.body.toString())).toEqual({ audioUrl: url })
    expect(bench.service.seenAt(PATHS.getPolicy)).toEqual([])
  })

  it('that cannot be fetched for playing costs only the player', async () => {
    bench.parts.fetchRecording = () => Promise.reject(new Error('the address answered 403'))
    core = await bench.open()
    const { id } = await core.start({ type: 'url', url: 'https://example.com/' })
    expect(await core.ends(id)).toMatchObject({ stage: 'done', hasMedia: false, name: 'example.com' })
    expect(await core.mediaFile(id)).toBeNull()
  })

  it.each(['ftp://example.com/a', 'not an address', 'file:///etc/passwd', 'http://'])(
    '%j is refused at once',
    async (url) => {
      const task = await core.start({ type: 'url', url })
      expect(task).toMatchObject({ stage: 'failed', error: { code: 'url-invalid' } })
    },
  )

  it('that the page may not name stays refused when tried again', async () => {
    bench.ports.mayOpenPath = () => false
    core = await bench.open()
    const { id, error } = await core.start(FILE)
    expect(error).toMatchObject({ code: 'file-not-allowed' })
    expect(await core.handlers['tasks.retry']({ taskId: id })).toMatchObject({ stage: 'failed' })
    expect(bench.prepared).toEqual([])
  })

  it('among several that are good does not keep them from their work', async () => {
    const sources = [{ type: 'url', url: 'nowhere' } as const, FILE, { type: 'sample' } as const]
    const [bad, ...good] = await core.handlers['tasks.transcribe']({ sources })
    expect(bad!.stage).toBe('failed')
    for (const { id } of good) expect(await core.ends(id)).toMatchObject({ stage: 'done' })
  })

  it('that was moved afterwards still plays, from what the service was given', async () => {
    const path = join(bench.dataDir, 'moved.flac')
    writeFileSync(path, 'sound')
    const { id } = await core.start({ ...FILE, path })
    await core.ends(id)
    expect(await core.mediaFile(id)).toEqual({ path, contentType: 'audio/flac' })
    rmSync(path)
    expect(await core.mediaFile(id)).toMatchObject({ contentType: 'audio/wav' })
  })
})

describe('the library', () => {
  it('brings back what was deleted by mistake, and its work', async () => {
    const held = await heldTask(bench, 'waiting')
    const { id, release } = held
    core = held.core
    await core.handlers['tasks.delete']({ taskId: id })
    expect(core.events.at(-1)).toEqual({ name: 'tasks.removed', payload: { taskId: id } })
    await expect(core.handlers['tasks.get']({ taskId: id })).rejects.toMatchObject({
      info: { code: 'not-found' },
    })
    await core.handlers['tasks.undelete']({ taskId: id })
    release()
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
  })

  it('forgets what stays deleted, its files and the host’s copy too', async () => {
    const released: string[] = []
    bench.ports.releasePath = (path) => void released.push(path)
    core = await bench.open()
    const { id } = await core.start(FILE)
    await core.ends(id)
    expect(existsSync(join(bench.dataDir, 'library', id))).toBe(true)
    await core.handlers['tasks.delete']({ taskId: id })
    await core.close()
    bench.clock.skip(60_000)
    core = await bench.open()
    await expect.poll(() => readdirSync(join(bench.dataDir, 'library'))).toEqual([])
    await expect.poll(() => released).toEqual([SAMPLE])
    await expect(core.handlers['tasks.undelete']({ taskId: id })).rejects.toMatchObject({
      info: { code: 'not-found' },
    })
  })

  it('takes any name', async () => {
    const { id } = await core.start({ ...FILE, name: `${'“ü” 🎙️ <b>'.repeat(20).slice(0, 200)}.wav` })
    const name = `it's; DROP TABLE tasks; -- ${'🎙️'.repeat(30)}`
    expect(await core.handlers['tasks.rename']({ taskId: id, name })).toMatchObject({ name })
    expect(await core.ends(id)).toMatchObject({ name, stage: 'done' })
  })

  it('lists the newest first, and estimates from what it has seen', async () => {
    const first = await core.start(FILE)
    await core.ends(first.id)
    bench.service.script(PATHS.poll, fake.unfinished(2), fake.unfinished(2))
    const second = await core.start(FILE)
    await core.ends(second.id)
    const list = await core.handlers['tasks.list'](undefined)
    expect(list.map((task) => task.id)).toEqual([second.id, first.id])
    const running = core.events.flatMap(({ name, payload }) =>
      name === 'tasks.changed' &&
      payload !== null &&
      'stage' in payload &&
      payload.id === second.id &&
      payload.stage === 'running'
        ? [payload.progress.remainingMs]
        : [],
    )
    expect(running).toContain(500)
  })

  it('belongs to one app at a time', async () => {
    await expect(openCore(bench.ports, bench.parts)).rejects.toMatchObject({
      info: { code: 'library-unavailable', detail: expect.stringContaining('running already') as string },
    })
    await core.close()
    core = await bench.open()
    expect(await core.handlers['tasks.list'](undefined)).toEqual(expect.any(Array))
  })

  it('that cannot be opened says so', async () => {
    await core.close()
    rmSync(join(bench.dataDir, 'library.db-wal'), { force: true })
    writeFileSync(
      join(bench.dataDir, 'library.db'),
      'this is no database at all, however long it may be'.repeat(100),
    )
    await expect(bench.open()).rejects.toMatchObject({ info: { code: 'library-unavailable' } })
    expect(await bench.open().catch((error: unknown) => error)).toBeInstanceOf(PhonolensError)
  })

  it('answers for a transcript that is still on its way that there is none', async () => {
    holdIn(bench, 'waiting')
    const { id } = await core.start(FILE)
    await core.reaches(id, 'waiting')
    await expect(core.handlers['transcripts.get']({ taskId: id })).rejects.toMatchObject({
      info: { code: 'not-found' },
    })
  })
})
