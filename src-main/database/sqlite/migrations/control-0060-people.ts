import type { Migration } from '../migrations.ts'

export const controlPeople: Migration = {
  id: 'control-0060-people',
  sql: `
    CREATE TABLE person (
      id TEXT PRIMARY KEY,
      -- Empty for a desk's own person until one is given.
      name TEXT NOT NULL,
      email TEXT,
      -- The e-mail address as it is compared: no two people differ in case alone.
      email_key TEXT UNIQUE,
      language TEXT,
      state TEXT NOT NULL CHECK (state IN ('invited', 'active', 'suspended')),
      is_administrator INTEGER NOT NULL CHECK (is_administrator IN (0, 1)),
      -- Null for everybody but the person at the machine itself, so that there can be one only.
      is_local INTEGER UNIQUE CHECK (is_local = 1),
      created_at TEXT NOT NULL,
      last_seen_at TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE membership (
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      role TEXT NOT NULL CHECK (role IN ('viewer', 'clerk', 'manager')),
      PRIMARY KEY (person_id, project_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX membership_by_project ON membership (project_id);

    CREATE TABLE invitation (
      -- SHA-256 of the token in the link; the token itself is stored nowhere.
      token_hash BLOB PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      created_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      redeemed_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX invitation_by_person ON invitation (person_id);

    -- A link that signs in whom it was made for, once.
    CREATE TABLE login_token (
      token_hash BLOB PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      expires_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Null in sessions from before, which are those of the person at the machine.
    ALTER TABLE page_session ADD COLUMN person_id TEXT REFERENCES person (id) ON DELETE CASCADE;
    ALTER TABLE page_session ADD COLUMN device TEXT;
    CREATE INDEX page_session_by_person ON page_session (person_id);
  `,
}
