import type { Migration } from '../migrations.ts'

/** What one instance keeps in memory or in a folder, and several must share. */
export const controlSharedState: Migration = {
  id: 'control-0090-shared-state',
  sql: `
    -- How much of a key's limit the instances have taken for this window.
    CREATE TABLE rate_window (
      key_id TEXT NOT NULL PRIMARY KEY,
      ends_at INTEGER NOT NULL,
      granted INTEGER NOT NULL
    ) STRICT;

    -- Files in transit between a page and the engine, in pieces.
    CREATE TABLE transit_file (
      id TEXT NOT NULL PRIMARY KEY,
      owner_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('upload', 'download')),
      name TEXT NOT NULL,
      -- For an upload, as announced.
      size_bytes INTEGER NOT NULL,
      -- How many bytes were received, or read.
      done_bytes INTEGER NOT NULL,
      used_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX transit_file_by_use ON transit_file (used_at);
    CREATE TABLE transit_piece (
      file_id TEXT NOT NULL REFERENCES transit_file (id) ON DELETE CASCADE,
      offset_bytes INTEGER NOT NULL,
      content BLOB NOT NULL,
      PRIMARY KEY (file_id, offset_bytes)
    ) STRICT;
  `,
}
