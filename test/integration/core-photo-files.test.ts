import { readFileSync, statSync, truncateSync, writeFileSync, appendFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isPhonolensError, type ErrorInfo } from '#shared/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import { checkPhoto } from '../../src/main/core/photos/check-photo.ts'
import { exifToKeep } from '../../src/main/core/photos/exif.ts'
import { makePhotoToSend } from '../../src/main/core/photos/make-photo.ts'
import { removeDir, tempDir } from '../support/core.ts'

let dir: string
beforeEach(() => {
  dir = tempDir()
})
afterEach(() => removeDir(dir))

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 90, g: 120, b: 200, alpha: 0.5 } } })

function put(name: string, data: Buffer | string): string {
  const path = join(dir, name)
  writeFileSync(path, data)
  return path
}

async function failure(work: Promise<unknown>): Promise<ErrorInfo> {
  const error: unknown = await work.catch((reason: unknown) => reason)
  if (!isPhonolensError(error)) throw new Error('it was expected to fail', { cause: error })
  return error.info
}

async function send(path: string, fit = false) {
  const checked = await checkPhoto(path, 'p', fit)
  const out = join(dir, 'out')
  return { checked, sent: join(out, await makePhotoToSend(path, 'p', checked, out)) }
}

describe('a photo', () => {
  it.each(['jpeg', 'png', 'webp', 'tiff', 'avif', 'gif'] as const)('may be %s', async (format) => {
    const path = put('photo.bin', await plain(40, 30).toFormat(format).toBuffer())
    const { checked, sent } = await send(path)
    expect(checked).toMatchObject({ width: 40, height: 30, format })
    expect(await sharp(sent).metadata()).toMatchObject({ width: 40, height: 30 })
    if (checked.plain) expect(readFileSync(sent)).toEqual(readFileSync(path))
    else expect(sent).toMatch(/\.png$/)
  })

  it('may be grey, of 16 bits, CMYK, see-through or of one pixel', async () => {
    const pictures = [
      plain(20, 10).greyscale().jpeg(),
      plain(20, 10).toColourspace('rgb16').png(),
      plain(20, 10).toColourspace('cmyk').jpeg(),
      plain(20, 10, 4).png(),
      plain(20, 10, 4).webp(),
      plain(1, 1).jpeg(),
    ]
    for (const picture of pictures) {
      const { checked, sent } = await send(put('p', await picture.toBuffer()))
      const about = await sharp(sent).metadata()
      expect(about).toMatchObject({ width: checked.width, height: checked.height })
      expect(about.space).not.toBe('cmyk')
      expect(about.hasAlpha).toBe(checked.hasAlpha)
    }
  })

  it('of several frames gives its first', async () => {
    const frames = Buffer.concat([Buffer.alloc(300, 255), Buffer.alloc(300, 0)])
    const gif = await sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
      .gif({ delay: [50, 50], loop: 0 })
      .toBuffer()
    const { checked, sent } = await send(put('a.gif', gif))
    expect(checked).toMatchObject({ width: 10, height: 10 })
    expect((await sharp(sent).stats()).channels[0]!.min).toBe(255)
  })

  it('is measured as it is shown, and says whether it tells a place', async () => {
    const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
    const tagged = plain(40, 20).withExif(exif).withMetadata({ orientation: 6 })
    const path = put('turned.jpg', await tagged.jpeg().toBuffer())
    expect(await checkPhoto(path, 'p', false)).toMatchObject({ width: 20, height: 40, hasLocation: true })
  })
})

describe('the limits', () => {
  it('take 16 megapixels in less than 20 ms and refuse one row more, by how much', async () => {
    const exact = put('exact.png', await plain(4_000, 4_000).png({ compressionLevel: 1 }).toBuffer())
    const above = put('above.png', await plain(4_000, 4_001).png({ compressionLevel: 1 }).toBuffer())
    await checkPhoto(exact, 'p', false)
    const times: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const start = performance.now()
      expect(await checkPhoto(exact, 'p', false)).toMatchObject({ width: 4_000, height: 4_000 })
      times.push(performance.now() - start)
    }
    expect(Math.min(...times)).toBeLessThan(20)
    expect(await failure(checkPhoto(above, 'p', false))).toEqual({
      code: 'photo-too-many-pixels',
      params: { name: 'p', width: 4_000, height: 4_001, megapixels: 16.1, limitMegapixels: 16 },
    })
    const { sent } = await send(above, true)
    const about = await sharp(sent).metadata()
    expect(about.width * about.height).toBeLessThanOrEqual(LIMITS.imagePixels)
    expect(about.width * about.height).toBeGreaterThan(LIMITS.imagePixels * 0.999)
  })

  it('take 10 MB and refuse one byte more', async () => {
    const path = put('p.jpg', await plain(20, 20).jpeg().toBuffer())
    appendFileSync(path, Buffer.alloc(LIMITS.imageBytes - statSync(path).size))
    await checkPhoto(path, 'p', false)
    appendFileSync(path, Buffer.alloc(1))
    expect(await failure(checkPhoto(path, 'p', false))).toMatchObject({
      code: 'photo-too-large',
      params: { sizeBytes: LIMITS.imageBytes + 1, limitBytes: LIMITS.imageBytes },
    })
  })

  it('are met by the best quality that fits, the right way up, with date and place', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const loud = sharp({ create: { width: 3_400, height: 2_900, channels: 3, background: '#888', noise } })
    const exif = { IFD0: { DateTime: '2020:01:02 03:04:05' } }
    const data = await loud.withExif(exif).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer()
    const path = put('loud.jpg', data)
    expect((await failure(checkPhoto(path, 'p', false))).code).toBe('photo-too-large')
    const { sent } = await send(path, true)
    const { size } = statSync(sent)
    expect(size).toBeLessThanOrEqual(LIMITS.imageBytes)
    expect(size).toBeGreaterThan(LIMITS.imageBytes * 0.6)
    const about = await sharp(sent).metadata()
    expect(about.autoOrient).toMatchObject({ width: 2_900, height: 3_400 })
    expect(exifToKeep(about.exif, true)?.IFD0?.DateTime).toBe('2020:01:02 03:04:05')
  })
})

describe('what is no photo', () => {
  it.each([
    ['a text', 'just words', 'text'],
    ['a page', '<!doctype html><p>sorry', 'web page'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', /text|XML/],
    ['a recording', Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0'), 'WAV'],
  ])('is named as what it is: %s', async (_what, data, actual) => {
    expect(await failure(checkPhoto(put('p.jpg', data), 'p.jpg', false))).toMatchObject({
      code: 'photo-unreadable',
      params: { name: 'p.jpg', actual: typeof actual === 'string' ? actual : expect.stringMatching(actual) },
    })
  })

  it('HEIC is named by itself', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')
    expect((await failure(checkPhoto(put('p.heic', heic), 'p', false))).code).toBe('photo-heic')
  })

  it('breaks off, or is made to fill the memory', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const loud = sharp({ create: { width: 300, height: 300, channels: 3, background: '#888', noise } })
    const path = put('cut.jpg', await loud.jpeg().toBuffer())
    truncateSync(path, Math.floor(statSync(path).size / 2))
    expect(await failure(send(path))).toMatchObject({
      code: 'photo-unreadable',
      params: { actual: 'broken JPEG' },
    })
    const header = await plain(8, 8).png().toBuffer()
    header.writeUInt32BE(60_000, 16)
    header.writeUInt32BE(60_000, 20)
    expect(await failure(checkPhoto(put('bomb.png', header), 'p', true))).toMatchObject({
      code: 'photo-unreadable',
      params: { actual: expect.stringContaining('60000') },
    })
  })
})
