import type { Migration } from '../migrations.ts'

export const controlRequests: Migration = {
  id: 'control-0030-requests',
  sql: `
    -- The newest requests of the API. A key and a project are named here, not pointed at: the log outlives both.
    CREATE TABLE request_log (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL,
      time TEXT NOT NULL,
      method TEXT NOT NULL,
      -- Without its query, where drivers and plates are searched for.
      path TEXT NOT NULL,
      status INTEGER NOT NULL,
      duration_ms REAL NOT NULL,
      key_id TEXT,
      key_name TEXT,
      project_id TEXT,
      environment TEXT
    ) STRICT;
  `,
}
