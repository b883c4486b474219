import type { Migration } from '../migrations.ts'

/** The second pair of eyes: each project's rule, and what was asked under it. */
export const controlApprovals: Migration = {
  id: 'control-0063-approvals',
  sql: `
    CREATE TABLE approval_rule (
      project_id TEXT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
      enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
      bulk_over INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE approval (
      id TEXT PRIMARY KEY,
      -- Null for what concerns every project.
      project_id TEXT REFERENCES project (id) ON DELETE CASCADE,
      subject TEXT NOT NULL,
      call TEXT NOT NULL,
      -- The call's input, sealed with the data key; removed once decided.
      input TEXT,
      -- JSON: what would change, without secrets.
      change TEXT NOT NULL,
      -- Of what would change, as it was when it was asked.
      digest TEXT NOT NULL,
      reason TEXT NOT NULL,
      channel TEXT NOT NULL,
      state TEXT NOT NULL CHECK (
        state IN ('waiting', 'deciding', 'approved', 'declined', 'withdrawn', 'expired', 'void')
      ),
      asker_id TEXT NOT NULL REFERENCES person (id),
      asked_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      decider_id TEXT REFERENCES person (id),
      decided_at TEXT,
      answer TEXT,
      job_id TEXT,
      -- What the asker collects once, sealed.
      result TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX approval_by_state ON approval (state, expires_at);
    CREATE INDEX approval_by_project ON approval (project_id, asked_at);
    CREATE INDEX approval_by_job ON approval (job_id) WHERE job_id IS NOT NULL;
  `,
}
