import { createReadStream } from 'node:fs'
import { BYTES_PER_SAMPLE, SAMPLES_PER_FRAME } from './audio-format.ts'

/** The level given to digital silence, in dB below full scale. */
export const SILENCE_DB = -100

const FRAME_BYTES = SAMPLES_PER_FRAME * BYTES_PER_SAMPLE

/**
 * Reads raw 16-bit samples piece by piece and keeps one level a frame: 12 hours become 17 MB, whatever the file's size.
 *
 * @param byteLength of the file; a last frame that is not whole is left out
 * @returns dB below full scale of each frame's mean power, never under `SILENCE_DB`
 * @throws the file system's error, or the signal's reason
 */
export async function readFrameLevels(
  path: string,
  byteLength: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const levels = new Float32Array(Math.floor(byteLength / FRAME_BYTES))
  let count = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: FRAME_BYTES * 1_000, signal })) {
    const bytes = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
    let at = 0
    for (; at + FRAME_BYTES <= bytes.length && count < levels.length; at += FRAME_BYTES) {
      levels[count++] = frameLevelDb(bytes, at)
    }
    rest = bytes.subarray(at)
  }
  return levels.subarray(0, count)
}

/** @returns dB below full scale of the mean power of one frame of 16-bit samples that starts at byte `offset` */
export function frameLevelDb(bytes: Buffer, offset: number): number {
  let power = 0
  for (let sample = 0; sample < SAMPLES_PER_FRAME; sample += 1) {
    const value = bytes.readInt16LE(offset + sample * BYTES_PER_SAMPLE) / 32_768
    power += value * value
  }
  return Math.max(SILENCE_DB, 10 * Math.log10(power / SAMPLES_PER_FRAME + 1e-12))
}
