import { execa, type ExecaError } from 'execa'

/** Why a child process did not do its work. `missing`: there is no such program. */
export type ProcessFailure = 'missing' | 'exit' | 'cancelled' | 'timeout'

export class ProcessError extends Error {
  readonly failure: ProcessFailure
  readonly exitCode: number | null
  readonly stderr: string

  constructor(failure: ProcessFailure, message: string, exitCode: number | null, stderr: string) {
    super(message)
    this.name = 'ProcessError'
    this.failure = failure
    this.exitCode = exitCode
    this.stderr = stderr
  }
}

export interface RunProcessOptions {
  signal?: AbortSignal
  cwd?: string
  timeoutMs?: number
  /** Called for each whole line of standard output or standard error as it comes. */
  onStdoutLine?: (line: string) => void
  onStderrLine?: (line: string) => void
  /** Taken before the program reads: text or bytes for its standard input; nothing by default. */
  input?: string | Uint8Array
}

/** Most that is kept of each stream, in characters: a program that never stops talking must not fill the memory. */
const MAX_BUFFER = 8_000_000

/** What a child gets of our environment: where programs and temporary files are, and the language; no keys. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'LC_ALL',
  'SystemRoot',
  'USERPROFILE',
  'PATHEXT',
]

/** The environment for a child process: only what a well-behaved tool needs. */
export function childEnvironment(from: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const env: Record<string, string> = {}
  for (const name of PASSED_ON) {
    const value = from[name]
    if (value !== undefined) env[name] = value
  }
  return env
}

/**
 * Runs a program to its end, without a shell. The process is killed when `signal` aborts, after `timeoutMs`, and
 * when our own process exits.
 *
 * @param args passed as they are: nothing in them is ever read as shell syntax
 * @throws ProcessError for a missing program, a non-zero exit, an abort or a time-out
 */
export async function runProcess(
  file: string,
  args: readonly string[],
  options: RunProcessOptions = {},
): Promise<{ stdout: string; stderr: string }> {
  try {
    const child = execa(file, args, {
      cancelSignal: options.signal,
      cwd: options.cwd,
      timeout: options.timeoutMs,
      env: childEnvironment(),
      extendEnv: false,
      maxBuffer: MAX_BUFFER,
      forceKillAfterDelay: 1_000,
      stripFinalNewline: true,
      ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
    })
    const readers: Promise<void>[] = []
    if (options.onStdoutLine) readers.push(eachLine(child.iterable({ from: 'stdout' }), options.onStdoutLine))
    if (options.onStderrLine) readers.push(eachLine(child.iterable({ from: 'stderr' }), options.onStderrLine))
    // The readers fail together with the child; the child's own error is the one that tells why.
    const [result] = await Promise.all([child, ...readers.map((reader) => reader.catch(() => undefined))])
    return { stdout: result.stdout ?? '', stderr: result.stderr ?? '' }
  } catch (error) {
    throw asProcessError(file, error as ExecaError)
  }
}

async function eachLine(lines: AsyncIterable<unknown>, take: (line: string) => void): Promise<void> {
  for await (const line of lines) take(String(line))
}

function asProcessError(file: string, error: ExecaError): ProcessError {
  const stderr = typeof error.stderr === 'string' ? error.stderr : ''
  const exitCode = error.exitCode ?? null
  if (error.isCanceled) return new ProcessError('cancelled', `${file} was cancelled`, exitCode, stderr)
  if (error.timedOut) return new ProcessError('timeout', `${file} took too long`, exitCode, stderr)
  if (error.code === 'ENOENT')
    return new ProcessError('missing', `${file} is not installed`, exitCode, stderr)
  const why = error.signal ? `was ended by ${error.signal}` : `ended with exit code ${exitCode ?? 'unknown'}`
  return new ProcessError('exit', `${file} ${why}`, exitCode, stderr)
}
