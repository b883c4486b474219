import type { Migration } from '../migrations.ts'

export const controlAuthorizationServer: Migration = {
  id: 'control-0064-authorization-server',
  sql: `
    -- The app that a session belongs to; null for a page. Its token stands in for cookie and proof alike.
    ALTER TABLE page_session ADD COLUMN app TEXT CHECK (app IN ('desktop', 'command-line'));

    CREATE TABLE app_code (
      -- SHA-256 of the code; the code itself is stored nowhere.
      code_hash BLOB PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      app TEXT NOT NULL CHECK (app IN ('desktop', 'command-line')),
      device TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      -- RFC 7636, method S256.
      challenge TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      -- A code that was used stays until it expires: whoever brings it again ends the session it led to.
      used_at TEXT,
      session_id TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX app_code_by_person ON app_code (person_id);

    CREATE TABLE device_request (
      device_code_hash BLOB PRIMARY KEY,
      user_code_hash BLOB NOT NULL UNIQUE,
      app TEXT NOT NULL CHECK (app IN ('desktop', 'command-line')),
      device TEXT NOT NULL,
      address TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      interval_seconds INTEGER NOT NULL,
      polled_at TEXT,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'denied')),
      person_id TEXT REFERENCES person (id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_request_by_address ON device_request (address);
    CREATE INDEX device_request_by_person ON device_request (person_id);

    -- Wrong codes that a person has typed since a time.
    CREATE TABLE device_guess (
      person_id TEXT PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
      wrong INTEGER NOT NULL,
      since TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
