import type { ExportedText } from '#shared/bridge/contract.ts'
import { toSrt } from '#shared/subtitles/srt.ts'
import type { Transcript } from '#shared/task.ts'
import type { Library } from '../library/library.ts'
import { exportFileName } from './file-name.ts'

/** @throws PhonolensError `not-found` where there is no such task, or nothing has come out of it yet */
export function getTranscript(library: Library, id: string): Transcript {
  const row = library.finished(id, 'transcribe')
  const segments = library.segments(id)
  return { taskId: row.id, durationMs: row.durationMs ?? segments.at(-1)?.endMs ?? 0, segments }
}

/** @throws PhonolensError `not-found`, as above */
export function exportSrt(library: Library, id: string): ExportedText {
  const row = library.finished(id, 'transcribe')
  return {
    fileName: exportFileName(row.name, 'srt'),
    mediaType: 'application/x-subrip; charset=utf-8',
    text: toSrt(library.segments(id)),
  }
}
