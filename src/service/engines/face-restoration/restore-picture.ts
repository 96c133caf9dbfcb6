import type { FaceRestorationOutput } from './face-restoration.ts'
import { readPicture } from './files/read-picture.ts'
import { keepPicture, writePicture } from './files/write-picture.ts'
import { readPlanes } from './pixels/pixel-data.ts'
import { planRestoration } from './plan.ts'
import { restorePixels } from './restore-pixels.ts'

/** Of the whole progress: reading and measuring, and writing at the end. */
const MEASURED = 0.1
const WORKED = 0.95

/**
 * Reads, measures and restores one picture.
 *
 * @param folder for the result
 * @throws EngineError for a picture that cannot be taken
 */
export async function restorePicture(
  path: string,
  folder: string,
  onProgress: (fraction: number) => void,
): Promise<FaceRestorationOutput> {
  const picture = await readPicture(path)
  const { pixels } = picture
  const plan = planRestoration(readPlanes(pixels, 0, 0, pixels.width, pixels.height), picture.steps)
  onProgress(MEASURED)
  if (plan === null) return await keepPicture(path, picture, folder)
  const restored = restorePixels(pixels, plan, (fraction) =>
    onProgress(MEASURED + (WORKED - MEASURED) * fraction),
  )
  return await writePicture(restored, picture, folder)
}
