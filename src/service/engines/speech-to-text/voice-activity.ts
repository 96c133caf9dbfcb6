import type { FrameSpan } from './audio-format.ts'

/** Frames that the curve is averaged over on each side: single loud frames (clicks) then do not pass for speech. */
const SMOOTH_FRAMES = 2
/** The floor and the loudest speech are looked for around each block: rooms and speakers change in a recording. */
const BLOCK_FRAMES = 500
const BLOCKS_AROUND = 3
/** Below this nothing is spoken, however quiet the rest of the recording is. */
const QUIETEST_SPEECH_DB = -72
/** Speech comes in syllables: what changes less than this around a block is a tone, a hum or hiss. */
const LEAST_RANGE_DB = 6
/** Where between the floor and the loudest speech begins (and, lower, ends): it takes more to begin than to go on. */
const BEGIN_FRACTION = 0.3
const END_FRACTION = 0.18
const MOST_OVER_FLOOR_DB = 18
/** Shorter pauses belong to a word (the silence before a "t" or a "p"); shorter bursts are clicks. */
const SHORTEST_PAUSE_FRAMES = 20
const SHORTEST_SPEECH_FRAMES = 6
/** Words begin and end softer than the threshold. */
const SOFT_EDGE_FRAMES = 10

/**
 * Finds where somebody speaks from the recording's level alone: loud against its surroundings, and changing. Rather
 * too much than too little, since the recogniser itself passes over noise, but cannot hear what it is not given.
 *
 * @param levelsDb one level a frame, in dB below full scale
 * @returns ascending, apart from each other by a pause at least
 */
export function findSpeech(levelsDb: Float32Array): FrameSpan[] {
  const smooth = smoothed(levelsDb)
  const blocks = surroundings(smooth)
  const spans: FrameSpan[] = []
  let start = -1
  for (let frame = 0; frame <= smooth.length; frame += 1) {
    const around = blocks[Math.floor(frame / BLOCK_FRAMES)]
    const level = smooth[frame]
    const speaking =
      level !== undefined && around !== undefined && level > (start < 0 ? around.beginDb : around.endDb)
    if (speaking && start < 0) start = frame
    if (!speaking && start >= 0) {
      spans.push({ start, end: frame })
      start = -1
    }
  }
  return widened(spans, smooth.length)
}

interface Thresholds {
  beginDb: number
  endDb: number
}

function smoothed(levelsDb: Float32Array): Float32Array {
  const out = new Float32Array(levelsDb.length)
  for (let frame = 0; frame < out.length; frame += 1) {
    const first = Math.max(0, frame - SMOOTH_FRAMES)
    const last = Math.min(out.length - 1, frame + SMOOTH_FRAMES)
    let power = 0
    for (let near = first; near <= last; near += 1) power += 10 ** (levelsDb[near]! / 10)
    out[frame] = 10 * Math.log10(power / (last - first + 1))
  }
  return out
}

function surroundings(smooth: Float32Array): Thresholds[] {
  const blockCount = Math.max(1, Math.ceil(smooth.length / BLOCK_FRAMES))
  return Array.from({ length: blockCount }, (_, block) => {
    const from = Math.max(0, block - BLOCKS_AROUND) * BLOCK_FRAMES
    const sorted = smooth.slice(from, (block + 1 + BLOCKS_AROUND) * BLOCK_FRAMES).sort()
    // Digital silence (padding, gaps) says nothing about the room that the rest was recorded in.
    const recorded = sorted.subarray(lowerBound(sorted, QUIETEST_SPEECH_DB))
    return thresholds(percentile(recorded, 0.05), percentile(recorded, 0.95))
  })
}

function thresholds(floorDb: number, loudDb: number): Thresholds {
  const floor = Math.max(floorDb, QUIETEST_SPEECH_DB)
  const range = loudDb - floor
  if (!(range >= LEAST_RANGE_DB)) return { beginDb: Infinity, endDb: Infinity }
  return {
    beginDb: floor + Math.min(MOST_OVER_FLOOR_DB, range * BEGIN_FRACTION),
    endDb: floor + Math.min(MOST_OVER_FLOOR_DB, range * END_FRACTION),
  }
}

function percentile(sorted: Float32Array, fraction: number): number {
  return sorted[Math.floor((sorted.length - 1) * fraction)] ?? -Infinity
}

function lowerBound(sorted: Float32Array, value: number): number {
  const index = sorted.findIndex((level) => level > value)
  return index < 0 ? sorted.length : index
}

function widened(spans: FrameSpan[], frameCount: number): FrameSpan[] {
  const out: FrameSpan[] = []
  for (const span of spans) {
    if (span.end - span.start < SHORTEST_SPEECH_FRAMES) continue
    const start = Math.max(0, span.start - SOFT_EDGE_FRAMES)
    const end = Math.min(frameCount, span.end + SOFT_EDGE_FRAMES)
    const before = out.at(-1)
    if (before && start - before.end < SHORTEST_PAUSE_FRAMES) before.end = end
    else out.push({ start, end })
  }
  return out
}
