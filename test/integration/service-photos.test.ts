import type { ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pollAnswer } from '../../src/shared/api/tasks.ts'
import { createClassicEngine } from '../../src/service/engines/face-restoration/classic-engine.ts'
import { FETCH_LIMITS } from '../../src/service/input/fetch-source.ts'
import {
  createFakeEngines,
  createFakeRestorationEngine,
  startService,
  startWebServer,
  type RunningService,
} from '../support/service.ts'

const RESTORE = '/api/async/restore_face'

/** A picture with something in it: a soft gradient and noise. */
function drawn(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels)
  for (let at = 0; at < data.length; at += 1) {
    data[at] = 60 + (((at / channels) % width) / width) * 120 + ((at * 7_919) % 23)
  }
  return sharp(data, { raw: { width, height, channels } })
}

const plain = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()

/** A PNG of a few bytes whose header promises 3,600 megapixels. */
async function bomb(): Promise<Buffer> {
  const png = await plain(8, 8)
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

async function padded(bytes: number): Promise<Buffer> {
  const jpeg = await drawn(64, 64).jpeg().toBuffer()
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
}

/** What each address answers: bytes, or a whole answer of its own. */
const pages = new Map<string, Buffer | ((response: ServerResponse) => void)>()
let running: RunningService
let web: { base: string } & AsyncDisposable
beforeAll(async () => {
  const jpeg = await drawn(96, 64).jpeg({ quality: 60 }).toBuffer()
  pages
    .set('/photo.jpg', jpeg)
    .set('/letter.jpg', Buffer.from('This is a letter, not a photo.'))
    .set('/drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
    .set('/bomb.png', await bomb())
    .set('/16mp.png', await plain(4_000, 4_000))
    .set('/row-more.png', await plain(4_000, 4_001))
    .set('/10mb.jpg', await padded(10_000_000))
    .set('/byte-more.jpg', await padded(10_000_001))
    .set('/empty.jpg', (response) => response.end())
    .set('/page', (response) => response.setHeader('Content-Type', 'text/html').end('<h1>Sign in</h1>'))
    .set('/endless', (response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', more)
      }
      more()
    })
  web = await startWebServer((request, response) => {
    const page = pages.get(request.url ?? '')
    if (typeof page === 'function') page(response)
    else if (page) response.setHeader('Content-Length', page.length).end(page)
    else response.writeHead(404).end()
  })
  running = await startService()
})
afterAll(async () => {
  await running[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

describe('a face-restoration task', () => {
  it('gives the answer of the document, and the picture at its address', async () => {
    const answer = await running.restore(`${web.base}/photo.jpg`)
    expect(pollAnswer.strict().parse(answer.body)).toBeTruthy()
    expect(answer.body.data).toEqual({
      task: {
        taskId: expect.any(String) as string,
        status: 3,
        taskType: 'restore_face',
        executionTime: expect.any(Number) as number,
        expire: expect.any(Number) as number,
      },
      images: [
        {
          imageUrl: expect.stringMatching(/\/files\/outputs\/[\w-]{43}\.png$/) as string,
          imageType: '.png',
        },
      ],
    })
    const response = await fetch(answer.body.data!.images![0]!.imageUrl)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pages.get('/photo.jpg'))
  })

  it.each(['/16mp.png', '/10mb.jpg'])('takes a photo exactly at a limit: %s', async (path) => {
    expect((await running.restore(web.base + path)).body.data?.task).toMatchObject({ status: 3 })
  })

  it.each([
    ['/row-more.png', -2005, /4000 × 4001 = 16004000 pixels; 16 megapixels/],
    ['/byte-more.jpg', -2005, /10000001 bytes; 10 MB/],
    ['/endless', -2005, /larger than 10 MB/],
    ['/bomb.png', -2005, /60000 × 60000/],
    ['/letter.jpg', -2002, /not a photo.*JPEG/],
    ['/drawing.svg', -2002, /not a photo.*JPEG/],
    ['/page', -2002, /web page, not to a photo/],
    ['/empty.jpg', -2004, /The photo is empty/],
    ['/missing.jpg', -2001, /The photo could not be fetched.*404/],
  ])('fails with a reason a person can act on: %s', async (path, errorCode, words) => {
    const answer = await running.restore(web.base + path)
    expect(answer.body.data?.task).toMatchObject({
      status: 4,
      errorCode,
      reason: expect.stringMatching(words) as string,
    })
    expect(answer.body.data).not.toHaveProperty('images')
  })

  it('is refused for what is no web address', async () => {
    expect(await running.post(RESTORE, { url: 'photo.jpg' })).toMatchObject({
      status: 400,
      body: { code: 40002 },
    })
  })

  it('is refused where no engine is ready, with what to install', async () => {
    const faceRestoration = [createFakeRestorationEngine({ howToGet: 'Install it again.' })]
    await using service = await startService({ engines: { ...createFakeEngines(), faceRestoration } })
    const answer = await service.post(RESTORE, { url: `${web.base}/photo.jpg` })
    expect([answer.status, answer.body]).toEqual([503, { code: 50301, message: 'Install it again.' }])
  })

  it('holds an upload against the limits, too', async () => {
    const policy = (await running.post('/api/file/v1/get_policy', { scene: 's' })).body.data as Record<
      string,
      string
    >
    const form = new FormData()
    for (const name of ['policy', 'signature'] as const) form.append(name, policy[name]!)
    form.append('OSSAccessKeyId', policy.accessId!)
    form.append('key', `${policy.dir}big.jpg`)
    form.append('file', new Blob([new Uint8Array(await padded(10_000_001))]))
    await fetch(policy.host!, { method: 'POST', body: form })
    const finished = await running.post('/api/file/v1/policy_upload_finish', { reqId: policy.reqId })
    const answer = await running.restore(String(finished.body.data!.url))
    expect(answer.body.data?.task).toMatchObject({ status: 4, errorCode: -2005 })
    expect(answer.body.data?.task?.reason).toContain('10000001 bytes; 10 MB (10000000 bytes)')
  })

  it('may fetch less where the service is told to', async () => {
    await using small = await startService({ fetchLimits: { ...FETCH_LIMITS, maxBytes: 1_000 } })
    const answer = await small.restore(`${web.base}/10mb.jpg`)
    expect(answer.body.data?.task?.reason).toContain('1000 bytes')
  })
})

describe('with the classic engine', () => {
  let classic: RunningService
  beforeAll(async () => {
    classic = await startService({
      engines: { ...createFakeEngines(), faceRestoration: [createClassicEngine()] },
    })
    const animated = await sharp([await plain(24, 16), await drawn(24, 16).png().toBuffer()], {
      join: { animated: true },
    })
      .gif({ loop: 0, delay: [100, 100] })
      .toBuffer()
    const jpeg = await drawn(200, 160).jpeg().toBuffer()
    pages
      .set('/animated.gif', animated)
      .set('/cmyk.jpg', await drawn(32, 24).toColourspace('cmyk').jpeg().toBuffer())
      .set('/16bit.png', await drawn(32, 24).toColourspace('rgb16').png().toBuffer())
      .set('/grey.jpg', await drawn(32, 24).greyscale().jpeg().toBuffer())
      .set('/alpha.png', await drawn(32, 24, 4).png().toBuffer())
      .set('/alpha.webp', await drawn(32, 24, 4).webp().toBuffer())
      .set('/photo.avif', await drawn(32, 24).avif().toBuffer())
      .set('/photo.tiff', await drawn(32, 24).tiff().toBuffer())
      .set('/1x1.png', await plain(1, 1))
      .set('/named-wrong.jpg', await drawn(32, 24).png().toBuffer())
      .set('/truncated.jpg', jpeg.subarray(0, jpeg.length / 2))
      .set('/cut.png', (await drawn(200, 160).png().toBuffer()).subarray(0, 3_000))
  })
  afterAll(() => classic[Symbol.asyncDispose]())

  it.each([
    ['/photo.jpg', 96, 64],
    ['/animated.gif', 24, 16],
    ['/cmyk.jpg', 32, 24],
    ['/16bit.png', 32, 24],
    ['/grey.jpg', 32, 24],
    ['/alpha.png', 32, 24],
    ['/alpha.webp', 32, 24],
    ['/photo.avif', 32, 24],
    ['/photo.tiff', 32, 24],
    ['/1x1.png', 1, 1],
    ['/named-wrong.jpg', 32, 24],
  ])('restores %s', async (path, width, height) => {
    const answer = await classic.restore(web.base + path)
    expect(answer.body.data?.task).toMatchObject({ status: 3 })
    const { imageUrl, imageType } = answer.body.data!.images![0]!
    expect(['.jpg', '.png', '.webp']).toContain(imageType)
    const response = await fetch(imageUrl)
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect(metadata).toMatchObject({ width, height })
    expect(metadata.pages ?? 1).toBe(1)
    expect(`.${metadata.format.replace('jpeg', 'jpg')}`).toBe(imageType)
    const before = await sharp(pages.get(path) as Buffer).metadata()
    expect(metadata.hasAlpha).toBe(before.hasAlpha)
  })

  it.each(['/truncated.jpg', '/cut.png'])('says that %s is not whole', async (path) => {
    const answer = await classic.restore(web.base + path)
    expect(answer.body.data?.task).toMatchObject({ status: 4, errorCode: -2002 })
    expect(answer.body.data?.task?.reason).toMatch(/broken|cut off/)
  })
})
