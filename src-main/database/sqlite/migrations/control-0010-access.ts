import type { Migration } from '../migrations.ts'

export const controlAccess: Migration = {
  id: 'control-0010-access',
  sql: `
    CREATE TABLE project (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      created_at TEXT NOT NULL,
      archived_at TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE api_key (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
      name TEXT NOT NULL,
      prefix TEXT NOT NULL,
      -- SHA-256 of the key's text; the text itself is stored nowhere.
      hash BLOB NOT NULL UNIQUE,
      created_at TEXT NOT NULL,
      last_used_at TEXT,
      expires_at TEXT,
      revoked_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX api_key_by_project ON api_key (project_id, created_at);

    CREATE TABLE page_session (
      id TEXT PRIMARY KEY,
      -- SHA-256 of the cookie and of the proof that the page keeps beside it.
      cookie_hash BLOB NOT NULL UNIQUE,
      proof_hash BLOB NOT NULL,
      created_at TEXT NOT NULL,
      last_used_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE setting (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
