import type { Migration } from '../migrations.ts'

export const environmentRecords: Migration = {
  id: 'environment-0030-records',
  sql: `
    -- Every event, with the bytes that are sent for it; whom it is delivered to is another table's matter.
    CREATE TABLE event (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      project_key INTEGER NOT NULL REFERENCES project_scope (key),
      name TEXT NOT NULL,
      card_id TEXT,
      created_at TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX event_by_project ON event (project_key, seq);
    CREATE INDEX event_by_card ON event (card_id, seq) WHERE card_id IS NOT NULL;

    -- The one persisted queue: provider pushes, deliveries, schedules and bulk operations.
    CREATE TABLE job (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      project_key INTEGER NOT NULL REFERENCES project_scope (key),
      kind TEXT NOT NULL,
      -- Jobs of one lane run in order, one at a time: a card's pushes share the card's id.
      lane TEXT NOT NULL,
      -- Sent along so that the other side acts once, however often it is asked.
      reference TEXT NOT NULL UNIQUE,
      payload TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'waiting', 'done', 'failed', 'cancelled', 'held')),
      attempt_count INTEGER NOT NULL DEFAULT 0,
      due_at TEXT NOT NULL,
      lease_until TEXT,
      error TEXT,
      created_at TEXT NOT NULL,
      finished_at TEXT
    ) STRICT;
    CREATE INDEX job_by_due ON job (kind, state, due_at);
    CREATE INDEX job_by_lane ON job (kind, state, lane, due_at, seq);
    CREATE INDEX job_by_lane_order ON job (lane, seq);

    CREATE TABLE idempotency_record (
      api_key_id TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      method TEXT NOT NULL,
      path TEXT NOT NULL,
      body_hash BLOB NOT NULL,
      status INTEGER NOT NULL,
      body TEXT NOT NULL,
      created_at TEXT NOT NULL,
      PRIMARY KEY (api_key_id, idempotency_key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_record_by_age ON idempotency_record (created_at);

    CREATE TABLE sync_run (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      project_key INTEGER NOT NULL REFERENCES project_scope (key),
      kind TEXT NOT NULL CHECK (kind IN ('pull', 'import')),
      source TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'failed', 'cancelled')),
      started_at TEXT NOT NULL,
      finished_at TEXT,
      pages INTEGER NOT NULL DEFAULT 0,
      created INTEGER NOT NULL DEFAULT 0,
      updated INTEGER NOT NULL DEFAULT 0,
      unchanged INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      error TEXT
    ) STRICT;
    CREATE INDEX sync_run_by_project ON sync_run (project_key, seq);

    -- What a pending or failed wish keeps from being overwritten: the provider's differing values.
    CREATE TABLE drift (
      card_seq INTEGER NOT NULL REFERENCES card (seq) ON DELETE CASCADE,
      field TEXT NOT NULL,
      ours TEXT,
      theirs TEXT,
      seen_at TEXT NOT NULL,
      PRIMARY KEY (card_seq, field)
    ) STRICT, WITHOUT ROWID;

    -- Single facts about the whole environment: whether it is held after a restore, the sandbox clock's offset.
    CREATE TABLE environment_state (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
