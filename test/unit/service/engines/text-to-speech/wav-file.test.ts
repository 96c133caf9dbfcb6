import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { wavHeader } from '../../../../../src/service/engines/speech-to-text/wav.ts'
import { finishWavFile } from '../../../../../src/service/engines/text-to-speech/wav-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phonolens-wav-'))
  path = join(folder, 'x.wav')
})
afterEach(() => rmSync(folder, { recursive: true }))

function samples(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeInt16LE(value, index * 2)
  return bytes
}

const SPOKEN = samples(0, 5_000, -5_000, 0)

it.each([
  ['zero', 0, 0],
  ['all ones', 0xffffffff, 0xffffffff],
  ['more than there is', 2_147_483_640, 2_147_483_604],
  ['right, but for the whole', 0x7ffff024, 8],
])('writes the sizes where they are %s', async (_case, whole, data) => {
  const header = wavHeader(SPOKEN.length)
  header.writeUInt32LE(whole, 4)
  header.writeUInt32LE(data, 40)
  writeFileSync(path, Buffer.concat([header, SPOKEN]))
  expect(await finishWavFile(path)).toEqual({ silent: false })
  expect(readFileSync(path)).toEqual(Buffer.concat([wavHeader(SPOKEN.length), SPOKEN]))
})

it('leaves a right file as it is, with other chunks before and after the samples', async () => {
  const right = wavHeader(SPOKEN.length)
  const filler = Buffer.concat([Buffer.from('FLLR\x03\0\0\0abc\0', 'latin1')])
  const list = Buffer.from('LIST\x04\0\0\0INFO', 'latin1')
  const whole = Buffer.concat([right.subarray(0, 36), filler, right.subarray(36), SPOKEN, list])
  whole.writeUInt32LE(whole.length - 8, 4)
  writeFileSync(path, whole)
  expect(await finishWavFile(path)).toEqual({ silent: false })
  expect(readFileSync(path)).toEqual(whole)
})

it('hears silence, dither included, however long', async () => {
  const quiet = Buffer.alloc(3_000_000)
  quiet.writeInt16LE(-83, 2_999_998)
  writeFileSync(path, Buffer.concat([wavHeader(quiet.length), quiet]))
  expect(await finishWavFile(path)).toEqual({ silent: true })
  quiet.writeInt16LE(-8_000, 2_999_998)
  writeFileSync(path, Buffer.concat([wavHeader(quiet.length), quiet]))
  expect(await finishWavFile(path)).toEqual({ silent: false })
})

it('calls a file without any samples silent', async () => {
  writeFileSync(path, wavHeader(0))
  expect(await finishWavFile(path)).toEqual({ silent: true })
})

it('refuses one that is cut off, as on a full disk', async () => {
  writeFileSync(path, Buffer.concat([wavHeader(1_000), SPOKEN]))
  await expect(finishWavFile(path)).rejects.toThrow('cut off')
})

it.each(['', 'RIFF', 'This is a letter.', 'RIFF\0\0\0\0WAVEfmt '])('refuses %j', async (content) => {
  writeFileSync(path, content)
  await expect(finishWavFile(path)).rejects.toThrow('WAV')
})
