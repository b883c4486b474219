import type { Migration } from '../migrations.ts'

/**
 * Every listing breaks ties by id. In the order of a status, or of the ids themselves, the other indexes leave all cards of
 * a status, or of the project, to sort.
 */
export const environmentStatusOrder: Migration = {
  id: 'environment-0095-status-order',
  sql: `
    CREATE INDEX card_by_id_in_project ON card (project_key);
    CREATE INDEX card_by_status_and_id ON card (project_key, status);
    CREATE INDEX card_by_sync_status_and_id ON card (project_key, sync_status);
  `,
}
