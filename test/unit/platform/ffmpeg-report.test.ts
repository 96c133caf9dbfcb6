import { describe, expect, it } from 'vitest'
import { parseMediaReport, parseProgressLine } from '../../../src/platform/ffmpeg/ffmpeg-report.ts'

const VIDEO = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'file:clip.mp4':
  Metadata:
    title           : Stream #0:0: Audio: no
  Duration: 01:02:03.45, start: 0.000000, bitrate: 1205 kb/s
  Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p, 640x360, 25 fps
  Stream #0:1[0x2](eng): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, stereo, fltp, 128 kb/s
Output #0, null, to 'pipe:':
  Stream #0:0: Audio: pcm_s16le`

describe('parseMediaReport', () => {
  it('reads container, length and codecs of a video', () => {
    expect(parseMediaReport(VIDEO)).toEqual({
      container: 'mov,mp4,m4a,3gp,3g2,mj2',
      durationMs: 3_723_450,
      audioCodec: 'aac',
      videoCodec: 'h264',
    })
  })

  it('does not take a cover picture for a video', () => {
    const report = parseMediaReport(`Input #0, mp3, from 'file:a.mp3':
  Duration: N/A, bitrate: N/A
  Stream #0:0: Audio: mp3, 44100 Hz, stereo
  Stream #0:1: Video: mjpeg (Baseline), yuvj420p, 300x300 (attached pic)`)
    expect(report).toEqual({ container: 'mp3', durationMs: null, audioCodec: 'mp3', videoCodec: null })
  })

  it('finds nothing in an error', () => {
    expect(parseMediaReport('file:x.wav: Invalid data found when processing input')).toEqual({
      container: null,
      durationMs: null,
      audioCodec: null,
      videoCodec: null,
    })
  })
})

describe('parseProgressLine', () => {
  it('reads microseconds as milliseconds', () => {
    expect(parseProgressLine('out_time_us=1500000')).toBe(1_500)
    expect(parseProgressLine('out_time_us=-21333')).toBe(0)
  })

  it('knows no other line', () => {
    expect(parseProgressLine('out_time_ms=1500000')).toBeNull()
    expect(parseProgressLine('out_time_us=N/A')).toBeNull()
    expect(parseProgressLine('progress=end')).toBeNull()
  })
})
