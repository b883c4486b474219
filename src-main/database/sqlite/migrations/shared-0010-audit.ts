import type { Migration } from '../migrations.ts'

/** The same append-only chain in each of the three files (decisions, section 8, *Audit*). */
export const audit: Migration = {
  id: 'shared-0010-audit',
  sql: `
    CREATE TABLE audit_entry (
      seq INTEGER PRIMARY KEY,
      time TEXT NOT NULL,
      actor_type TEXT NOT NULL,
      actor_id TEXT,
      actor_name TEXT NOT NULL,
      channel TEXT NOT NULL,
      action TEXT NOT NULL,
      target_type TEXT NOT NULL,
      target_id TEXT,
      project_id TEXT,
      reason TEXT,
      -- JSON; personal values stand in them as salted hashes.
      before TEXT,
      after TEXT,
      -- HMAC-SHA256 over this entry and the hash of the one before.
      hash BLOB NOT NULL
    ) STRICT;
    CREATE INDEX audit_entry_by_target ON audit_entry (target_id, seq);
    CREATE INDEX audit_entry_by_project ON audit_entry (project_id, seq);
    CREATE TRIGGER audit_entry_is_append_only_update BEFORE UPDATE ON audit_entry BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_entry_is_append_only_delete BEFORE DELETE ON audit_entry BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

    -- What a person may have erased: the chain covers only the salted hash of a value.
    CREATE TABLE audit_personal (
      seq INTEGER NOT NULL REFERENCES audit_entry (seq),
      place TEXT NOT NULL,
      salt BLOB NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (seq, place)
    ) STRICT, WITHOUT ROWID;

    -- The sealed end of the chain, so that a cut tail shows.
    CREATE TABLE audit_head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      count INTEGER NOT NULL,
      hash BLOB NOT NULL,
      seal BLOB NOT NULL
    ) STRICT;
  `,
}
