/** A Fourier transform of squares of one size, on numbers kept as real and imaginary parts side by side. */
export interface SquareTransform {
  readonly size: number
  /** In place; the inverse divides by the number of pixels, so that there and back changes nothing. */
  run(real: Float32Array, imaginary: Float32Array, direction: 'forward' | 'inverse'): void
}

/**
 * @param size side of the square in pixels, a power of two
 */
export function createSquareTransform(size: number): SquareTransform {
  const cos = new Float32Array(size / 2)
  const sin = new Float32Array(size / 2)
  for (let i = 0; i < size / 2; i += 1) {
    cos[i] = Math.cos((2 * Math.PI * i) / size)
    sin[i] = Math.sin((2 * Math.PI * i) / size)
  }
  const reversed = bitReversed(size)
  const re = new Float32Array(size)
  const im = new Float32Array(size)

  function line(real: Float32Array, imaginary: Float32Array, at: number, step: number, sign: number): void {
    for (let i = 0; i < size; i += 1) {
      re[i] = real[at + reversed[i]! * step]!
      im[i] = imaginary[at + reversed[i]! * step]!
    }
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half)
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0, twiddle = 0; k < half; k += 1, twiddle += stride) {
          const [low, high] = [start + k, start + k + half]
          const c = cos[twiddle]!
          const s = sign * sin[twiddle]!
          const tr = re[high]! * c + im[high]! * s
          const ti = im[high]! * c - re[high]! * s
          re[high] = re[low]! - tr
          im[high] = im[low]! - ti
          re[low]! += tr
          im[low]! += ti
        }
      }
    }
    for (let i = 0; i < size; i += 1) {
      real[at + i * step] = re[i]!
      imaginary[at + i * step] = im[i]!
    }
  }

  return {
    size,
    run: (real, imaginary, direction) => {
      const sign = direction === 'forward' ? 1 : -1
      for (let row = 0; row < size; row += 1) line(real, imaginary, row * size, 1, sign)
      for (let column = 0; column < size; column += 1) line(real, imaginary, column, size, sign)
      if (direction === 'forward') return
      const scale = 1 / (size * size)
      for (let i = 0; i < size * size; i += 1) {
        real[i]! *= scale
        imaginary[i]! *= scale
      }
    },
  }
}

function bitReversed(size: number): Uint16Array {
  const reversed = new Uint16Array(size)
  for (let i = 1; i < size; i += 1) reversed[i] = (reversed[i >> 1]! >> 1) | (i & 1 ? size >> 1 : 0)
  return reversed
}
