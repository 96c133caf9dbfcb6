import { rm } from 'node:fs/promises'
import type { EventListener, MethodInput, SourceInput } from '#shared/bridge/contract.ts'
import { PhonolensError, type ErrorCode } from '#shared/errors.ts'
import { hasEnded, type TaskKind, type TaskSource, type TaskSummary } from '#shared/task.ts'
import { taskFolder } from '../library/library.ts'
import type { TaskRow } from '../library/task-row.ts'
import type { CorePorts } from '../ports.ts'
import { newTask } from './new-task.ts'
import type { StageDeps } from './stages/stage.ts'
import { toSummary, type ProgressBoard } from './summary.ts'
import type { TaskRunner } from './task-runner.ts'

/** How long a deleted task can be brought back: the pages offer it for ten seconds. */
export const GRACE_MS = 12_000

/** A source that was refused when it was named stays refused: trying again must not be a way around that. */
const REFUSALS: readonly ErrorCode[] = ['url-invalid', 'file-not-allowed']

export interface TaskCommandsDeps
  extends
    Pick<CorePorts, 'mayOpenPath' | 'releasePath'>,
    Pick<StageDeps, 'library' | 'clock' | 'log' | 'random' | 'dataDir' | 'voices'> {
  runner: TaskRunner
  progress: ProgressBoard
  deploymentId: string
  emit: EventListener
}

/** What a person can do with tasks. Those that take an id throw PhonolensError `not-found`. */
export interface TaskCommands {
  list(): TaskSummary[]
  get(id: string): TaskSummary
  transcribe(sources: readonly SourceInput[]): TaskSummary[]
  speak(input: MethodInput<'tasks.speak'>): TaskSummary
  restore(sources: readonly SourceInput[], fit: boolean): TaskSummary[]
  /** Begins again with a photo, made to fit. */
  fit(id: string): TaskSummary
  cancel(id: string): TaskSummary
  retry(id: string): TaskSummary
  rename(id: string, name: string): TaskSummary
  delete(id: string): void
  undelete(id: string): TaskSummary
  /** Takes up again what an earlier run left, and removes what it had deleted. */
  resume(): void
  /** Nothing is removed any more after this; what is due is removed at the next start. */
  close(): void
}

export function createTaskCommands(deps: TaskCommandsDeps): TaskCommands {
  const { library, runner, clock, emit } = deps
  const closing = new AbortController()

  const visible = (id: string): TaskRow => {
    const row = library.get(id)
    if (row.deletedAt !== null) throw new PhonolensError('not-found')
    return row
  }
  const told = (row: TaskRow): TaskSummary => {
    const summary = toSummary(row, deps.progress.get(row.id))
    emit('tasks.changed', summary)
    return summary
  }

  function begin(kind: TaskKind, source: TaskSource, name?: string): TaskSummary {
    const { mayOpenPath, deploymentId: deployment } = deps
    const row = newTask(kind, source, {
      id: deps.random.id(),
      now: clock.now(),
      deployment,
      name,
      mayOpenPath,
    })
    library.add(row)
    if (!hasEnded(row.stage)) runner.enqueue(row)
    return told(row)
  }

  function retry(id: string): TaskSummary {
    const row = visible(id)
    const isRefused = row.error !== null && REFUSALS.includes(row.error.code)
    if (row.stage === 'done' || isRefused) return toSummary(row, deps.progress.get(id))
    if (!hasEnded(row.stage)) {
      // It is at work already, or its end could not be written and it stands where it was.
      if (!runner.has(id)) runner.enqueue(row)
      return told(row)
    }
    if (row.stage === 'needs-answer') library.speechParts.forgetUnanswered(id)
    const again = library.update(id, {
      // Each stage goes over what is still good, so beginning at the beginning repeats nothing.
      stage: row.serviceTaskId === null ? 'draft' : 'waiting',
      lastStage: null,
      error: null,
      finishedAt: null,
      submissions: 0,
      // The person was asked whether to send it again, and this is the answer.
      ...(row.stage === 'needs-answer' ? { submittedAt: null } : {}),
    })
    runner.enqueue(again)
    return told(again)
  }

  async function removeAfter(row: TaskRow, waitMs: number): Promise<void> {
    await clock.sleep(Math.max(0, waitMs), closing.signal)
    if (library.find(row.id)?.deletedAt !== row.deletedAt) return
    await runner.stop(row.id)
    library.remove(row.id)
    deps.progress.clear(row.id)
    await rm(taskFolder(deps.dataDir, row.id), { recursive: true, force: true })
    const { source } = row
    const shared = library
      .all()
      .some((other) => other.source.type === 'file' && sourcePath(other) === sourcePath(row))
    if (source.type === 'file' && !shared) deps.releasePath?.(source.path)
  }

  function removeLater(row: TaskRow, waitMs: number): void {
    removeAfter(row, waitMs).catch((error: unknown) => {
      if (!closing.signal.aborted) deps.log.error(`Task ${row.id} could not be removed`, error)
    })
  }

  return {
    list: () =>
      library
        .all()
        .filter((row) => row.deletedAt === null)
        .map((row) => toSummary(row, deps.progress.get(row.id))),
    get: (id) => toSummary(visible(id), deps.progress.get(id)),
    transcribe: (sources) => sources.map((source) => begin('transcribe', source)),
    speak: ({ text, voiceId, language, name }) => {
      const voiceName = deps.voices.nameOf(voiceId) ?? voiceId
      return begin('speak', { type: 'text', text, voiceId, voiceName, language }, name)
    },
    restore: (sources, fit) =>
      sources.map((source) =>
        begin('restore', fit && source.type !== 'sample' ? { ...source, fit } : source),
      ),
    fit(id) {
      const { kind, source, stage } = visible(id)
      const canFit = kind === 'restore' && (source.type === 'file' || source.type === 'url')
      if (canFit && stage === 'failed') library.update(id, { source: { ...source, fit: true } })
      return retry(id)
    },
    cancel(id) {
      const row = visible(id)
      if (hasEnded(row.stage)) return toSummary(row, deps.progress.get(id))
      // Written first: a task that was cancelled stays so, however its work ends.
      const cancelled = library.update(id, {
        stage: 'cancelled',
        lastStage: row.stage,
        finishedAt: clock.now(),
      })
      void runner.stop(id)
      deps.progress.clear(id)
      return told(cancelled)
    },
    retry,
    rename: (id, name) => {
      visible(id)
      return told(library.update(id, { name }))
    },
    delete(id) {
      visible(id)
      const row = library.update(id, { deletedAt: clock.now() })
      void runner.stop(id)
      emit('tasks.removed', { taskId: id })
      removeLater(row, GRACE_MS)
    },
    undelete(id) {
      const before = library.get(id)
      if (before.deletedAt === null) return toSummary(before, deps.progress.get(id))
      const row = library.update(id, { deletedAt: null })
      if (!hasEnded(row.stage)) runner.enqueue(row)
      return told(row)
    },
    resume() {
      for (const row of library.all().reverse()) {
        if (row.deletedAt !== null) removeLater(row, row.deletedAt + GRACE_MS - clock.now())
        else if (!hasEnded(row.stage)) runner.enqueue(row)
      }
    },
    close: () => closing.abort(),
  }
}

function sourcePath(row: TaskRow): string | null {
  return row.source.type === 'file' ? row.source.path : null
}
