import type { Migration } from '../migrations.ts'

export const environmentEarlierPlan: Migration = {
  id: 'environment-0250-earlier-plan',
  sql: `
    -- What was planned for a card until its last command ended or replaced it, for its undo.
    CREATE TABLE earlier_plan (
      card_seq INTEGER NOT NULL PRIMARY KEY REFERENCES last_command (card_seq) ON DELETE CASCADE,
      -- That command's. One given since, even by a version that does not know this table, has another.
      revision INTEGER NOT NULL,
      -- "enable" or "disable".
      action TEXT NOT NULL,
      -- In environment time.
      planned_for TEXT NOT NULL,
      -- 1: it waited for a person, because it came back from a backup.
      held INTEGER NOT NULL,
      by_type TEXT NOT NULL,
      by_id TEXT,
      by_name TEXT NOT NULL,
      -- Wall time.
      planned_at TEXT NOT NULL,
      -- The code that a planned block gives the card.
      reason TEXT,
      note TEXT
    ) STRICT, WITHOUT ROWID;
  `,
}
