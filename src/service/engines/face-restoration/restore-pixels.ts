import { isColour, readPlanes, writePlanes, type PixelData } from './pixels/pixel-data.ts'
import { noiseTable } from './pixels/noise-table.ts'
import { fadeMargin, halve, type Plane, takeCorrection } from './pixels/plane.ts'
import { createSharpener } from './pixels/sharpen.ts'
import { shrink } from './pixels/shrink.ts'
import type { Plan } from './plan.ts'

/** Around each tile, in pixels: as far as anything that is done to a pixel reaches. */
const MARGIN = 24
const SMALL_TILE = 256
const LARGE_TILE = 512
/** Pixels between blocks; colour has less detail to lose. */
const LUMA_STEP = 2
const COLOUR_STEP = 4
/** At half the size there are fewer pixels, each of which stands for more. */
const HALVED_COLOUR_STEP = 2

/**
 * Does to a picture what was planned, tile by tile, so that the memory needed stays flat.
 *
 * @param onProgress gets 0 to 1
 * @returns a new picture; size and alpha as in the original
 */
export function restorePixels(
  picture: PixelData,
  plan: Plan,
  onProgress: (fraction: number) => void,
): PixelData {
  // Not `slice`: a Buffer's shares its memory, and the next tile's margin would be taken from what is done already.
  const data =
    picture.data instanceof Uint16Array ? new Uint16Array(picture.data) : new Uint8Array(picture.data)
  const restored: PixelData = { ...picture, data }
  const size = Math.max(picture.width, picture.height) > SMALL_TILE - 2 * MARGIN ? LARGE_TILE : SMALL_TILE
  const work = tileWork(plan, size, isColour(picture))
  const inner = size - 2 * MARGIN
  const [across, down] = [Math.ceil(picture.width / inner), Math.ceil(picture.height / inner)]
  for (let tile = 0; tile < across * down; tile += 1) {
    const left = (tile % across) * inner - MARGIN
    const top = Math.floor(tile / across) * inner - MARGIN
    writePlanes(restored, work(readPlanes(picture, left, top, size, size)), left, top, MARGIN, plan.tones)
    onProgress((tile + 1) / (across * down))
  }
  return restored
}

function tileWork(plan: Plan, size: number, colour: boolean): (planes: Plane[]) => Plane[] {
  const { sharpening } = plan
  if (plan.noise.length === 0) return (planes) => planes
  const sharpener = sharpening && createSharpener(sharpening.sigma, sharpening.noiseOverPicture, size)
  const tables = plan.noise.map((power) =>
    noiseTable(
      (across, down) => power(across, down) * (sharpener?.gainAt(Math.hypot(across, down)) ?? 1) ** 2,
    ),
  )
  const colourStep = plan.halvedColour ? HALVED_COLOUR_STEP : COLOUR_STEP
  const smooth = (plane: Plane, index: number): Plane =>
    shrink(plane, tables[index]!, index === 0 ? LUMA_STEP : colourStep)
  const smoothHalved = (plane: Plane, index: number): Plane => {
    const small = halve(plane)
    return takeCorrection(plane, small, smooth(small, index))
  }
  return (planes) => {
    let [luma, blue, red] = planes
    if (sharpener) {
      luma = sharpener.apply(fadeMargin(luma!, MARGIN), null)[0]
      if (colour && !plan.halvedColour) {
        const [first, second] = sharpener.apply(fadeMargin(blue!, MARGIN), fadeMargin(red!, MARGIN))
        blue = first
        red = second!
      }
    }
    if (!colour) return [smooth(luma!, 0)]
    const smoothColour = plan.halvedColour ? smoothHalved : smooth
    return [smooth(luma!, 0), smoothColour(blue!, 1), smoothColour(red!, 2)]
  }
}
