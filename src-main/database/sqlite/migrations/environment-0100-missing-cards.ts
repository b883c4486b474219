import type { Migration } from '../migrations.ts'

export const environmentMissingCards: Migration = {
  id: 'environment-0100-missing-cards',
  sql: `
    -- How many cards a list lacked that was not believed: a clerk may accept that they are gone. Null where that is not why a run failed.
    ALTER TABLE sync_run ADD COLUMN missing INTEGER;
  `,
}
