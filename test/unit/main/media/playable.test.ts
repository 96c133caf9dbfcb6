import { expect, it } from 'vitest'
import { playableAs } from '../../../../src/main/core/media/playable.ts'

const MP4 = 'mov,mp4,m4a,3gp,3g2,mj2'
const WEBM = 'matroska,webm'

it.each([
  ['wav', 'pcm_s16le', null, 'audio/wav'],
  ['wav', 'adpcm_ms', null, null],
  ['mp3', 'mp3', null, 'audio/mpeg'],
  [MP4, 'aac', null, 'audio/mp4'],
  [MP4, 'aac', 'h264', 'video/mp4'],
  [MP4, 'aac', 'hevc', null],
  [MP4, 'alac', null, null],
  ['ogg', 'opus', null, 'audio/ogg'],
  ['ogg', 'vorbis', 'theora', null],
  ['flac', 'flac', null, 'audio/flac'],
  [WEBM, 'opus', 'vp9', 'video/webm'],
  [WEBM, 'aac', 'h264', null],
  ['avi', 'mp3', 'mpeg4', null],
  ['wav', null, null, null],
])('%s with %s and picture %s plays as %s', (container, audioCodec, videoCodec, expected) => {
  expect(playableAs({ container, audioCodec, videoCodec, durationMs: 1 })).toBe(expected)
})
