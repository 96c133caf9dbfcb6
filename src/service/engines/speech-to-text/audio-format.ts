/** What the recogniser's models were made for; every sample count in this folder is in this rate. */
export const SAMPLE_RATE_HZ = 16_000
/** One frame of the level curve, of speech and of cuts: 10 ms, as the recogniser's own frames. */
export const FRAME_MS = 10
export const SAMPLES_PER_FRAME = (SAMPLE_RATE_HZ * FRAME_MS) / 1_000
export const BYTES_PER_SAMPLE = 2

/** A stretch of frames: `start` is in it, `end` is the first one after it. */
export interface FrameSpan {
  start: number
  end: number
}
