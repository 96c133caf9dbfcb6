import { open, writeFile } from 'node:fs/promises'
import { BYTES_PER_SAMPLE, SAMPLE_RATE_HZ } from './audio-format.ts'

export const WAV_HEADER_BYTES = 44

/**
 * Copies a stretch of raw 16-bit mono samples into a WAV file, made louder or softer by `gain`.
 *
 * @param gain a factor; samples that would pass full scale are held there
 * @throws the file system's error
 */
export async function writeWavCut(
  pcmPath: string,
  stretch: { startSample: number; endSample: number },
  gain: number,
  wavPath: string,
): Promise<void> {
  const samples = Buffer.alloc((stretch.endSample - stretch.startSample) * BYTES_PER_SAMPLE)
  const file = await open(pcmPath)
  try {
    await file.read(samples, 0, samples.length, stretch.startSample * BYTES_PER_SAMPLE)
  } finally {
    await file.close()
  }
  for (let at = 0; at < samples.length; at += BYTES_PER_SAMPLE) {
    const value = Math.round(samples.readInt16LE(at) * gain)
    samples.writeInt16LE(Math.max(-32_768, Math.min(32_767, value)), at)
  }
  await writeFile(wavPath, Buffer.concat([wavHeader(samples.length), samples]))
}

/** The 44 bytes before 16-bit mono samples in the recogniser's rate. */
export function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + dataBytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24)
  header.writeUInt32LE(SAMPLE_RATE_HZ * BYTES_PER_SAMPLE, 28)
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataBytes, 40)
  return header
}
