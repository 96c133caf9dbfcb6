import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { vi, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PATHS } from '#shared/api/tasks.ts'
import { exifToKeep, hasLocation } from '../../src/main/core/photos/exif.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { startTaskBench, type TaskBench } from '../support/core-tasks.ts'
import type { TestCore } from '../support/core.ts'
import * as fake from '../support/fake-deployment.ts'

const OUT = '/out/photo'
const EXIF = {
  IFD0: { DateTime: '2020:01:02 03:04:05', Make: 'Maker' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
}

let bench: TaskBench
let core: TestCore
let photo: Buffer
let restored: Buffer
let source: { type: 'file'; path: string; name: string }

const keys = () => bench.service.seenAt(PATHS.restoreFace).map(({ headers }) => headers['idempotency-key'])
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7090c0' } })

beforeEach(async () => {
  bench = await startTaskBench()
  photo = await picture(60, 40).withExif(EXIF).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  restored = await picture(40, 60).png().toBuffer()
  source = { type: 'file', path: join(bench.dataDir, '..', 'portrait.jpg'), name: 'portrait.jpg' }
  writeFileSync(source.path, photo)
  bench.service.always(PATHS.poll, fake.finishedFile('images', bench.service.address + OUT, '.PNG'))
  bench.service.always(OUT, fake.bytes(restored, 'image/png'))
  core = await bench.open()
})
afterEach(() => bench.close())

describe('a photo', () => {
  it('is uploaded, restored and kept beside the result, also when the original is gone', async () => {
    const { id } = await core.restore(source)
    const done = await core.ends(id)
    expect(done).toMatchObject({
      ...{ stage: 'done', error: null, kind: 'restore', hasMedia: true, speech: null },
      photo: { width: 40, height: 60, format: 'jpeg', bytes: photo.length },
    })
    const [form] = bench.service.seenAt(fake.STORAGE)
    expect(form!.body.includes(photo)).toBe(true)
    expect(form!.body.toString('latin1')).toContain('Content-Type: image/jpeg')
    expect(JSON.parse(bench.service.seenAt(PATHS.restoreFace)[0]!.body.toString())).toEqual({
      url: `${bench.service.address}/up/a.wav?signature=secret`,
    })
    rmSync(source.path)
    core = await bench.open()
    expect(await core.handlers['photos.get']({ taskId: id })).toMatchObject({
      before: { width: 40, height: 60 },
      after: { width: 40, height: 60, format: 'png', bytes: restored.length },
      hasLocation: true,
    })
    const before = await core.mediaFile(`${id}:before`)
    expect(before?.contentType).toBe('image/jpeg')
    expect(readFileSync(before!.path)).toEqual(photo)
    expect(readFileSync((await core.mediaFile(id))!.path)).toEqual(restored)
  })

  it.each([
    ['the upload', fake.STORAGE, fake.envelope({ reqId: 'req-1' })],
    ['the create call', PATHS.restoreFace, fake.envelope({ taskId: 'svc-1' })],
    ['the wait', PATHS.poll, null],
    ['the download', OUT, null],
  ])('goes on after a restart in the middle of %s', async (where, path, ordinary) => {
    const after =
      where === 'the wait' ? fake.finishedFile('images', bench.service.address + OUT, 'png') : null
    const free = ordinary ?? after ?? fake.bytes(restored, 'image/png')
    bench.service.always(path, where === 'the wait' ? fake.unfinished(2) : fake.silence)
    const { id } = await core.restore(source)
    await vi.waitUntil(() => bench.service.seenAt(path).length > 0)
    await core.close()
    rmSync(source.path)
    bench.service.always(path, free)
    core = await bench.open()
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
    expect(new Set(keys()).size).toBe(1)
  })

  it('over a limit is refused by how much, and goes on when made to fit', async () => {
    writeFileSync(source.path, await picture(4_100, 4_000).jpeg().toBuffer())
    bench.service.always(OUT, fake.bytes(await picture(410, 400).png().toBuffer(), 'image/png'))
    const { id } = await core.restore(source)
    expect(await core.ends(id)).toMatchObject({
      error: { code: 'photo-too-many-pixels', params: { megapixels: 16.4, limitMegapixels: 16 } },
    })
    expect(bench.service.seenAt(fake.STORAGE)).toEqual([])
    await core.handlers['tasks.fit']({ taskId: id })
    expect(await core.ends(id)).toMatchObject({ stage: 'done', error: null, photo: { width: 4_100 } })
    const before = await sharp((await core.mediaFile(`${id}:before`))!.path).metadata()
    expect(before).toMatchObject({ width: 410, height: 400 })
  })

  it('behind an address is fetched first, and named where it is a page', async () => {
    bench.parts.fetchRecording = async (_url, path) => writeFileSync(path, photo)
    core = await bench.open()
    const good = await core.restore({ type: 'url', url: 'http://example.com/a.jpg' })
    expect(await core.ends(good.id)).toMatchObject({ stage: 'done', name: 'a.jpg' })
    bench.parts.fetchRecording = async (_url, path) => writeFileSync(path, '<!doctype html>')
    core = await bench.open()
    const page = await core.restore({ type: 'url', url: 'http://example.com/b.jpg' })
    expect(await core.ends(page.id)).toMatchObject({
      error: { code: 'photo-unreadable', params: { actual: 'web page' } },
    })
    bench.parts.fetchRecording = async (_url, path) => writeFileSync(path, photo)
    core = await bench.open()
    await core.handlers['tasks.retry']({ taskId: page.id })
    expect(await core.ends(page.id)).toMatchObject({ stage: 'done' })
  })
})

describe('a result', () => {
  it.each([
    ['a page', async () => fake.bytes(Buffer.from('<!doctype html>'), 'text/html')],
    ['a text', async () => fake.bytes(Buffer.from('no picture'), 'image/png')],
    ['broken', async () => fake.bytes(restored.subarray(0, restored.length - 30), 'image/png')],
    ['of another shape', async () => fake.bytes(await picture(60, 40).png().toBuffer(), 'image/png')],
  ])('that is %s is refused, and made anew when tried again', async (_what, reply) => {
    bench.service.always(OUT, await reply())
    const { id } = await core.restore(source)
    expect(await core.ends(id)).toMatchObject({ stage: 'failed', error: { code: 'output-broken' } })
    bench.service.always(OUT, fake.bytes(restored, 'image/png'))
    await core.handlers['tasks.retry']({ taskId: id })
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
    expect(new Set(keys()).size).toBe(2)
  })

  it('is fetched again where the connection broke', async () => {
    bench.service.script(OUT, fake.brokenOff(restored), { status: 503, text: '' })
    const { id } = await core.restore(source)
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
    expect(bench.service.seenAt(OUT).length).toBe(3)
  })
})

describe('a photo to take away', () => {
  beforeEach(async () => {
    // Files are removed after an hour, which the virtual clock lets pass at once.
    Object.assign(bench.ports, { clock: systemClock })
    core = await bench.open()
  })

  it.each(['png', 'jpeg', 'webp'] as const)(
    'keeps the date as %s, and the place only when asked to',
    async (format) => {
      const { id } = await core.restore(source)
      await core.ends(id)
      for (const keepLocation of [false, true]) {
        const request = { kind: 'photos', taskIds: [id], format, quality: 90, keepLocation } as const
        const made = await core.handlers['exports.make']({ ...request, taskIds: [id] })
        expect(made.fileName).toBe(`portrait restored.${format === 'jpeg' ? 'jpg' : format}`)
        const file = core.exportFile(made.exportId)!
        const about = await sharp(file.path).metadata()
        expect(about).toMatchObject({ format, width: 40, height: 60 })
        expect(about.orientation ?? 1).toBe(1)
        expect(exifToKeep(about.exif, false)?.IFD0).toMatchObject({
          DateTime: '2020:01:02 03:04:05',
          Make: 'Maker',
        })
        expect(hasLocation(about.exif)).toBe(keepLocation)
        expect(readFileSync(file.path).length).toBe(made.bytes)
      }
    },
  )

  it('comes as one ZIP file with several, each under a name of its own', async () => {
    const ids = [(await core.restore(source)).id, (await core.restore(source)).id]
    for (const id of ids) await core.ends(id)
    const request = { kind: 'photos', format: 'png', quality: 90, keepLocation: false } as const
    const made = await core.handlers['exports.make']({ ...request, taskIds: ids })
    expect(made).toMatchObject({ fileName: 'Restored photos.zip', mediaType: 'application/zip' })
    const zip = readFileSync(core.exportFile(made.exportId)!.path).toString('latin1')
    expect(zip.startsWith('PK')).toBe(true)
    expect(zip).toContain('portrait restored.png')
    expect(zip).toContain('portrait restored 2.png')
    core = await bench.open()
    expect(core.exportFile(made.exportId)).toBeNull()
  })
})
