import type { Migration } from '../migrations.ts'

export const environmentPlannedChange: Migration = {
  id: 'environment-0220-planned-change',
  sql: `
    -- What happens to the card by itself, "enable" or "disable", and when, in environment time; empty if nothing does.
    ALTER TABLE card ADD COLUMN planned_action TEXT;
    ALTER TABLE card ADD COLUMN planned_for TEXT;
    -- 1: it came back from a backup and waits for a person, because it may long be done or cancelled.
    ALTER TABLE card ADD COLUMN planned_held INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX card_by_plan ON card (project_key, planned_for) WHERE planned_for IS NOT NULL;
    CREATE INDEX card_by_due_plan ON card (planned_for) WHERE planned_for IS NOT NULL AND planned_held = 0;

    -- Who planned it, and what it says when it is carried out.
    CREATE TABLE planned_change (
      card_seq INTEGER NOT NULL PRIMARY KEY REFERENCES card (seq) ON DELETE CASCADE,
      by_type TEXT NOT NULL,
      by_id TEXT,
      by_name TEXT NOT NULL,
      -- Wall time.
      planned_at TEXT NOT NULL,
      -- The code that a planned block gives the card.
      reason TEXT,
      note TEXT
    ) STRICT, WITHOUT ROWID;

    -- When the opposite of a bulk command follows, in environment time.
    ALTER TABLE bulk_job ADD COLUMN until TEXT;
  `,
}
