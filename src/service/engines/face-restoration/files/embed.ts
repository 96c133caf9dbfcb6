import { crc32, deflateSync } from 'node:zlib'

/** What travels with a picture's pixels. */
export interface Companions {
  icc: Buffer | null
  exif: Buffer | null
}

const EXIF_HEAD = Buffer.from('Exif\0\0', 'latin1')
const ICC_HEAD = Buffer.from('ICC_PROFILE\0', 'latin1')
/** Most that one segment of a JPEG holds, after its length. */
const SEGMENT_BYTES = 65_533

/**
 * Puts a colour profile (ICC.1, annex B.4) and EXIF into a JPEG that has neither. sharp would convert the pixels to the
 * profile; here they already are in it.
 */
export function addToJpeg(file: Buffer, { icc, exif }: Companions): Buffer {
  const segments: Buffer[] = []
  if (exif && exif.length + EXIF_HEAD.length <= SEGMENT_BYTES)
    segments.push(segment(0xe1, withExifHead(exif)))
  if (icc) {
    const room = SEGMENT_BYTES - ICC_HEAD.length - 2
    const count = Math.ceil(icc.length / room)
    for (let part = 0; part < count && count < 256; part += 1) {
      const number = Buffer.from([part + 1, count])
      segments.push(
        segment(0xe2, Buffer.concat([ICC_HEAD, number, icc.subarray(part * room, (part + 1) * room)])),
      )
    }
  }
  // JFIF's own segment, where there is one, has to stay the first.
  const at = file[3] === 0xe0 ? 4 + file.readUInt16BE(4) : 2
  return Buffer.concat([file.subarray(0, at), ...segments, file.subarray(at)])
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

function withExifHead(exif: Buffer): Buffer {
  return exif.subarray(0, EXIF_HEAD.length).equals(EXIF_HEAD) ? exif : Buffer.concat([EXIF_HEAD, exif])
}

/** Puts a colour profile and EXIF into a PNG that has neither (PNG, third edition, 11.3.2.3 and 11.3.4.5). */
export function addToPng(file: Buffer, { icc, exif }: Companions): Buffer {
  const chunks: Buffer[] = []
  if (icc) chunks.push(chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(icc)])))
  if (exif) chunks.push(chunk('eXIf', withExifHead(exif).subarray(EXIF_HEAD.length)))
  const at = 8 + 12 + file.readUInt32BE(8)
  return Buffer.concat([file.subarray(0, at), ...chunks, file.subarray(at)])
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The least EXIF that says how a picture is turned (Exif 2.32, 4.5 and 4.6.4), for files that say it elsewhere. */
export function orientationExif(orientation: number): Buffer {
  const exif = Buffer.alloc(26)
  exif.write('II*\0', 'latin1')
  exif.writeUInt32LE(8, 4)
  exif.writeUInt16LE(1, 8)
  exif.writeUInt16LE(0x0112, 10)
  exif.writeUInt16LE(3, 12)
  exif.writeUInt32LE(1, 14)
  exif.writeUInt16LE(orientation, 18)
  return exif
}
