import type { Migration } from '../migrations.ts'

/** In each of the three files: filters of the log read this index alone, up to a page of entries. */
export const auditFilters: Migration = {
  id: 'shared-0030-audit-filters',
  sql: `
    DROP INDEX audit_entry_by_project;
    CREATE INDEX audit_entry_by_project ON audit_entry (project_id, seq, time, action, actor_type, actor_id);
  `,
}
