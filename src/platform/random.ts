import { randomUUID } from 'node:crypto'

/** Chance as the app sees it; tests put one in its place that they choose themselves. */
export interface RandomSource {
  /** A new unguessable id. */
  id(): string
  /** From 0 up to, not including, 1. */
  fraction(): number
}

export const systemRandom: RandomSource = {
  id: () => randomUUID(),
  fraction: () => Math.random(),
}
