import sharp from 'sharp'

/** Red, green and blue, 8 bits each, pixel after pixel. */
export interface DrawnPicture {
  width: number
  height: number
  data: Buffer
}

/** What happens to a photo; in this order. `file`: what it is saved as at the end. */
export interface Degradation {
  blurSigma?: number
  noiseSigma?: number
  jpegQuality?: number
}

/** The same numbers from 0 to 1 each time, for one seed (mulberry32's recurrence). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function createGaussian(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Texture as in nature: every doubling of the fineness has half the strength. Values near -1 to 1. */
function naturalTexture(random: () => number, roughness = 0.55): (x: number, y: number) => number {
  const side = 256
  const lattice = Float32Array.from({ length: side * side }, () => 2 * random() - 1)
  const at = (x: number, y: number): number => lattice[(y & (side - 1)) * side + (x & (side - 1))]!
  const smooth = (t: number): number => t * t * (3 - 2 * t)
  const noise = (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [smooth(x - left), smooth(y - top)]
    const above = at(left, top) * (1 - u) + at(left + 1, top) * u
    return above * (1 - v) + (at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u) * v
  }
  return (x, y) => {
    let [sum, strength] = [0, 0.5]
    for (let octave = 0, scale = 4; octave < 9; octave += 1, scale *= 2) {
      sum += strength * noise(x * scale + 17 * octave, y * scale + 31 * octave)
      strength *= roughness
    }
    return sum
  }
}

/**
 * Draws a head before a background out of focus: shaded skin with texture, eyes, mouth, strands of hair, a woven shirt.
 * Drawn at twice the size and scaled down, so that its edges are as sharp as a good photo's.
 */
export async function drawPortrait(width: number, height: number, seed: number): Promise<DrawnPicture> {
  const [w, h] = [2 * width, 2 * height]
  const random = createRandom(seed)
  const [skin, back, hair] = [
    naturalTexture(random, 0.62),
    naturalTexture(random, 0.42),
    naturalTexture(random),
  ]
  const warmth = random()
  const tilt = 0.3 * (random() - 0.5)
  const data = Buffer.alloc(w * h * 3)
  for (let py = 0, to = 0; py < h; py += 1) {
    for (let px = 0; px < w; px += 1, to += 3) {
      const [x, y] = [px / w - 0.5, py / h - 0.45]
      const [fx, fy] = [(x + tilt * y) / 0.26, y / 0.36]
      const inFace = fx * fx + fy * fy
      let colour: [number, number, number]
      if (inFace < 1) colour = faceColour(fx, fy, inFace, skin(x, y), warmth)
      else if (y > 0.3 + 0.25 * x * x) {
        const weave = Math.sin(px * 0.55 + 0.3 * hair(x, y)) * Math.sin(py * 0.55) * 14
        const fold = 26 * skin(x * 0.7, y * 0.7)
        colour = [60 + 50 * warmth + weave + fold, 74 + weave + fold, 120 + weave + fold]
      } else if (inFace < 1.75 && fy < 0.35) {
        const strand = 30 * hair(x * 40 + 3 * y, y * 1.2) + 22 * hair(x * 12, y)
        colour = [70 + strand + 40 * warmth, 50 + strand, 38 + 0.8 * strand]
      } else {
        const light = 46 * back(x * 0.5, y * 0.5)
        colour = [120 + light, 138 + 1.1 * light, 118 + 60 * warmth + light]
      }
      for (let c = 0; c < 3; c += 1) data[to + c] = Math.min(250, Math.max(5, Math.round(colour[c]!)))
    }
  }
  const scaled = await sharp(data, { raw: { width: w, height: h, channels: 3 } })
    .resize(width, height)
    .raw()
    .toBuffer()
  return { width, height, data: scaled }
}

function faceColour(
  fx: number,
  fy: number,
  inFace: number,
  texture: number,
  warmth: number,
): [number, number, number] {
  const light = 0.55 + 0.45 * Math.sqrt(1 - inFace) + 0.16 * fx - 0.1 * fy + 0.09 * texture
  for (const side of [-0.42, 0.42]) {
    const [ex, ey] = [(fx - side) / 0.2, (fy + 0.12) / 0.09]
    const eye = ex * ex + ey * ey
    if (eye < 1) {
      const iris = ((fx - side) / 0.085) ** 2 + ((fy + 0.12) / 0.085) ** 2
      if (iris < 0.2) return [14, 12, 12]
      if (iris < 1) return [70 + 60 * warmth + 30 * texture, 84 + 30 * texture, 60]
      return [222 * light, 216 * light, 210 * light]
    }
    if (Math.abs(fy + 0.34 - 0.12 * ex * ex) < 0.035 && Math.abs(ex) < 1.3) return [74, 54 + 26 * texture, 44]
  }
  if (((fx - 0.02) / 0.3) ** 2 + ((fy - 0.52) / 0.07) ** 2 < 1) return [176 * light, 92 * light, 92 * light]
  const nose = Math.exp(-(((fx - 0.07) / 0.07) ** 2)) * (fy > -0.1 && fy < 0.28 ? -18 : 0)
  return [228 * light + nose, (178 + 14 * warmth) * light + nose, (148 + 20 * warmth) * light + nose]
}

/**
 * A picture as it is after years in the light: less contrast, nothing black, a cast over all of it.
 *
 * @param contrast part of the range that is left
 * @param lift what black has become, in each channel
 */
export function fade(
  picture: DrawnPicture,
  contrast: number,
  lift: readonly [red: number, green: number, blue: number],
): DrawnPicture {
  const data = picture.data.map((value, i) => Math.min(255, Math.round(value * contrast + lift[i % 3]!)))
  return { ...picture, data: Buffer.from(data) }
}

/** @returns the file: a JPEG where a quality is given, otherwise a PNG */
export async function degrade(
  picture: DrawnPicture,
  { blurSigma, noiseSigma, jpegQuality }: Degradation,
  seed = 1,
): Promise<Buffer> {
  const { width, height } = picture
  const raw = { width, height, channels: 3 } as const
  let { data } = picture
  if (blurSigma) {
    const blur = { sigma: blurSigma, precision: 'float', minAmplitude: 0.005 } as const
    data = await sharp(data, { raw }).blur(blur).raw().toBuffer()
  }
  if (noiseSigma) {
    const gaussian = createGaussian(createRandom(seed))
    data = Buffer.from(
      data.map((value) => Math.min(255, Math.max(0, Math.round(value + noiseSigma * gaussian())))),
    )
  }
  const image = sharp(data, { raw })
  return await (jpegQuality ? image.jpeg({ quality: jpegQuality }) : image.png()).toBuffer()
}
