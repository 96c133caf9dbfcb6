import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EngineError, TASK_ERROR_CODES, type EngineContext, type EngineStatus } from '../engine.ts'
import type {
  FaceRestorationEngine,
  FaceRestorationInput,
  FaceRestorationOutput,
} from './face-restoration.ts'
import type { RestoreMessage } from './restore-messages.ts'
import { runInProcess, runInThread, type RunChild } from './run-child.ts'

export interface ClassicEngineDeps {
  /** Absolute path of `restore-child.ts`, or of what it was built into; looked for when not given. */
  childEntry?: string
  /** How that is run: in a process of its own, but in Electron, when not given. */
  runChild?: RunChild
}

/** Where the child's program is: beside us in the sources; in the bundle at its top, ourselves there or in a chunk. */
const CHILD_PLACES = ['./restore-child.ts', './restore.js', '../restore.js']

/** Face restoration by measuring the photo and undoing what is found: noise, JPEG's traces, blur. Needs nothing else. */
export function createClassicEngine(deps: ClassicEngineDeps = {}): FaceRestorationEngine {
  const entry = deps.childEntry ?? findChild()
  const runChild = deps.runChild ?? (process.versions.electron === undefined ? runInProcess : runInThread)
  return {
    id: 'classic',
    check: (): Promise<EngineStatus> =>
      Promise.resolve(
        entry !== null && existsSync(entry)
          ? { ready: true, version: 'classic 1' }
          : { ready: false, howToGet: 'A file of the program is missing: install it again.' },
      ),
    run: async (input, context) => {
      context.signal.throwIfAborted()
      if (entry === null)
        throw new EngineError(TASK_ERROR_CODES.noEngine, 'A file of the program is missing.')
      return await restore(entry, runChild, input, context)
    },
  }
}

function findChild(): string | null {
  const paths = CHILD_PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return paths.find((path) => existsSync(path)) ?? null
}

async function restore(
  entry: string,
  runChild: RunChild,
  { imagePath }: FaceRestorationInput,
  { signal, workDir, onProgress }: EngineContext,
): Promise<FaceRestorationOutput> {
  let last: RestoreMessage | null = null
  const onMessage = (message: RestoreMessage): void => {
    last = message
    if (message.kind === 'progress') onProgress(message.fraction)
  }
  try {
    await runChild(entry, [imagePath, workDir], { signal, onMessage })
  } catch (cause) {
    signal.throwIfAborted()
    throw new EngineError(TASK_ERROR_CODES.engineFailed, 'Restoring the picture stopped unexpectedly.', {
      retryable: true,
      cause,
    })
  }
  return outcomeOf(last)
}

function outcomeOf(last: RestoreMessage | null): FaceRestorationOutput {
  if (last?.kind === 'refused') throw new EngineError(last.errorCode, last.message)
  if (last?.kind === 'done') return last.output
  throw new EngineError(TASK_ERROR_CODES.engineFailed, 'Restoring the picture ended without a result.', {
    retryable: true,
  })
}
