import type { Migration } from '../migrations.ts'

export const environmentJobLease: Migration = {
  id: 'environment-0170-job-lease',
  sql: `
    -- Which opening of the engine claimed the job; counts only while it runs, as lease_until does.
    ALTER TABLE job ADD COLUMN lease_owner_id TEXT;
  `,
}
