import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { TaskStore } from '../queue/task-store.ts'
import type { FileStore } from './file-store.ts'

const EVERY_MS = 3_600_000

/** Removes what has expired: once now, then every hour until `signal` aborts. Rejects with the signal's reason. */
export async function keepClean(
  deps: { tasks: TaskStore; files: FileStore; clock: Clock; log: Log },
  signal: AbortSignal,
): Promise<never> {
  const { tasks, files, clock, log } = deps
  for (;;) {
    try {
      const forgotten = tasks.forgetExpired(clock.now())
      const removed = await files.removeExpired(clock.now(), tasks.filesInUse())
      if (forgotten + removed > 0) log.info(`cleaned up: ${forgotten} results, ${removed} files`)
    } catch (error) {
      log.error('cleaning up did not work', error)
    }
    await clock.sleep(EVERY_MS, signal)
  }
}
