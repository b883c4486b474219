import type { Migration } from '../migrations.ts'

export const environmentLongBodies: Migration = {
  id: 'environment-0120-long-bodies',
  sql: `
    -- Long bodies that are to be shortened a day after they arrived.
    CREATE INDEX event_long_sync ON event (created_at) WHERE name = 'sync.completed' AND length(body) > 20000;
  `,
}
