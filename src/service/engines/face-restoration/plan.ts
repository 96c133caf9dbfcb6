import { measureBlur, type BlurMeasure } from './measure/blur.ts'
import { measureFading, type Fading } from './measure/fading.ts'
import { findJpegTraces } from './measure/jpeg-traces.ts'
import type { JpegSteps } from './measure/jpeg-tables.ts'
import { measureNoise } from './measure/noise.ts'
import { measureNoiseUnderSteps, powerAfterStep } from './measure/noise-under-steps.ts'
import { radialSpectrum } from './measure/spectrum.ts'
import { BLOCK } from './pixels/dct.ts'
import type { NoisePower } from './pixels/noise-table.ts'
import { halve, type Plane } from './pixels/plane.ts'
import type { ToneCurve } from './pixels/tone-curve.ts'

/** What is to be done to a picture, from what was measured in it. */
export interface Plan {
  /**
   * For each plane: power of what to remove, for a frequency in waves per pixel across and down. None where only the
   * levels are to be changed.
   */
  noise: NoisePower[]
  /** Null where the picture is as sharp as can be told. */
  sharpening: { sigma: number; noiseOverPicture: (frequency: number) => number } | null
  /** Colour holds nothing finer than two pixels: it is treated at half the size. */
  halvedColour: boolean
  /** For each channel, where the photo has faded. */
  tones: ToneCurve[] | null
  measured: { noise: number[]; blurSigma: number | null; jpeg: boolean }
}

/** Weaker noise than this does not show; film grain and skin are of that strength in good photos. */
const LEAST_NOISE = 1.2
/** Less blur than this is in every photo. */
const LEAST_BLUR = 0.8
/** Wider ones are not of the kind that a photo's own detail survives. */
const MOST_BLUR = 4
/** Of rounding to whole numbers, with a margin for what else is done to a picture. */
const ROUNDING = 0.4
/**
 * The error that a JPEG's steps leave, as part of the error of even rounding. Far less than all of it, as most fine
 * detail is weaker than half a step to begin with; more where noise helped it over that.
 */
const STEP_ERROR = 0.07
const STEP_ERROR_IN_NOISE = 0.15
/** Colour has even less that is fine, and larger steps. */
const STEP_ERROR_IN_COLOUR = 0.035
/** The same for how much of the spectrum can be believed. */
const STEP_DOUBT = 0.1
/** Where black and white are brought back to, most of the way. */
const BLACK = 10
const WHITE = 242
/** Of the way, as a faded photo may have been soft to begin with. */
const LEVELS_BACK = 0.7
/** More contrast than this shows the steps and the noise of what is left. */
const MOST_CONTRAST = 1.9

/**
 * Measures a picture and decides what is done to it.
 *
 * @param planes one for grey; brightness and two of colour as JPEG has them otherwise
 * @param steps from the file's own tables; traces of an earlier life as a JPEG are looked for where null
 * @returns null where nothing needs to be done
 */
export function planRestoration(planes: readonly Plane[], steps: JpegSteps | null): Plan | null {
  const jpeg = steps ?? findJpegTraces(planes[0]!)
  const noise = planes.map((plane, index) => noiseOf(plane, index, jpeg))
  const powers = noise.map((strength, index) => {
    const inPicture = index === 0 ? STEP_ERROR : STEP_ERROR_IN_COLOUR
    const stepError = noise[0]! > LEAST_NOISE ? STEP_ERROR_IN_NOISE : inPicture
    return powerAt(strength, stepsOf(jpeg, index), stepError)
  })
  const doubts = powerAt(noise[0]!, stepsOf(jpeg, 0), STEP_DOUBT)
  const blur = blurOf(planes[0]!, doubts)
  const damaged = noise.some((strength) => strength > LEAST_NOISE) || blur !== null || jpeg !== null
  const fading = measureFading(planes, blur !== null)
  if (!damaged && !fading) return null
  const sharpening = blur && {
    sigma: blur.sigma,
    noiseOverPicture: (frequency: number) =>
      powers[0]!(frequency * Math.SQRT1_2, frequency * Math.SQRT1_2) / blur.pictureAt(frequency),
  }
  return {
    noise: damaged ? powers : [],
    sharpening,
    halvedColour: jpeg?.halved ?? false,
    tones: fading && tonesFor(fading),
    measured: { noise, blurSigma: blur?.sigma ?? null, jpeg: jpeg !== null },
  }
}

function stepsOf(jpeg: JpegSteps | null, plane: number): Float32Array | null {
  return jpeg && (plane === 0 ? jpeg.luma : jpeg.chroma)
}

function noiseOf(plane: Plane, index: number, jpeg: JpegSteps | null): number {
  const steps = stepsOf(jpeg, index)
  if (!jpeg || !steps) return measureNoise(plane)
  return measureNoiseUnderSteps(index > 0 && jpeg.halved ? halve(plane) : plane, steps)
}

/** Power of noise and of JPEG's rounding together. */
function powerAt(strength: number, steps: Float32Array | null, stepError: number): NoisePower {
  if (!steps) return () => Math.max(ROUNDING, strength > LEAST_NOISE ? strength : 0) ** 2
  return (across, down) => {
    const [u, v] = [across, down].map((each) => Math.min(BLOCK - 1, Math.round(each * 2 * BLOCK)))
    const step = steps[v! * BLOCK + u!]!
    return ROUNDING ** 2 + powerAfterStep(strength, step) + (stepError * step * step) / 12
  }
}

function blurOf(luma: Plane, power: NoisePower): BlurMeasure | null {
  const spectrum = radialSpectrum(luma)
  const blur =
    spectrum &&
    measureBlur(spectrum, (frequency) => power(frequency * Math.SQRT1_2, frequency * Math.SQRT1_2))
  return blur && blur.sigma > LEAST_BLUR && blur.sigma < MOST_BLUR ? blur : null
}

/** All channels get the same contrast, and lose the same part of what cast they share. */
function tonesFor({ low, high, cast }: Fading): ToneCurve[] {
  const span = high - low
  const part = Math.min(LEVELS_BACK, ((MOST_CONTRAST - 1) * span) / (WHITE - BLACK - span))
  const to = [low + part * (BLACK - low), high + part * (WHITE - high)] as const
  return cast.map((each) => {
    const shift = LEVELS_BACK * each
    return { from: [low + shift, high + shift], to }
  })
}
