import { open, type FileHandle } from 'node:fs/promises'

/** Where the samples of a WAV file are, and what they are. Sizes in bytes. */
interface WavLayout {
  dataStart: number
  dataBytes: number
  /** Whether the sizes in the header are those of the file. */
  headerIsRight: boolean
  bitsPerSample: number
}

/** Of 32,768. Far softer than any voice; flite, which dithers, has peaks of 83 in its silence. */
const SILENCE_PEAK = 200
/** From here on, and 0, are what programs write where the end is not known yet. */
const UNKNOWN_SIZE = 0x7ff00000
const BLOCK_BYTES = 1_048_576
const HEAD_BYTES = 65_536

/**
 * Puts the sizes in a WAV file's header right, where the program that wrote it could not know them, and listens whether
 * there is anything in it.
 *
 * @param path of a file in 16-bit samples
 * @returns whether it is silent from beginning to end
 * @throws Error where it is no WAV file, or not the whole of one
 */
export async function finishWavFile(path: string): Promise<{ silent: boolean }> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const layout = await readLayout(file, size)
    if (!layout.headerIsRight) await writeSizes(file, size, layout)
    return { silent: layout.bitsPerSample === 16 && (await isSilent(file, layout)) }
  } finally {
    await file.close()
  }
}

async function readLayout(file: FileHandle, size: number): Promise<WavLayout> {
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES))
  await file.read(head, 0, head.length, 0)
  if (
    head.length < 12 ||
    head.toString('latin1', 0, 4) !== 'RIFF' ||
    head.toString('latin1', 8, 12) !== 'WAVE'
  )
    throw new Error('not a WAV file')
  let bitsPerSample = 0
  for (let at = 12; at + 8 <= head.length;) {
    const chunk = head.toString('latin1', at, at + 4)
    const bytes = head.readUInt32LE(at + 4)
    if (chunk === 'fmt ' && at + 24 <= head.length) bitsPerSample = head.readUInt16LE(at + 22)
    if (chunk === 'data') {
      const dataStart = at + 8
      const known = bytes > 0 && bytes < UNKNOWN_SIZE
      if (known && dataStart + bytes > size) throw new Error('a WAV file that is cut off')
      const dataBytes = known ? bytes : size - dataStart
      return {
        dataStart,
        dataBytes,
        bitsPerSample,
        headerIsRight: known && head.readUInt32LE(4) === size - 8,
      }
    }
    at += 8 + bytes + (bytes % 2)
  }
  throw new Error('a WAV file without samples')
}

async function writeSizes(file: FileHandle, size: number, layout: WavLayout): Promise<void> {
  await writeSize(file, 4, size - 8)
  await writeSize(file, layout.dataStart - 4, layout.dataBytes)
}

async function writeSize(file: FileHandle, at: number, bytes: number): Promise<void> {
  const value = Buffer.alloc(4)
  value.writeUInt32LE(bytes)
  await file.write(value, 0, 4, at)
}

async function isSilent(file: FileHandle, layout: WavLayout): Promise<boolean> {
  const block = Buffer.alloc(BLOCK_BYTES)
  for (let done = 0; done < layout.dataBytes;) {
    const wanted = Math.min(BLOCK_BYTES, layout.dataBytes - done)
    const { bytesRead } = await file.read(block, 0, wanted, layout.dataStart + done)
    if (bytesRead < 2) return true
    for (let at = 0; at + 1 < bytesRead; at += 2) {
      if (Math.abs(block.readInt16LE(at)) > SILENCE_PEAK) return false
    }
    done += bytesRead
  }
  return true
}
