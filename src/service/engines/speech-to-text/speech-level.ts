import type { FrameSpan } from './audio-format.ts'
import { SILENCE_DB } from './frame-levels.ts'

/** Where the loud part of the speech is put, in dB below full scale: well above rounding, well below clipping. */
const TARGET_DB = -22
const MOST_GAIN_DB = 40
/** Digital silence is no part of the room that was recorded. */
const ROOM_LEAST_DB = SILENCE_DB + 10

export interface SpeechLevel {
  /** A factor for samples that brings the speech to the level the recogniser is used to. */
  gain: number
  /** How far the loud part of the speech lies over the quiet moments of the recording, in dB. */
  overRoomDb: number
}

/**
 * Measures how loud the speech of a recording is, as a whole: the loudest tenth of its speech decides, so that pauses
 * and whispers do not.
 */
export function measureSpeech(levelsDb: Float32Array, speech: readonly FrameSpan[]): SpeechLevel {
  const spoken = speech.map(({ start, end }) => levelsDb.subarray(start, end))
  const loudDb = levelAt(spoken, 0.9)
  if (loudDb === null) return { gain: 1, overRoomDb: 0 }
  const roomDb = levelAt([levelsDb], 0.1) ?? SILENCE_DB
  return { gain: 10 ** (Math.min(MOST_GAIN_DB, TARGET_DB - loudDb) / 20), overRoomDb: loudDb - roomDb }
}

/** The level that `fraction` of all frames louder than digital silence lie under; null where there are none. */
function levelAt(pieces: readonly Float32Array[], fraction: number): number | null {
  // Counted by whole dB: sorting half a day of frames would take as much memory again.
  const counts = new Float64Array(-SILENCE_DB + 1)
  let total = 0
  for (const piece of pieces) {
    for (const levelDb of piece) {
      if (levelDb < ROOM_LEAST_DB) continue
      counts[Math.min(counts.length - 1, Math.max(0, Math.round(levelDb) - SILENCE_DB))]! += 1
      total += 1
    }
  }
  if (total === 0) return null
  let under = counts[0]!
  let index = 0
  while (under < total * fraction && index + 1 < counts.length) under += counts[++index]!
  return index + SILENCE_DB
}
