import { PhonolensError } from '#shared/errors.ts'
import { ProcessError } from '../../../platform/run-process.ts'
import { checkFile } from './check-file.ts'

/**
 * Tells in the app's own codes why ffmpeg did not do its work. The file is looked at again first: one that was taken
 * away while it was read is the reason, whatever ffmpeg made of it.
 *
 * @returns the error to throw
 */
export async function asMediaError(error: unknown, path: string, name: string): Promise<unknown> {
  if (!(error instanceof ProcessError)) return error
  const params = { name }
  if (error.failure === 'cancelled') return new PhonolensError('cancelled', { cause: error })
  if (error.failure === 'missing') return new PhonolensError('ffmpeg-missing', { cause: error })
  const detail = lastWords(error.stderr)
  if (/No space left on device|Disk quota exceeded/i.test(error.stderr)) {
    return new PhonolensError('disk-full', { params, detail, cause: error })
  }
  const outside = await checkFile(path, name).catch((reason: unknown) => reason)
  if (outside instanceof PhonolensError) return outside
  if (/Input\/output error/i.test(error.stderr)) {
    return new PhonolensError('file-unreadable', { params, detail, cause: error })
  }
  return new PhonolensError('ffmpeg-failed', { params, detail: detail || error.message, cause: error })
}

/** The last line that says something, without the address of a filter inside ffmpeg. */
function lastWords(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim())
  const last = lines.findLast((line) => line !== '' && !/^(size|video|frame)[=:]/.test(line)) ?? ''
  return last.replace(/^\[[^\]]* @ 0x[0-9a-f]+\]\s*/, '').slice(0, 300)
}
