import type { Migration } from '../migrations.ts'

/** Several instances on one store: who they are, and which of them does what. */
export const environmentCluster: Migration = {
  id: 'environment-0190-cluster',
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

    -- A request with an Idempotency-Key that is being answered: taken before the work, removed with its answer.
    CREATE TABLE idempotency_mark (
      owner_id TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      -- Tells apart two requests of one instance.
      id TEXT NOT NULL,
      instance_id TEXT NOT NULL,
      until TEXT NOT NULL,
      PRIMARY KEY (owner_id, idempotency_key)
    ) STRICT, WITHOUT ROWID;

    -- What an instance knows about a lane of jobs in trouble, for the next instance that serves it.
    CREATE TABLE lane_state (
      kind TEXT NOT NULL,
      lane TEXT NOT NULL,
      trouble TEXT,
      failures INTEGER NOT NULL,
      -- In environment time.
      paused_until TEXT,
      answered_at TEXT,
      PRIMARY KEY (kind, lane)
    ) STRICT, WITHOUT ROWID;

    -- The instance that prepares the job; counts only until then.
    ALTER TABLE bulk_job ADD COLUMN owner_id TEXT;
  `,
}
