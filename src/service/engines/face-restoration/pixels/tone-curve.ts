/**
 * How a channel's numbers are moved (0…255 scale): three straight pieces through black, two points between, and white.
 *
 * @property from two numbers above 0 and below 255, the lower one first
 * @property to what they become
 */
export interface ToneCurve {
  from: readonly [low: number, high: number]
  to: readonly [low: number, high: number]
}

/** Moves one number. Black stays black and white white, so that nothing is cut off that was not before. */
export function toneAt({ from, to }: ToneCurve, value: number): number {
  if (value <= from[0]) return (Math.max(0, value) * to[0]) / from[0]
  if (value >= from[1]) {
    return 255 - ((255 - Math.min(255, value)) * (255 - to[1])) / (255 - from[1])
  }
  return to[0] + ((value - from[0]) * (to[1] - to[0])) / (from[1] - from[0])
}
