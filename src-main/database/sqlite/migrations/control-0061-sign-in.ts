import type { Migration } from '../migrations.ts'

export const controlSignIn: Migration = {
  id: 'control-0061-sign-in',
  sql: `
    CREATE TABLE password (
      person_id TEXT PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
      -- Argon2id with its parameters and salt, in the PHC string format.
      hash TEXT NOT NULL,
      set_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE totp (
      person_id TEXT PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
      -- Sealed with the data key.
      secret TEXT NOT NULL,
      created_at TEXT NOT NULL,
      -- Null until a first code has shown that the app has the secret.
      confirmed_at TEXT,
      -- The time step of the last accepted code: neither it nor an earlier one is accepted again.
      last_step INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE recovery_code (
      -- HMAC-SHA256 under a key derived from the data key.
      hash BLOB PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX recovery_code_by_person ON recovery_code (person_id);

    CREATE TABLE passkey (
      -- The credential's ID in base64url.
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      public_key BLOB NOT NULL,
      counter INTEGER NOT NULL,
      -- A JSON array such as ["internal"].
      transports TEXT NOT NULL,
      -- The host it was made for; it works on no other.
      host TEXT NOT NULL,
      created_at TEXT NOT NULL,
      last_used_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX passkey_by_person ON passkey (person_id);

    -- Who somebody is to an identity provider.
    CREATE TABLE identity (
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      linked_at TEXT NOT NULL,
      PRIMARY KEY (issuer, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX identity_by_person ON identity (person_id, issuer);

    -- What an identity provider granted: the sessions that rest on it end with it.
    CREATE TABLE identity_grant (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      -- Sealed with the data key; null where the provider gives none.
      refresh_token TEXT,
      -- When it ends unless the provider confirms it.
      renew_by TEXT NOT NULL,
      -- While one instance asks the provider, no other does.
      lease_until TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX identity_grant_by_person ON identity_grant (person_id);
    CREATE INDEX identity_grant_by_end ON identity_grant (renew_by);

    -- A sign-in under way, such as a challenge that waits for its answer: single use.
    CREATE TABLE sign_in_state (
      -- SHA-256 of the token that the browser brings back.
      hash BLOB PRIMARY KEY,
      kind TEXT NOT NULL,
      person_id TEXT REFERENCES person (id) ON DELETE CASCADE,
      -- The browser that began it; another one cannot go on with it.
      device_hash BLOB NOT NULL,
      -- JSON, sealed with the data key.
      payload TEXT NOT NULL,
      expires_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sign_in_state_by_end ON sign_in_state (expires_at);

    -- Attempts to sign in, by person, address and device; the name is a keyed hash of them.
    CREATE TABLE sign_in_count (
      name BLOB PRIMARY KEY,
      count INTEGER NOT NULL,
      held_until TEXT,
      counted_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sign_in_count_by_time ON sign_in_count (counted_at);

    -- Browsers in which somebody has signed in before.
    CREATE TABLE known_device (
      device_hash BLOB NOT NULL,
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      last_used_at TEXT NOT NULL,
      PRIMARY KEY (device_hash, person_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX known_device_by_person ON known_device (person_id);

    ALTER TABLE login_token ADD COLUMN device_hash BLOB;
    ALTER TABLE login_token ADD COLUMN grant_id TEXT REFERENCES identity_grant (id) ON DELETE CASCADE;
    ALTER TABLE page_session ADD COLUMN grant_id TEXT REFERENCES identity_grant (id) ON DELETE CASCADE;
    CREATE INDEX page_session_by_grant ON page_session (grant_id);
    CREATE INDEX login_token_by_grant ON login_token (grant_id);
    CREATE INDEX login_token_by_person ON login_token (person_id);
  `,
}
