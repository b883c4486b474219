import type { Migration } from '../migrations.ts'

export const environmentRefusedRows: Migration = {
  id: 'environment-0165-refused-rows',
  sql: `
    -- The first rows that each of the newest runs refused (prune-runs.ts).
    CREATE TABLE sync_refusal (
      seq INTEGER PRIMARY KEY,
      project_key INTEGER NOT NULL REFERENCES project_scope (key),
      run_seq INTEGER NOT NULL REFERENCES sync_run (seq) ON DELETE CASCADE,
      -- The page of a portal's list, from 1; 0 where a file was read.
      page INTEGER NOT NULL,
      -- The row of that page, from 1, or the line of the file.
      row INTEGER NOT NULL,
      -- Both as far as they could be read.
      card_number TEXT,
      provider_card_id TEXT,
      -- What is wrong, as codes with commas between them.
      code TEXT NOT NULL,
      -- The same in English, without what stood in the row.
      reason TEXT NOT NULL,
      UNIQUE (run_seq, page, row)
    ) STRICT;
    CREATE INDEX sync_refusal_by_project ON sync_refusal (project_key);

    -- How many of the run's refused rows are in there; those of earlier versions were only counted.
    ALTER TABLE sync_run ADD COLUMN refused_kept INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX sync_run_with_refused ON sync_run (project_key, seq) WHERE refused_kept > 0;
  `,
}
