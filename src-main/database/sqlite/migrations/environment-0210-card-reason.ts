import type { Migration } from '../migrations.ts'

export const environmentCardReason: Migration = {
  id: 'environment-0210-card-reason',
  sql: `
    -- Why a card is disabled, as a code; empty while it is not.
    ALTER TABLE card ADD COLUMN reason TEXT;
    CREATE INDEX card_by_reason ON card (project_key, reason, created_at) WHERE reason IS NOT NULL;

    -- The undo of an enable disables the card for the same reason again.
    ALTER TABLE last_command ADD COLUMN reason TEXT;

    -- The code that a bulk command gives each card; what its job calls the reason are a person's own words.
    ALTER TABLE bulk_job ADD COLUMN card_reason TEXT;
  `,
}
