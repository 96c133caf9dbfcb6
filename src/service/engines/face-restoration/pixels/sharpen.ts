import { createSquareTransform } from './fft.ts'
import type { Plane } from './plane.ts'

/**
 * Undoes a Gaussian blur as far as the noise lets it: the inverse of the blur where the picture stands out of the noise,
 * less and less beyond (Wiener's filter, with less restraint than it would have alone, as what noise it raises is
 * removed afterwards).
 *
 * @property gainAt what the filter does to a frequency, in waves per pixel
 */
export interface Sharpener {
  gainAt(frequency: number): number
  apply(planes: Plane, second: Plane | null): [Plane, Plane | null]
}

/** Part of Wiener's restraint that is kept, as the noise is removed in a second step. */
const RESTRAINT = 0.15

/**
 * @param sigma of the blur, in pixels
 * @param noiseOverPicture power of the noise divided by that of the sharp picture, for a frequency in waves per pixel
 * @param size side of the planes in pixels, a power of two; they are taken to be square
 */
export function createSharpener(
  sigma: number,
  noiseOverPicture: (frequency: number) => number,
  size: number,
): Sharpener {
  const gainAt = (frequency: number): number => {
    const blur = Math.exp(-2 * Math.PI ** 2 * sigma ** 2 * frequency ** 2)
    return blur / (blur * blur + RESTRAINT * noiseOverPicture(frequency))
  }
  const transform = createSquareTransform(size)
  const gains = new Float32Array(size * size)
  for (let y = 0, i = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1, i += 1) {
      gains[i] = gainAt(Math.hypot(Math.min(x, size - x), Math.min(y, size - y)) / size)
    }
  }
  return {
    gainAt,
    apply: (first, second) => {
      // Two real planes travel as one complex one; a symmetric filter does not mix them.
      const real = first.data.slice()
      const imaginary = second ? second.data.slice() : new Float32Array(size * size)
      transform.run(real, imaginary, 'forward')
      for (let i = 0; i < gains.length; i += 1) {
        real[i]! *= gains[i]!
        imaginary[i]! *= gains[i]!
      }
      transform.run(real, imaginary, 'inverse')
      return [{ ...first, data: real }, second ? { ...second, data: imaginary } : null]
    },
  }
}
