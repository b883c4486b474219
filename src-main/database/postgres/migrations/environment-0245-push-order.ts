import type { Migration } from '../../sqlite/migrations.ts'

/** Change orders that are not exported yet come first, as they do in a file: there, nothing comes before everything. */
export const environmentPushOrder: Migration = {
  id: 'environment-0245-push-order',
  sql: `
    DROP INDEX job_by_push_state;
    CREATE INDEX job_by_push_state ON job (project_key, push_state, exported_at NULLS FIRST, seq)
      WHERE push_state IS NOT NULL;
  `,
}
