import type { Migration } from '../migrations.ts'

/** Several instances on one store: who they are, and which of them does what. */
export const controlCluster: Migration = {
  id: 'control-0080-cluster',
  sql: `
    -- Openings of the engine on a store that several may share; a file has none.
    CREATE TABLE instance (
      id TEXT PRIMARY KEY,
      address TEXT NOT NULL,
      version TEXT NOT NULL,
      started_at TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      ended_at TEXT
    ) STRICT, WITHOUT ROWID;

    -- What only one instance does at a time. The fence grows with each holder, which checks it in each transaction.
    CREATE TABLE duty_lease (
      name TEXT PRIMARY KEY,
      holder_id TEXT,
      fence INTEGER NOT NULL,
      until TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- The instance that carries out the request; counts only meanwhile.
    ALTER TABLE approval ADD COLUMN lease_owner_id TEXT;
    -- The instance that asks the identity provider; counts as long as lease_until.
    ALTER TABLE identity_grant ADD COLUMN lease_owner_id TEXT;
  `,
}
