import { join } from 'node:path'
import type { SPEECH_FORMATS } from '#shared/bridge/types.ts'
import { inputArgs, runFfmpeg } from '../../../platform/ffmpeg/run-ffmpeg.ts'
import { exportFileName } from '../transcripts/file-name.ts'
import type { MadeFile } from './exports.ts'

type SpeechFormat = (typeof SPEECH_FORMATS)[number]

/** One voice needs no more than these: nobody tells it from the original. */
const FORMATS: Record<SpeechFormat, { args: readonly string[]; mediaType: string }> = {
  wav: { args: ['-c:a', 'pcm_s16le', '-f', 'wav'], mediaType: 'audio/wav' },
  mp3: {
    args: ['-c:a', 'libmp3lame', '-q:a', '2', '-id3v2_version', '3', '-f', 'mp3'],
    mediaType: 'audio/mpeg',
  },
  m4a: {
    args: ['-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart', '-f', 'ipod'],
    mediaType: 'audio/mp4',
  },
  flac: { args: ['-c:a', 'flac', '-f', 'flac'], mediaType: 'audio/flac' },
}

export interface ExportSpeechOptions {
  ffmpeg: string
  path: string
  name: string
  format: SpeechFormat
  folder: string
  signal: AbortSignal
}

/** @throws ProcessError */
export async function exportSpeech(options: ExportSpeechOptions): Promise<MadeFile> {
  const { ffmpeg, path, name, format, folder, signal } = options
  const { args, mediaType } = FORMATS[format]
  const fileName = exportFileName(name, format, { fallback: 'speech', isFileName: false })
  const title = ['-map_metadata', '-1', '-metadata', `title=${name}`]
  const target = `file:${join(folder, fileName)}`
  await runFfmpeg({ ffmpeg, args: [...inputArgs(path), '-map', '0:a:0', ...title, ...args, target], signal })
  return { fileName, mediaType }
}
