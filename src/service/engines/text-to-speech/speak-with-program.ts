import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProcessError, runProcess } from '../../../platform/run-process.ts'
import { EngineError, TASK_ERROR_CODES, type EngineContext } from '../engine.ts'
import type { TextToSpeechOutput } from './text-to-speech.ts'
import { finishWavFile } from './wav-file.ts'

/** Far more than the longest text takes with the slowest voice. */
const TIME_LIMIT_MS = 10 * 60_000

/**
 * A program that reads a text from a file and writes a WAV file.
 *
 * @property name for people
 * @property args with the paths of both files; the text itself is never among them
 * @property input for its standard input
 */
export interface SpeakingProgram {
  name: string
  path: string
  args(textPath: string, audioPath: string): readonly string[]
  input?(textPath: string, audioPath: string): string
}

/**
 * Has a program speak a text.
 *
 * @param text as the program is to read it
 * @throws EngineError where the program fails or nothing is to be heard; the signal's reason when aborted
 */
export async function speakWithProgram(
  program: SpeakingProgram,
  text: string,
  context: EngineContext,
): Promise<TextToSpeechOutput> {
  const { signal, workDir } = context
  signal.throwIfAborted()
  const textPath = join(workDir, 'text.txt')
  const audioPath = join(workDir, 'speech.wav')
  // Without a newline at the end some programs drop the last word.
  await writeFile(textPath, `${text}\n`, { mode: 0o600 })
  try {
    await runProcess(program.path, program.args(textPath, audioPath), {
      signal,
      cwd: workDir,
      timeoutMs: TIME_LIMIT_MS,
      input: program.input?.(textPath, audioPath),
    })
  } catch (error) {
    signal.throwIfAborted()
    throw asEngineError(error, program.name)
  }
  if (!(await exists(audioPath)) || (await finish(audioPath, program.name)).silent) {
    throw new EngineError(TASK_ERROR_CODES.empty, 'There is nothing in this text that the voice can speak.')
  }
  context.onProgress(1)
  return { audioPath }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function finish(path: string, name: string): Promise<{ silent: boolean }> {
  try {
    return await finishWavFile(path)
  } catch (cause) {
    throw failed(`${name} did not write a whole recording.`, cause)
  }
}

function asEngineError(error: unknown, name: string): unknown {
  if (!(error instanceof ProcessError)) return error
  if (error.failure === 'missing')
    return new EngineError(TASK_ERROR_CODES.noEngine, `${name} is no longer here.`)
  if (error.failure === 'timeout') {
    const minutes = TIME_LIMIT_MS / 60_000
    const reason = `${name} took longer than ${minutes} minutes.`
    return new EngineError(TASK_ERROR_CODES.engineFailed, reason, { cause: error })
  }
  return failed(`${name} stopped before the speech was done.`, error)
}

function failed(reason: string, cause: unknown): EngineError {
  return new EngineError(TASK_ERROR_CODES.engineFailed, reason, { cause, retryable: true })
}
