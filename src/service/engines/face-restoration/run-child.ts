import { Worker } from 'node:worker_threads'
import { runProcess } from '../../../platform/run-process.ts'
import { restoreMessage, type RestoreMessage } from './restore-messages.ts'

/**
 * Runs our program for one picture and hands on what it says.
 *
 * @throws Error where it ends badly; whatever, where the signal aborts
 */
export type RunChild = (
  entry: string,
  args: readonly string[],
  options: { signal: AbortSignal; onMessage(message: RestoreMessage): void },
) => Promise<void>

/** In a process of its own: whatever a picture does to the decoder, this process goes on. */
export const runInProcess: RunChild = async (entry, args, { signal, onMessage }) => {
  await runProcess(process.execPath, [entry, ...args], {
    signal,
    onStdoutLine: (line) => onMessage(restoreMessage.parse(JSON.parse(line))),
  })
}

/**
 * In a thread, for Electron, whose program is no Node to be started anew. A thread keeps the service answering and can
 * be stopped, but a crash of the decoder takes the service's process with it; the app then starts that again and the
 * task is tried anew.
 */
export const runInThread: RunChild = async (entry, args, { signal, onMessage }) => {
  const worker = new Worker(entry, { argv: [...args], stdout: false, stderr: false })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message) => onMessage(restoreMessage.parse(message)))
      worker.once('error', reject)
      worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ended with code ${code}`))))
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
