import type { Migration } from '../migrations.ts'

export const environmentBulkOwnFields: Migration = {
  id: 'environment-0260-bulk-own-fields',
  sql: `
    -- What an update of many cards gives of the fleet's own fields: a JSON object; empty if it gives none.
    ALTER TABLE bulk_item ADD COLUMN own_fields TEXT;
  `,
}
