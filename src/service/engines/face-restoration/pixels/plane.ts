/** One channel of a picture as numbers: row after row, 0 for black to 255 for white, fractions kept. */
export interface Plane {
  width: number
  height: number
  data: Float32Array
}

export function newPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) }
}

/** Where a position outside 0…length-1 falls when the picture is mirrored at its edges, edge pixels repeated. */
export function mirror(position: number, length: number): number {
  const period = 2 * length
  const inside = ((position % period) + period) % period
  return inside < length ? inside : period - 1 - inside
}

/** The plane at half the size, each pixel the mean of four; an odd last row or column is left out. */
export function halve({ width, height, data }: Plane): Plane {
  const small = newPlane(width >> 1, height >> 1)
  for (let y = 0, to = 0; y + 1 < height; y += 2) {
    for (let x = 0, at = y * width; x + 1 < width; x += 2, at += 2, to += 1) {
      small.data[to] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4
    }
  }
  return small
}

/** Adds to a plane what was changed in its half-size copy, between pixels linearly. */
export function takeCorrection(plane: Plane, before: Plane, after: Plane): Plane {
  const { width, height } = plane
  const result = newPlane(width, height)
  const change = after.data.map((value, i) => value - before.data[i]!)
  for (let y = 0, to = 0; y < height; y += 1) {
    const [near, far] = halfNeighbours(y, before.height, before.width)
    for (let x = 0; x < width; x += 1, to += 1) {
      const [close, wide] = halfNeighbours(x, before.width, 1)
      const here = 0.75 * change[near + close]! + 0.25 * change[near + wide]!
      const there = 0.75 * change[far + close]! + 0.25 * change[far + wide]!
      result.data[to] = plane.data[to]! + 0.75 * here + 0.25 * there
    }
  }
  return result
}

function halfNeighbours(position: number, length: number, step: number): [near: number, far: number] {
  const near = position >> 1
  const far = position & 1 ? Math.min(length - 1, near + 1) : Math.max(0, near - 1)
  return [near * step, far * step]
}

/**
 * Lets a plane fade to its mean towards its outermost pixels: a filter that takes the picture for endless would
 * otherwise see an edge where its ends meet, and ring.
 *
 * @param margin as far as the plane may be changed, in pixels; half of it is
 */
export function fadeMargin({ width, height, data }: Plane, margin: number): Plane {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length
  const reach = margin / 2
  const share = (position: number, length: number): number => {
    const inside = Math.min(position, length - 1 - position)
    return inside >= reach ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (inside + 0.5)) / reach)
  }
  const columns = Array.from({ length: width }, (_, x) => share(x, width))
  const faded = newPlane(width, height)
  for (let y = 0, i = 0; y < height; y += 1) {
    const row = share(y, height)
    for (let x = 0; x < width; x += 1, i += 1) faded.data[i] = mean + (data[i]! - mean) * row * columns[x]!
  }
  return faded
}
