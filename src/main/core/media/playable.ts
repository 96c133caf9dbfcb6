import type { MediaReport } from '../../../platform/ffmpeg/ffmpeg-report.ts'

const PCM = ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_alaw', 'pcm_mulaw']

interface Playable {
  /** One of ffmpeg's names of the container. */
  container: string
  audio: readonly string[]
  /** Media type without a picture. */
  sound: string
  /** Codecs of the picture, and the media type with one; absent where Chromium plays no picture in it. */
  video?: readonly string[]
  picture?: string
}

/** What Chromium, with the codecs that Electron carries, plays. */
const PLAYABLE: readonly Playable[] = [
  { container: 'wav', audio: PCM, sound: 'audio/wav' },
  { container: 'mp3', audio: ['mp3', 'mp3float'], sound: 'audio/mpeg' },
  { container: 'flac', audio: ['flac'], sound: 'audio/flac' },
  { container: 'aac', audio: ['aac'], sound: 'audio/aac' },
  { container: 'ogg', audio: ['opus', 'vorbis', 'flac'], sound: 'audio/ogg' },
  {
    container: 'mp4',
    audio: ['aac', 'mp3', 'mp3float', 'opus', 'flac'],
    sound: 'audio/mp4',
    video: ['h264', 'vp9', 'av1'],
    picture: 'video/mp4',
  },
  {
    container: 'webm',
    audio: ['opus', 'vorbis'],
    sound: 'audio/webm',
    video: ['vp8', 'vp9', 'av1'],
    picture: 'video/webm',
  },
]

/**
 * Whether the page can play a recording as it is.
 *
 * @returns the media type to serve it with, or null where it cannot
 */
export function playableAs(report: MediaReport): string | null {
  const names = report.container?.split(',') ?? []
  const match = PLAYABLE.find(({ container }) => names.includes(container))
  if (!match || report.audioCodec === null || !match.audio.includes(report.audioCodec)) return null
  if (report.videoCodec === null) return match.sound
  return match.video?.includes(report.videoCodec) ? (match.picture ?? null) : null
}
