import type { DatabaseSync } from 'node:sqlite'
import { PhonolensError } from '#shared/errors.ts'
import { inTransaction } from '../../../platform/open-database.ts'
import type { TaskPatch, TaskRow } from './task-row.ts'

/** One part of a text that is spoken, with what is known of its own task at the service. */
export interface SpeechPart {
  position: number
  text: string
  /** Silence after it, in milliseconds, where another part follows. */
  pauseMs: number
  idempotencyKey: string | null
  submittedAt: number | null
  serviceTaskId: string | null
  submissions: number
  /** The service's last answer, as it came. */
  answer: string | null
  /** Absolute path of its sound, once that is there and whole. */
  outputPath: string | null
}

export type SpeechPartPatch = Partial<Omit<SpeechPart, 'position' | 'text' | 'pauseMs'>>

/** What is kept of the parts of spoken texts. */
export interface SpeechPartsTable {
  /** Puts new parts in place of any before, together with the patch to the task. */
  replace(taskId: string, parts: readonly Pick<SpeechPart, 'text' | 'pauseMs'>[], patch: TaskPatch): TaskRow
  /** In their order. */
  all(taskId: string): SpeechPart[]
  get(taskId: string, position: number): SpeechPart
  update(taskId: string, position: number, patch: SpeechPartPatch): void
  /** Forgets create calls whose outcome is not known, so that they may be made again. */
  forgetUnanswered(taskId: string): void
}

const COLUMNS = {
  idempotencyKey: 'idempotency_key',
  submittedAt: 'submitted_at',
  serviceTaskId: 'service_task_id',
  submissions: 'submissions',
  answer: 'answer',
  outputPath: 'output_path',
} as const satisfies Record<keyof SpeechPartPatch, string>

const SELECT = `
  SELECT position, text, pause_ms AS pauseMs, idempotency_key AS idempotencyKey, submitted_at AS submittedAt,
  service_task_id AS serviceTaskId, submissions, answer, output_path AS outputPath FROM speech_parts`

export function speechPartsOn(
  db: DatabaseSync,
  updateTask: (id: string, patch: TaskPatch) => TaskRow,
): SpeechPartsTable {
  return {
    replace: (taskId, parts, patch) =>
      inTransaction(db, () => {
        db.prepare('DELETE FROM speech_parts WHERE task_id = ?').run(taskId)
        const insert = db.prepare(
          'INSERT INTO speech_parts (task_id, position, text, pause_ms) VALUES (?, ?, ?, ?)',
        )
        parts.forEach((part, index) => insert.run(taskId, index, part.text, part.pauseMs))
        return updateTask(taskId, patch)
      }),
    all: (taskId) =>
      db
        .prepare(`${SELECT} WHERE task_id = ? ORDER BY position`)
        .all(taskId)
        .map((record) => ({ ...record }) as unknown as SpeechPart),
    get(taskId, position) {
      const record = db.prepare(`${SELECT} WHERE task_id = ? AND position = ?`).get(taskId, position)
      if (!record) throw new PhonolensError('not-found')
      return { ...record } as unknown as SpeechPart
    },
    update(taskId, position, patch) {
      const given = (Object.keys(COLUMNS) as (keyof SpeechPartPatch)[]).filter(
        (key) => patch[key] !== undefined,
      )
      if (given.length === 0) return
      const sets = given.map((key) => `${COLUMNS[key]} = ?`).join(', ')
      db.prepare(`UPDATE speech_parts SET ${sets} WHERE task_id = ? AND position = ?`).run(
        ...given.map((key) => patch[key] ?? null),
        taskId,
        position,
      )
    },
    forgetUnanswered: (taskId) =>
      void db
        .prepare('UPDATE speech_parts SET submitted_at = NULL WHERE task_id = ? AND service_task_id IS NULL')
        .run(taskId),
  }
}
