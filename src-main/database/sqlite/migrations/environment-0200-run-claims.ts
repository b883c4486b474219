import type { Migration } from '../migrations.ts'

export const environmentRunClaims: Migration = {
  id: 'environment-0200-run-claims',
  sql: `
    -- Which instance runs a project's pull or import. Only where several may: a folder has one owner.
    CREATE TABLE run_claim (
      project_key INTEGER NOT NULL PRIMARY KEY REFERENCES project_scope (key),
      owner_id TEXT NOT NULL,
      -- Void afterwards, unless renewed.
      lease_until TEXT NOT NULL,
      -- Why the run is to end; null while it may go on.
      cancel_by TEXT CHECK (cancel_by IN ('person', 'connection', 'removal'))
    ) STRICT;
  `,
}
