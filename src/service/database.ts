import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../platform/open-database.ts'

const MIGRATIONS = [
  `
  CREATE TABLE tasks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    input TEXT NOT NULL,
    file_id TEXT,
    status INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    lease TEXT,
    lease_until INTEGER,
    not_before INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    execution_ms INTEGER,
    result TEXT,
    reason TEXT,
    error_code INTEGER,
    expire_at INTEGER,
    idempotency_key TEXT
  );
  CREATE UNIQUE INDEX tasks_by_idempotency_key ON tasks (kind, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX tasks_by_queue ON tasks (status, kind, seq);

  CREATE TABLE files (
    id TEXT PRIMARY KEY,
    folder TEXT NOT NULL,
    request_id TEXT UNIQUE,
    extension TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    expire_at INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0
  );

  CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  `,
] as const

/** Opens the service's own database: tasks, files and the secret that signs upload policies. */
export function openServiceDatabase(path: string): DatabaseSync {
  return openDatabase(path, MIGRATIONS)
}
