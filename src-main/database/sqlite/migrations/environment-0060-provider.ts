import type { Migration } from '../migrations.ts'

export const environmentProvider: Migration = {
  id: 'environment-0060-provider',
  sql: `
    -- How a project is connected to its provider; there are rows in production only.
    CREATE TABLE provider (
      project_key INTEGER PRIMARY KEY REFERENCES project_scope (key),
      adapter TEXT NOT NULL CHECK (adapter IN ('rest', 'file')),
      -- JSON, without any credential.
      settings TEXT NOT NULL,
      -- Sealed with the data key, bound to this table and project; null where none are needed, or they were lost.
      credentials TEXT,
      -- JSON, as the portal told them last; null until it was asked.
      capabilities TEXT,
      schedule_enabled INTEGER NOT NULL,
      schedule_interval_minutes INTEGER NOT NULL,
      next_run_at TEXT,
      -- Consecutive failed runs.
      failure_count INTEGER NOT NULL DEFAULT 0,
      -- The provider's clock at the first page of the last completed pull: what the next one asks from.
      last_portal_time TEXT,
      -- Our clock at the end of the last completed pull of everything.
      last_full_pull_at TEXT,
      -- Since a restore: nothing may be sent before everything was pulled once.
      full_pull_owed INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX provider_by_schedule ON provider (next_run_at) WHERE next_run_at IS NOT NULL;

    ALTER TABLE sync_run ADD COLUMN trigger TEXT NOT NULL DEFAULT 'manual' CHECK (trigger IN ('manual', 'schedule', 'restore'));
    -- Null for a run that asked for everything.
    ALTER TABLE sync_run ADD COLUMN updated_since TEXT;
    -- Whether it ended having seen every card, so that missing ones were concluded gone.
    ALTER TABLE sync_run ADD COLUMN complete INTEGER NOT NULL DEFAULT 0;
    -- JSON: where it goes on after an interruption; null once there is nothing to go on with.
    ALTER TABLE sync_run ADD COLUMN resume TEXT;
    CREATE INDEX sync_run_running ON sync_run (project_key) WHERE state = 'running';

    -- The cards that a pull has seen so far: bit n of a chunk is the card with the row number chunk * 4096 + n. A set
    -- of its own, so that a card that stayed as it was is not written to.
    CREATE TABLE sync_seen (
      run_seq INTEGER NOT NULL REFERENCES sync_run (seq) ON DELETE CASCADE,
      chunk INTEGER NOT NULL,
      bits BLOB NOT NULL,
      PRIMARY KEY (run_seq, chunk)
    ) STRICT, WITHOUT ROWID;

    -- Cards that a complete listing did not name any more. They have no wish; what makes them anything but failed ends it.
    CREATE TABLE gone_card (
      card_seq INTEGER PRIMARY KEY REFERENCES card (seq) ON DELETE CASCADE,
      since TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER gone_card_back AFTER UPDATE OF sync_status ON card WHEN old.sync_status = 'failed' AND new.sync_status <> 'failed' BEGIN
      DELETE FROM gone_card WHERE card_seq = new.seq;
    END;

    -- Files of a watched folder that were read, each known by its name, size and time.
    CREATE TABLE sync_file (
      seq INTEGER PRIMARY KEY,
      project_key INTEGER NOT NULL REFERENCES project_scope (key),
      fingerprint TEXT NOT NULL,
      read_at TEXT NOT NULL,
      UNIQUE (project_key, fingerprint)
    ) STRICT;

    CREATE INDEX job_by_project ON job (project_key);
  `,
}
