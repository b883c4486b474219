import type { Migration } from '../migrations.ts'

export const controlRefusals: Migration = {
  id: 'control-0100-refusals',
  sql: `
    -- JSON: why a request was refused, and what it had asked. NULL unless it was refused.
    ALTER TABLE request_log ADD COLUMN refusal TEXT;
  `,
}
