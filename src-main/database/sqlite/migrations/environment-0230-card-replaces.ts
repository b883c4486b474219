import type { Migration } from '../migrations.ts'

export const environmentCardReplaces: Migration = {
  id: 'environment-0230-card-replaces',
  sql: `
    -- The card that this one takes the place of: known once the new card arrives, before it is handed over.
    ALTER TABLE card ADD COLUMN replaces_card_id TEXT;
    CREATE INDEX card_by_replaced ON card (project_key, replaces_card_id, status, reason) WHERE replaces_card_id IS NOT NULL;
    -- The cards in use and those handed over, by their last day: all that the expiry workbench counts and pages through.
    CREATE INDEX card_expiring ON card (project_key, expiration_date, seq, status, reason)
      WHERE status = 'active' OR reason = 'replaced';

    -- The other card of a hand-over, which its undo changes as well.
    ALTER TABLE last_command ADD COLUMN partner_id TEXT;

    -- Whether a job hands over, which is a kind of activating, and the card that an item's card takes the place of.
    ALTER TABLE bulk_job ADD COLUMN hands_over INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE bulk_item ADD COLUMN replaces_card_id TEXT;

    -- How many days before its last day a card's expiry is announced; 30 if empty.
    ALTER TABLE project_scope ADD COLUMN expiry_warning_days INTEGER;
  `,
}
