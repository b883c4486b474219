import type { Migration } from '../migrations.ts'

export const controlIgnored: Migration = {
  id: 'control-0045-ignored',
  sql: `
    -- Names in query and body that the operation did not read, as the answer's X-Ignored had them.
    ALTER TABLE request_log ADD COLUMN ignored TEXT;
  `,
}
