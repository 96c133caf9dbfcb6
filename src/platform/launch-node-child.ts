import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { childEnvironment } from './run-process.ts'

/** How long a child may take to stop by itself before it is killed. */
const PATIENCE_MS = 3_000

export interface NodeChild {
  /** Each whole line of standard output and standard error. */
  onLine(listener: (line: string) => void): void
  /** Once, when the process has ended or could not be started. */
  onExit(listener: () => void): void
  kill(): void
}

/**
 * Starts a program of ours in a process of its own, on the Node that runs us. Its standard input stays open as a life
 * line: it ends when we do, however we end.
 *
 * @param entry absolute path of the program's first file
 * @param options.env added to the little that every child gets
 */
export function launchNodeChild(
  entry: string,
  options: { env: Record<string, string>; args: readonly string[] },
): NodeChild {
  const child = spawn(process.execPath, [entry, ...options.args], {
    env: { ...childEnvironment(), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  // Writing to a child that has ended is reported here; that it ended is told by `onExit`.
  child.stdin.on('error', () => undefined)
  return {
    onLine: (listener) => {
      for (const stream of [child.stdout, child.stderr]) readLines(stream, listener)
    },
    onExit: (listener) => onceEnded(child, listener),
    kill: () => stop(child),
  }
}

function readLines(stream: Readable, listener: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Infinity }).on('line', listener)
}

/** A process that cannot be started gives `error` and never `exit`. */
function onceEnded(child: ChildProcess, listener: () => void): void {
  let told = false
  const tell = (): void => {
    if (!told) listener()
    told = true
  }
  child.once('error', tell)
  child.once('exit', tell)
}

function stop(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.stdin?.end()
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  force.unref()
  child.once('exit', () => clearTimeout(force))
}
