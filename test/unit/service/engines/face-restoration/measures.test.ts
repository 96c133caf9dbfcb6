import { describe, expect, it } from 'vitest'
import { measureBlur } from '../../../../../src/service/engines/face-restoration/measure/blur.ts'
import { findJpegTraces } from '../../../../../src/service/engines/face-restoration/measure/jpeg-traces.ts'
import { standardSteps } from '../../../../../src/service/engines/face-restoration/measure/jpeg-tables.ts'
import { measureNoise } from '../../../../../src/service/engines/face-restoration/measure/noise.ts'
import { measureNoiseUnderSteps } from '../../../../../src/service/engines/face-restoration/measure/noise-under-steps.ts'
import { radialSpectrum } from '../../../../../src/service/engines/face-restoration/measure/spectrum.ts'
import { readPlanes } from '../../../../../src/service/engines/face-restoration/pixels/pixel-data.ts'
import type { Plane } from '../../../../../src/service/engines/face-restoration/pixels/plane.ts'
import { planRestoration } from '../../../../../src/service/engines/face-restoration/plan.ts'
import sharp from 'sharp'
import { degrade, drawPortrait, type Degradation } from '../../../../support/pictures.ts'

/** Noise of one strength in red, green and blue has this strength in their brightness. */
const IN_BRIGHTNESS = Math.hypot(0.299, 0.587, 0.114)

const portrait = await drawPortrait(256, 256, 5)

async function brightness(damage: Degradation): Promise<Plane> {
  const { data } = await sharp(await degrade(portrait, damage))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return readPlanes({ width: 256, height: 256, channels: 3, data }, 0, 0, 256, 256)[0]!
}

describe('measureNoise', () => {
  it('takes skin, hair and weave for picture and not for noise', async () => {
    expect(measureNoise(await brightness({}))).toBeLessThan(1.2)
  })

  it.each([5, 10, 20])('measures noise of %d within a seventh', async (noiseSigma) => {
    const measured = measureNoise(await brightness({ noiseSigma })) / IN_BRIGHTNESS
    expect(Math.abs(measured - noiseSigma)).toBeLessThan(noiseSigma / 7)
  })
})

describe('measureNoiseUnderSteps', () => {
  const measured = async (noiseSigma: number): Promise<number> =>
    measureNoiseUnderSteps(await brightness({ noiseSigma, jpegQuality: 40 }), standardSteps(40).luma) /
    IN_BRIGHTNESS

  it('finds noise that went through a JPEG', async () => {
    expect(Math.abs((await measured(15)) - 15)).toBeLessThan(3)
    expect(Math.abs((await measured(25)) - 25)).toBeLessThan(5)
  })

  it('finds less where there was none', async () => {
    expect(await measured(0)).toBeLessThan(5)
  })
})

describe('measureBlur', () => {
  const measured = async (blurSigma: number): Promise<number> => {
    const spectrum = radialSpectrum(await brightness({ blurSigma }))!
    return measureBlur(spectrum, () => 0.2)?.sigma ?? 0
  }

  it('grows with the blur and stays below a blur that sharpening would turn into halos', async () => {
    const [none, slight, clear, strong] = await Promise.all([0, 1.2, 2, 3].map(measured))
    expect(none).toBeLessThan(0.8)
    expect(slight).toBeGreaterThan(none!)
    expect(clear).toBeGreaterThan(slight!)
    expect(strong).toBeGreaterThan(clear!)
    expect(strong).toBeLessThan(3.6)
  })

  it('tells nothing from a picture smaller than its squares, and from one that is all noise', () => {
    expect(radialSpectrum({ width: 63, height: 500, data: new Float32Array(63 * 500) })).toBeNull()
    expect(measureBlur(new Float64Array(33).fill(4), () => 4)).toBeNull()
  })
})

describe('findJpegTraces', () => {
  it.each([15, 30, 60])('finds the steps of quality %d in pixels alone', async (jpegQuality) => {
    const traces = findJpegTraces(await brightness({ jpegQuality }))
    expect(traces?.luma).toEqual(standardSteps(jpegQuality).luma)
  })

  it('finds none where there are none', async () => {
    expect(findJpegTraces(await brightness({}))).toBeNull()
    expect(findJpegTraces(await brightness({ noiseSigma: 10 }))).toBeNull()
  })
})

describe('planRestoration', () => {
  it('leaves a good photo alone', async () => {
    const planes = readPlanes({ ...portrait, channels: 3 }, 0, 0, 256, 256)
    expect(planRestoration(planes, null)).toBeNull()
  })

  it.each([1, 2, 7, 8, 9])('takes a picture of %d pixels a side', (side) => {
    const data = new Uint8Array(side * side * 3).map((_, i) => (i * 37) % 256)
    const planes = readPlanes({ width: side, height: side, channels: 3, data }, 0, 0, side, side)
    expect(() => planRestoration(planes, { ...standardSteps(30), halved: true })).not.toThrow()
  })
})
