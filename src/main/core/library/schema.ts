/**
 * The library's schema, one entry for each step. Entries that were shipped are never changed, only followed.
 *
 * `position` orders tasks that were made in the same millisecond. `deleted_at` is set while a task can still be brought
 * back. `speeds` outlives the tasks it was learned from.
 */
export const LIBRARY_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE tasks (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    stage TEXT NOT NULL,
    last_stage TEXT,
    error TEXT,
    deployment TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    finished_at INTEGER,
    deleted_at INTEGER,
    duration_ms INTEGER,
    segment_count INTEGER,
    media_path TEXT,
    media_type TEXT,
    upload_url TEXT,
    upload_base TEXT,
    upload_expires_at INTEGER,
    idempotency_key TEXT,
    submitted_at INTEGER,
    service_task_id TEXT,
    running_since INTEGER,
    submissions INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE segments (
    task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    text TEXT NOT NULL,
    speaker TEXT NOT NULL,
    PRIMARY KEY (task_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE raw_answers (
    task_id TEXT PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    answer TEXT NOT NULL,
    received_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE speeds (
    deployment TEXT NOT NULL,
    kind TEXT NOT NULL,
    media_ms INTEGER NOT NULL,
    work_ms INTEGER NOT NULL,
    measured_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX speeds_by_work ON speeds (deployment, kind, measured_at);
  `,
  // Speech and photos. `speech_parts.position` orders a text's parts; a part is done when it has an `output_path`.
  `
  ALTER TABLE tasks ADD COLUMN photo TEXT;
  ALTER TABLE tasks ADD COLUMN parts_done INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tasks ADD COLUMN parts_total INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE speech_parts (
    task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    text TEXT NOT NULL,
    pause_ms INTEGER NOT NULL,
    idempotency_key TEXT,
    submitted_at INTEGER,
    service_task_id TEXT,
    submissions INTEGER NOT NULL DEFAULT 0,
    answer TEXT,
    output_path TEXT,
    PRIMARY KEY (task_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE added_voices (
    voice_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    gender TEXT NOT NULL,
    languages TEXT NOT NULL,
    added_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE favourite_voices (
    voice_id TEXT PRIMARY KEY,
    since INTEGER NOT NULL
  ) STRICT;
  `,
]
