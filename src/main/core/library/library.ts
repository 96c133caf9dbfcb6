import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { PhonolensError } from '#shared/errors.ts'
import type { Segment, TaskId, TaskKind } from '#shared/task.ts'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, openDatabase } from '../../../platform/open-database.ts'
import { LIBRARY_MIGRATIONS } from './schema.ts'
import { speechPartsOn, type SpeechPartsTable } from './speech-parts.ts'
import { fromColumns, toColumns, type TaskPatch, type TaskRow } from './task-row.ts'
import { voicesOn, type VoicesTable } from './voices-table.ts'

/** How long one finished piece of work took, in milliseconds, beside the length of its recording. */
export interface Speed {
  mediaMs: number
  workMs: number
}

/** Everything the app keeps about tasks. What a method has returned from is on disk. */
export interface Library {
  add(row: TaskRow): void
  /** @throws PhonolensError `not-found` */
  get(id: string): TaskRow
  find(id: string): TaskRow | null
  /**
   * A task of the kind that came to its end.
   *
   * @throws PhonolensError `not-found` where there is no such task, or nothing has come out of it yet
   */
  finished(id: string, kind: TaskKind): TaskRow
  /** Newest first, with those that are deleted but not yet gone. */
  all(): TaskRow[]
  update(id: string, patch: TaskPatch): TaskRow
  /** Everything of the task but its files. */
  remove(id: string): void
  saveAnswer(id: string, answer: string, patch: TaskPatch): TaskRow
  answer(id: string): string | null
  saveSegments(id: string, segments: readonly Segment[], patch: TaskPatch): TaskRow
  segments(id: string): Segment[]
  addSpeed(deployment: string, kind: TaskKind, speed: Speed): void
  /** Newest first. */
  speeds(deployment: string, kind: TaskKind, limit: number): Speed[]
  readonly speechParts: SpeechPartsTable
  readonly voices: VoicesTable
  close(): void
}

/** Speeds kept of each deployment and kind; older ones say little about the computer as it is now. */
const SPEEDS_KEPT = 50

/** @throws PhonolensError `library-unavailable` where the file cannot be opened or is newer than this app */
export function openLibrary(dataDir: string, clock: Clock): Library {
  try {
    return libraryOn(openDatabase(join(dataDir, 'library.db'), LIBRARY_MIGRATIONS), clock)
  } catch (error) {
    throw new PhonolensError('library-unavailable', { detail: (error as Error).message, cause: error })
  }
}

function libraryOn(db: DatabaseSync, clock: Clock): Library {
  const find = (id: string): TaskRow | null => {
    const record = db.prepare('SELECT * FROM tasks WHERE id = ?').get(id)
    return record ? fromColumns(record) : null
  }
  const get = (id: string): TaskRow => {
    const row = find(id)
    if (!row) throw new PhonolensError('not-found')
    return row
  }
  const update = (id: string, patch: TaskPatch): TaskRow => {
    const [columns, values] = toColumns({ ...patch, updatedAt: clock.now() })
    const { changes } = db
      .prepare(`UPDATE tasks SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`)
      .run(...values, id)
    if (changes === 0) throw new PhonolensError('not-found')
    return get(id)
  }
  return {
    find,
    get,
    finished(id, kind) {
      const row = get(id)
      if (row.kind !== kind || row.stage !== 'done' || row.deletedAt !== null) {
        throw new PhonolensError('not-found')
      }
      return row
    },
    update,
    add(row) {
      const [columns, values] = toColumns(row)
      const marks = columns.map(() => '?').join(', ')
      db.prepare(`INSERT INTO tasks (${columns.join(', ')}) VALUES (${marks})`).run(...values)
    },
    all: () => db.prepare('SELECT * FROM tasks ORDER BY position DESC').all().map(fromColumns),
    remove: (id) => void db.prepare('DELETE FROM tasks WHERE id = ?').run(id),
    saveAnswer: (id, answer, patch) =>
      inTransaction(db, () => {
        db.prepare('INSERT OR REPLACE INTO raw_answers VALUES (?, ?, ?)').run(id, answer, clock.now())
        return update(id, patch)
      }),
    answer: (id) => {
      const record = db.prepare('SELECT answer FROM raw_answers WHERE task_id = ?').get(id)
      return typeof record?.answer === 'string' ? record.answer : null
    },
    saveSegments: (id, segments, patch) =>
      inTransaction(db, () => {
        db.prepare('DELETE FROM segments WHERE task_id = ?').run(id)
        const insert = db.prepare('INSERT INTO segments VALUES (?, ?, ?, ?, ?, ?)')
        segments.forEach((segment, index) =>
          insert.run(id, index, segment.startMs, segment.endMs, segment.text, segment.speaker),
        )
        return update(id, patch)
      }),
    segments: (id) =>
      db
        .prepare(
          `SELECT start_ms AS startMs, end_ms AS endMs, text, speaker FROM segments
           WHERE task_id = ? ORDER BY position`,
        )
        .all(id)
        .map((record) => ({ ...record }) as unknown as Segment),
    addSpeed(deployment, kind, { mediaMs, workMs }) {
      inTransaction(db, () => {
        const values = [deployment, kind, Math.round(mediaMs), Math.round(workMs), clock.now()]
        db.prepare('INSERT INTO speeds VALUES (?, ?, ?, ?, ?)').run(...values)
        db.prepare(
          `DELETE FROM speeds WHERE deployment = ?1 AND kind = ?2 AND rowid NOT IN (SELECT rowid FROM speeds
           WHERE deployment = ?1 AND kind = ?2 ORDER BY rowid DESC LIMIT ${SPEEDS_KEPT})`,
        ).run(deployment, kind)
      })
    },
    speeds: (deployment, kind, limit) =>
      db
        .prepare(
          `SELECT media_ms AS mediaMs, work_ms AS workMs FROM speeds
           WHERE deployment = ? AND kind = ? ORDER BY rowid DESC LIMIT ?`,
        )
        .all(deployment, kind, limit)
        .map((record) => ({ ...record }) as unknown as Speed),
    speechParts: speechPartsOn(db, update),
    voices: voicesOn(db, clock),
    close: () => db.close(),
  }
}

/** The folder of a task's own files. */
export function taskFolder(dataDir: string, id: TaskId): string {
  return join(dataDir, 'library', id)
}
