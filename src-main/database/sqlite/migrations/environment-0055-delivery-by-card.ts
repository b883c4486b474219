import type { Migration } from '../migrations.ts'

export const environmentDeliveryByCard: Migration = {
  id: 'environment-0055-delivery-by-card',
  sql: `
    -- What was sent about one card, newest first.
    CREATE INDEX delivery_by_card ON delivery (project_key, card_id, seq) WHERE card_id IS NOT NULL;
  `,
}
