import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  readJpegSteps,
  standardSteps,
} from '../../../../../src/service/engines/face-restoration/measure/jpeg-tables.ts'

async function jpeg(quality: number, chromaSubsampling: string): Promise<Buffer> {
  const create = { width: 32, height: 32, channels: 3, background: '#a05030' } as const
  return await sharp({ create }).jpeg({ quality, chromaSubsampling }).toBuffer()
}

describe('readJpegSteps', () => {
  it.each([10, 30, 75, 95])('reads the tables of quality %d', async (quality) => {
    const steps = readJpegSteps(await jpeg(quality, '4:2:0'))
    expect(steps).toEqual({ ...standardSteps(quality), halved: true })
  })

  it('tells colour at full size from colour at half', async () => {
    expect(readJpegSteps(await jpeg(50, '4:4:4'))?.halved).toBe(false)
  })

  it('gives nothing for other files and for every cut before the tables are whole', async () => {
    const file = await jpeg(30, '4:2:0')
    expect(readJpegSteps(Buffer.from('\x89PNG\r\n'))).toBeNull()
    const tables = file.indexOf(Buffer.from([0xff, 0xdb]))
    for (let length = 0; length < tables + 60; length += 1) {
      expect(readJpegSteps(file.subarray(0, length))).toBeNull()
    }
  })

  it('never throws, whatever follows the first two bytes', () => {
    const starts = fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from([0xff, 0xd8, ...bytes]))
    const tables = fc
      .uint8Array({ maxLength: 200 })
      .map((bytes) => Uint8Array.from([0xff, 0xd8, 0xff, 0xdb, 0, 67, ...bytes]))
    fc.assert(fc.property(fc.oneof(starts, tables), (file) => void readJpegSteps(file)))
  })
})
