import { describe, expect, it } from 'vitest'
import { measureFading } from '../../../../../src/service/engines/face-restoration/measure/fading.ts'
import {
  readPlanes,
  type PixelData,
} from '../../../../../src/service/engines/face-restoration/pixels/pixel-data.ts'
import { toneAt } from '../../../../../src/service/engines/face-restoration/pixels/tone-curve.ts'
import { planRestoration } from '../../../../../src/service/engines/face-restoration/plan.ts'
import { restorePixels } from '../../../../../src/service/engines/face-restoration/restore-pixels.ts'
import { psnrDb } from '../../../../support/picture-distance.ts'
import { drawPortrait, fade, type DrawnPicture } from '../../../../support/pictures.ts'
import sharp from 'sharp'

const WIDTH = 240
const HEIGHT = 300
const portrait = await drawPortrait(WIDTH, HEIGHT, 11)

const pixelsOf = (picture: DrawnPicture): PixelData => ({ ...picture, channels: 3 })

function planFor(pixels: PixelData) {
  return planRestoration(readPlanes(pixels, 0, 0, pixels.width, pixels.height), null)
}

function fadingOf(picture: DrawnPicture) {
  return measureFading(readPlanes(pixelsOf(picture), 0, 0, picture.width, picture.height), false)
}

function restored(pixels: PixelData): PixelData {
  return restorePixels(pixels, planFor(pixels)!, () => undefined)
}

function recoloured(change: (value: number, channel: number) => number): DrawnPicture {
  const data = portrait.data.map((value, i) => Math.min(255, Math.max(0, Math.round(change(value, i % 3)))))
  return { ...portrait, data: Buffer.from(data) }
}

function drawn(colourAt: (x: number, y: number) => readonly [number, number, number]): DrawnPicture {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let i = 0; i < WIDTH * HEIGHT; i += 1) data.set(colourAt(i % WIDTH, Math.floor(i / WIDTH)), 3 * i)
  return { width: WIDTH, height: HEIGHT, data }
}

const asGrey = (picture: DrawnPicture): Uint8Array =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => picture.data[3 * i + 1]!)

describe('a faded photo', () => {
  it.each([
    [1, 0.5, [70, 70, 70]],
    [2, 0.45, [85, 72, 60]],
    [3, 0.5, [60, 70, 76]],
    [4, 0.35, [90, 90, 84]],
  ] as const)('comes nearer to what it was: person %d, contrast %d', async (person, contrast, lift) => {
    const original = await drawPortrait(WIDTH, HEIGHT, person)
    const faded = fade(original, contrast, lift)
    const after = restored(pixelsOf(faded))
    expect(psnrDb(original, { ...original, data: Buffer.from(after.data) })).toBeGreaterThan(
      psnrDb(original, faded) + 3,
    )
  })

  it('has the same done to a colour in every tile', async () => {
    const original = await drawPortrait(700, 560, 2)
    const faded = pixelsOf(fade(original, 0.5, [76, 66, 60]))
    const after = restored(faded)
    const became = new Map<number, number>()
    const colour = ({ data }: PixelData, i: number): number =>
      data[i]! * 65_536 + data[i + 1]! * 256 + data[i + 2]!
    for (let i = 0; i < faded.data.length; i += 3) {
      const [from, to] = [colour(faded, i), colour(after, i)]
      expect(became.get(from) ?? to).toBe(to)
      became.set(from, to)
    }
  })

  it('is not written over: what is next to a tile is read after it', () => {
    const faded = fade(portrait, 0.5, [76, 66, 60])
    const before = Buffer.from(faded.data)
    restored(pixelsOf(faded))
    expect(faded.data.equals(before)).toBe(true)
  })

  it('keeps its alpha, and is cut off nowhere', () => {
    const faded = fade(portrait, 0.5, [76, 66, 60])
    const data = new Uint8Array(WIDTH * HEIGHT * 4)
    for (let i = 0; i < WIDTH * HEIGHT; i += 1) {
      data.set([...faded.data.subarray(3 * i, 3 * i + 3), (i * 7) % 256], 4 * i)
    }
    const after = restored({ width: WIDTH, height: HEIGHT, channels: 4, data })
    expect(after.data.every((value, i) => i % 4 !== 3 || value === data[i])).toBe(true)
    expect(after.data.every((value, i) => i % 4 === 3 || (value > 0 && value < 255))).toBe(true)
  })

  it('is treated alike in 16 bits and in grey', () => {
    const narrow = asGrey(fade(portrait, 0.5, [70, 70, 70]))
    const grey = { width: WIDTH, height: HEIGHT, channels: 1 }
    const after = restored({ ...grey, data: narrow })
    const wide = restored({ ...grey, data: Uint16Array.from(narrow, (value) => 257 * value) })
    expect(Math.max(...after.data) - Math.min(...after.data)).toBeGreaterThan(
      1.4 * (Math.max(...narrow) - Math.min(...narrow)),
    )
    expect(after.data).toEqual(Uint8Array.from(wide.data, (value) => Math.round(value / 257)))
  })
})

describe('what has not faded is left alone', () => {
  it.each<[string, DrawnPicture]>([
    ['an ordinary photo', portrait],
    ['soft light', recoloured((value) => 0.85 * value + 18)],
    ['night', recoloured((value) => 0.35 * value)],
    ['high key', recoloured((value) => 155 + 0.4 * value)],
    [
      'sunset',
      recoloured((value, channel) => [0.5 * value + 110, 0.45 * value + 60, 0.25 * value][channel]!),
    ],
    [
      'blue light',
      recoloured((value, channel) => [0.3 * value + 10, 0.4 * value + 30, 0.5 * value + 100][channel]!),
    ],
    ['a strong cast', recoloured((value, channel) => 0.45 * value + [120, 70, 30][channel]!)],
    ['a plain surface', drawn(() => [120, 118, 115])],
    ['a surface with hardly any shades', drawn((x, y) => [110 + ((x + y) % 9), 110, 108])],
    ['a drawing', drawn((x, y) => (Math.hypot(x - 120, y - 150) < 90 ? [80, 90, 100] : [180, 170, 165]))],
  ])('%s', (_, picture) => {
    expect(fadingOf(picture)).toBeNull()
  })

  it('a blurred one, which has lost its darkest and brightest as well', async () => {
    const soft = recoloured((value) => 0.85 * value + 25)
    const { width, height } = portrait
    const data = await sharp(soft.data, { raw: { width, height, channels: 3 } })
      .blur(3)
      .raw()
      .toBuffer()
    expect(planFor({ width, height, channels: 3, data })?.tones ?? null).toBeNull()
  })

  it.each([1, 2, 20])('a picture of %d pixels a side', (side) => {
    const data = Buffer.from(Array.from({ length: side * side * 3 }, (_, i) => 80 + ((i * 37) % 90)))
    expect(fadingOf({ width: side, height: side, data })).toBeNull()
  })
})

describe('toneAt', () => {
  it('never turns back, and keeps black and white', () => {
    const curve = { from: [70, 190], to: [25, 226] } as const
    const moved = Array.from({ length: 256 }, (_, value) => toneAt(curve, value))
    expect([moved[0], moved[70], moved[190], moved[255]]).toEqual([0, 25, 226, 255])
    expect(moved.every((value, i) => i === 0 || value > moved[i - 1]!)).toBe(true)
    expect([toneAt(curve, -5), toneAt(curve, 300)]).toEqual([0, 255])
  })
})
