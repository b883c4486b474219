import type { Migration } from '../migrations.ts'

export const environmentLostReference: Migration = {
  id: 'environment-0160-lost-reference',
  sql: `
    -- How often the provider no longer knew the reference under which it had taken the change.
    ALTER TABLE job ADD COLUMN lost_references INTEGER NOT NULL DEFAULT 0;
  `,
}
