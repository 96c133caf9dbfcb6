import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClassicEngine } from '../../src/service/engines/face-restoration/classic-engine.ts'
import { runInThread } from '../../src/service/engines/face-restoration/run-child.ts'
import { psnrDb, similarity } from '../support/picture-distance.ts'
import { degrade, drawPortrait, fade, type Degradation, type DrawnPicture } from '../support/pictures.ts'

const engine = createClassicEngine()
let folder: string
let portrait: DrawnPicture

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'phonolens-restore-'))
  portrait = await drawPortrait(256, 320, 11)
})
afterAll(() => rm(folder, { recursive: true }))

async function run(file: Buffer | string, using = engine, signal = new AbortController().signal) {
  const workDir = await mkdtemp(join(folder, 'work-'))
  const imagePath = join(workDir, 'input')
  await writeFile(imagePath, file)
  const progress: number[] = []
  const onProgress = (fraction: number): void => void progress.push(fraction)
  return { output: await using.run({ imagePath }, { signal, workDir, onProgress }), progress }
}

async function decode(file: Buffer | string): Promise<DrawnPicture> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

const noisy = (): Promise<Buffer> => degrade(portrait, { noiseSigma: 15 })
const raw = (channels: 1 | 2 | 3 | 4) => ({ width: portrait.width, height: portrait.height, channels })

describe('the classic engine on damaged photos', () => {
  it.each<[Degradation, number]>([
    [{ blurSigma: 2 }, 1],
    [{ noiseSigma: 5 }, 2],
    [{ noiseSigma: 20 }, 4],
    [{ jpegQuality: 30 }, 0.4],
    [{ noiseSigma: 15, jpegQuality: 30 }, 1.5],
    [{ blurSigma: 1.5, noiseSigma: 5 }, 1],
  ])('brings %o nearer to the original by %d dB', async (damage, leastDb) => {
    const file = await degrade(portrait, damage)
    const { output } = await run(file)
    const [before, after] = [await decode(file), await decode(output.imagePath)]
    expect(psnrDb(portrait, after)).toBeGreaterThan(psnrDb(portrait, before) + leastDb)
    expect(similarity(portrait, after)).toBeGreaterThan(similarity(portrait, before) + 0.002)
  })

  it.each<Degradation>([{}, { jpegQuality: 85 }, { noiseSigma: 6 }])(
    'brings the levels of a faded photo back, damaged by %o',
    async (damage) => {
      const file = await degrade(fade(portrait, 0.5, [78, 66, 58]), damage)
      const { output } = await run(file)
      const [before, after] = [await decode(file), await decode(output.imagePath)]
      expect(psnrDb(portrait, after)).toBeGreaterThan(psnrDb(portrait, before) + 4)
    },
  )

  it('hands a good photo back as it came', async () => {
    const file = await degrade(portrait, {})
    const { output } = await run(file)
    expect(output.extension).toBe('png')
    expect(psnrDb(portrait, await decode(output.imagePath))).toBe(99)
  })

  it('leaves a finely saved JPEG almost as it was', async () => {
    const file = await degrade(portrait, { jpegQuality: 92 })
    const { output } = await run(file)
    expect(output.extension).toBe('jpg')
    expect(psnrDb(await decode(file), await decode(output.imagePath))).toBeGreaterThan(40)
  })
})

describe('what the classic engine keeps', () => {
  it.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
    'size, profile and orientation of a %s',
    async (format) => {
      const file = await sharp(await noisy())
        .withIccProfile('p3')
        .withMetadata({ orientation: 6 })
        .toFormat(format, { quality: 90 })
        .toBuffer()
      const [before, { output, progress }] = [await sharp(file).metadata(), await run(file)]
      const after = await sharp(output.imagePath).metadata()
      expect(after).toMatchObject({ width: before.width, height: before.height, orientation: 6 })
      expect(after.icc?.equals(before.icc!)).toBe(true)
      expect(output.extension).toBe(format === 'jpeg' ? 'jpg' : 'png')
      expect(progress).toEqual([...progress].sort((a, b) => a - b))
    },
  )

  it('alpha, bit for bit', async () => {
    const alpha = Buffer.from(Array.from({ length: 256 * 320 }, (_, i) => (i * 7) % 256))
    const file = await sharp(await noisy())
      .joinChannel(alpha, { raw: raw(1) })
      .png()
      .toBuffer()
    const { output } = await run(file)
    const kept = await sharp(output.imagePath).extractChannel('alpha').raw().toBuffer()
    expect(kept.equals(await sharp(file).extractChannel('alpha').raw().toBuffer())).toBe(true)
  })

  it('grey as grey', async () => {
    const file = await sharp(await noisy())
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const { output } = await run(file)
    expect(await sharp(output.imagePath).metadata()).toMatchObject({ channels: 1, space: 'b-w' })
  })

  it('16 bits', async () => {
    const file = await sharp(await noisy())
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const { output } = await run(file)
    expect(await sharp(output.imagePath).metadata()).toMatchObject({ depth: 'ushort', channels: 3 })
    const [before, after] = [await decode(await noisy()), await decode(output.imagePath)]
    expect(psnrDb(portrait, after)).toBeGreaterThan(psnrDb(portrait, before) + 3)
  })

  it('the look of CMYK, in RGB', async () => {
    const file = await sharp(await noisy())
      .toColourspace('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer()
    const { output } = await run(file)
    expect(await sharp(output.imagePath).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
    expect(psnrDb(await decode(file), await decode(output.imagePath))).toBeGreaterThan(20)
  })

  it('one pixel', async () => {
    const create = { width: 1, height: 1, channels: 3, background: '#336699' } as const
    const { output } = await run(await sharp({ create }).jpeg({ quality: 30 }).toBuffer())
    expect(await sharp(output.imagePath).metadata()).toMatchObject({ width: 1, height: 1 })
  })
})

describe('the classic engine where work goes wrong', () => {
  it("refuses text under a picture's name, and half a picture", async () => {
    const half = (await degrade(portrait, { jpegQuality: 80 })).subarray(0, 5_000)
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    for (const file of ['just words', drawing, half]) {
      const error = await run(file).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'EngineError', retryable: false, errorCode: -2002 })
      expect((error as Error).message).not.toContain(folder)
    }
  })

  it('refuses a picture over the limit by its header, saying by how much', async () => {
    const create = { width: 4001, height: 4000, channels: 3, background: '#000' } as const
    const error = await run(await sharp({ create }).png().toBuffer()).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ retryable: false, errorCode: -2005 })
    expect((error as Error).message).toContain('16.00')
  })

  it.each([
    ['process', createClassicEngine()],
    ['thread', createClassicEngine({ runChild: runInThread })],
  ])('ends its %s when aborted', async (_, using) => {
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const running = run(await noisy(), using, controller.signal)
    controller.abort(reason)
    await expect(running).rejects.toBe(reason)
  })

  it('restores in a thread as in a process', async () => {
    const file = await noisy()
    const thread = await run(file, createClassicEngine({ runChild: runInThread }))
    const child = await run(file)
    expect(psnrDb(await decode(thread.output.imagePath), await decode(child.output.imagePath))).toBe(99)
  })

  it('may be tried again where its process dies', async () => {
    const childEntry = join(folder, 'dies.mjs')
    await writeFile(childEntry, "process.kill(process.pid, 'SIGKILL')\n")
    await expect(run(await noisy(), createClassicEngine({ childEntry }))).rejects.toMatchObject({
      name: 'EngineError',
      retryable: true,
    })
  })
})
