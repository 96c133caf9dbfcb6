import { randomUUID } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { TASK_STATUS } from '#shared/api/tasks.ts'
import type { TaskKind } from '#shared/task.ts'
import { inTransaction } from '../../platform/open-database.ts'
import {
  MAX_ATTEMPTS,
  TOMBSTONE_LIFE_MS,
  type StoredTask,
  type TaskState,
  type TaskStore,
} from './task-store.ts'

interface TaskRow {
  id: string
  kind: TaskKind
  input: string
  status: number
  attempts: number
  execution_ms: number | null
  result: string | null
  reason: string | null
  error_code: number | null
  expire_at: number | null
}

const { submitted, running, succeeded, failed } = TASK_STATUS

/** Tasks as rows of the service's database. The numbers of `status` are those of the service document. */
export function createSqliteTaskStore(db: DatabaseSync): TaskStore {
  const sql = prepareAll(db)
  const changed = (statement: StatementSync, ...values: (string | number | null)[]): boolean =>
    Number(statement.run(...values).changes) > 0

  return {
    create: (task) =>
      inTransaction(db, () => {
        const same = sql.findByIdempotencyKey.get(task.kind, task.idempotencyKey) as
          { id: string } | undefined
        if (same) return same.id
        const input = JSON.stringify(task.input)
        sql.insert.run(task.id, task.kind, input, task.fileId, task.createdAt, task.idempotencyKey)
        return task.id
      }),

    get: (id, now) => {
      const row = sql.find.get(id) as TaskRow | undefined
      return row ? asStoredTask(row, now) : null
    },

    lease: (kind, now, until) => {
      const lease = randomUUID()
      const row = sql.lease.get(lease, until, kind, now) as TaskRow | undefined
      if (!row) return null
      return { id: row.id, kind, input: JSON.parse(row.input), lease, attempt: row.attempts }
    },

    renew: (task, until) => changed(sql.renew, until, task.id, task.lease),

    succeed: (task, end) =>
      changed(sql.succeed, JSON.stringify(end.result), end.executionMs, end.expireAt, task.id, task.lease),

    fail: (task, end) =>
      changed(sql.fail, end.reason, end.errorCode, end.executionMs, end.expireAt, task.id, task.lease),

    putBack: (task, options) =>
      changed(sql.putBack, options.countsAttempt ? 0 : 1, options.notBefore, task.id, task.lease),

    takeBack: (leasesUntil, end) =>
      inTransaction(db, () => {
        const { reason, errorCode, executionMs, expireAt } = end
        const ended = sql.failWornOut.run(reason, errorCode, executionMs, expireAt, leasesUntil)
        const back = sql.putBackStalled.run(leasesUntil)
        return { putBack: Number(back.changes), failed: Number(ended.changes) }
      }),

    forgetExpired: (now) => {
      sql.deleteTombstones.run(now - TOMBSTONE_LIFE_MS)
      return Number(sql.forgetExpired.run(now).changes)
    },

    filesInUse: () => new Set((sql.filesInUse.all() as { file_id: string }[]).map((row) => row.file_id)),
  }
}

function asStoredTask(row: TaskRow, now: number): StoredTask {
  return { id: row.id, kind: row.kind, attempts: row.attempts, state: stateOf(row, now) }
}

function stateOf(row: TaskRow, now: number): TaskState {
  if (row.status === submitted) return { status: 'submitted' }
  if (row.status === running) return { status: 'running' }
  const end = { executionMs: row.execution_ms ?? 0, expireAt: row.expire_at ?? 0 }
  if (end.expireAt <= now) return { status: 'expired' }
  if (row.status === succeeded)
    return { status: 'succeeded', result: JSON.parse(row.result ?? 'null'), ...end }
  return { status: 'failed', reason: row.reason ?? '', errorCode: row.error_code ?? 0, ...end }
}

function prepareAll(db: DatabaseSync) {
  const endLease = 'lease = NULL, lease_until = NULL'
  return {
    find: db.prepare('SELECT * FROM tasks WHERE id = ?'),
    findByIdempotencyKey: db.prepare('SELECT id FROM tasks WHERE kind = ? AND idempotency_key = ?'),
    insert: db.prepare(
      `INSERT INTO tasks (id, kind, input, file_id, status, created_at, idempotency_key)
       VALUES (?, ?, ?, ?, ${submitted}, ?, ?)`,
    ),
    lease: db.prepare(
      `UPDATE tasks SET status = ${running}, lease = ?, lease_until = ?, attempts = attempts + 1
       WHERE seq = (SELECT seq FROM tasks WHERE status = ${submitted} AND kind = ? AND not_before <= ?
                    ORDER BY seq LIMIT 1)
       RETURNING *`,
    ),
    renew: db.prepare('UPDATE tasks SET lease_until = ? WHERE id = ? AND lease = ?'),
    succeed: db.prepare(
      `UPDATE tasks SET status = ${succeeded}, result = ?, execution_ms = ?, expire_at = ?, ${endLease}
       WHERE id = ? AND lease = ?`,
    ),
    fail: db.prepare(
      `UPDATE tasks SET status = ${failed}, reason = ?, error_code = ?, execution_ms = ?, expire_at = ?, ${endLease}
       WHERE id = ? AND lease = ?`,
    ),
    putBack: db.prepare(
      `UPDATE tasks SET status = ${submitted}, attempts = attempts - ?, not_before = ?, ${endLease}
       WHERE id = ? AND lease = ?`,
    ),
    failWornOut: db.prepare(
      `UPDATE tasks SET status = ${failed}, reason = ?, error_code = ?, execution_ms = ?, expire_at = ?, ${endLease}
       WHERE status = ${running} AND lease_until <= ? AND attempts >= ${MAX_ATTEMPTS}`,
    ),
    putBackStalled: db.prepare(
      `UPDATE tasks SET status = ${submitted}, ${endLease} WHERE status = ${running} AND lease_until <= ?`,
    ),
    // The id stays: "expired" is a better answer than "unknown". The key goes, so that the work can be ordered anew.
    forgetExpired: db.prepare(
      `UPDATE tasks SET input = 'null', result = NULL, reason = NULL, file_id = NULL, idempotency_key = NULL
       WHERE expire_at <= ? AND input <> 'null'`,
    ),
    deleteTombstones: db.prepare('DELETE FROM tasks WHERE expire_at <= ?'),
    filesInUse: db.prepare(
      `SELECT file_id FROM tasks WHERE status IN (${submitted}, ${running}) AND file_id IS NOT NULL`,
    ),
  }
}
