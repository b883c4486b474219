import type { Migration } from '../migrations.ts'

/** What the people at the desk keep for themselves. It goes with its project. */
export const controlDesk: Migration = {
  id: 'control-0020-desk',
  sql: `
    CREATE TABLE saved_view (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
      name TEXT NOT NULL,
      -- JSON, both.
      query TEXT NOT NULL,
      columns TEXT NOT NULL,
      UNIQUE (project_id, environment, name)
    ) STRICT, WITHOUT ROWID;

    -- Which column of an imported file was what, by the titles of its columns.
    CREATE TABLE column_memory (
      project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      -- SHA-256 of the titles, whatever their order.
      headers TEXT NOT NULL,
      -- JSON: field to title.
      columns TEXT NOT NULL,
      used_at TEXT NOT NULL,
      PRIMARY KEY (project_id, headers)
    ) STRICT, WITHOUT ROWID;
  `,
}
