import type { Migration } from '../migrations.ts'

export const environmentBulk: Migration = {
  id: 'environment-0050-bulk',
  sql: `
    -- Counts the commands on a card and the changes on the provider's side, never its confirmations: who remembers
    -- a revision can tell whether the card was changed since.
    ALTER TABLE card ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

    -- The last command on a card, for its undo.
    CREATE TABLE last_command (
      card_seq INTEGER PRIMARY KEY REFERENCES card (seq) ON DELETE CASCADE,
      -- The card's after the command.
      revision INTEGER NOT NULL,
      command TEXT NOT NULL CHECK (command IN ('activate', 'update', 'enable', 'disable')),
      -- Before an update; null for other commands.
      license_plate TEXT,
      driver TEXT,
      -- Wall time, as the undo window is.
      at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX last_command_by_age ON last_command (at);

    CREATE TABLE bulk_job (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      -- Shared with its entry in the one queue.
      id TEXT NOT NULL UNIQUE,
      project_key INTEGER NOT NULL REFERENCES project_scope (key),
      command TEXT NOT NULL CHECK (command IN ('enable', 'disable', 'activate', 'update', 'undo')),
      -- Preparing: its items are still being written. Nobody was promised anything; a crash undoes it.
      state TEXT NOT NULL CHECK (state IN ('preparing', 'queued', 'running', 'done', 'cancelled')),
      actor_type TEXT NOT NULL,
      actor_id TEXT,
      actor_name TEXT NOT NULL,
      channel TEXT NOT NULL,
      reason TEXT,
      total INTEGER NOT NULL DEFAULT 0,
      done INTEGER NOT NULL DEFAULT 0,
      succeeded INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      skipped INTEGER NOT NULL DEFAULT 0,
      -- The last position whose turn has come.
      reached INTEGER NOT NULL DEFAULT 0,
      -- Wall time.
      started_at TEXT NOT NULL,
      finished_at TEXT,
      undoable_until TEXT,
      -- The job that this one undoes, and the one that undoes this.
      undoes TEXT,
      undo_job_id TEXT
    ) STRICT;
    CREATE INDEX bulk_job_by_project ON bulk_job (project_key, seq);

    CREATE TABLE bulk_item (
      seq INTEGER PRIMARY KEY,
      project_key INTEGER NOT NULL REFERENCES project_scope (key),
      job_seq INTEGER NOT NULL REFERENCES bulk_job (seq),
      -- From 1.
      position INTEGER NOT NULL,
      -- As far as they are known: a file names numbers, and a number or an id may be nobody's.
      card_id TEXT,
      card_number TEXT,
      -- What the row of a file says.
      license_plate TEXT,
      driver TEXT,
      -- Null until its turn.
      outcome TEXT CHECK (outcome IN ('done', 'refused', 'skipped')),
      code TEXT,
      message TEXT,
      -- The card's after the command; of an undo's item, the one at which it may still be undone.
      revision INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX bulk_item_by_job ON bulk_item (job_seq, position);
    CREATE INDEX bulk_item_by_project ON bulk_item (project_key, seq);
  `,
}
