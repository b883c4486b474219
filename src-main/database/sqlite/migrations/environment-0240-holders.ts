import type { Migration } from '../migrations.ts'

/** Finds the entries that gave a driver or a vehicle a card, or took one away. */
export const environmentHolders: Migration = {
  id: 'environment-0240-holders',
  sql: `
    CREATE INDEX audit_personal_by_holder ON audit_personal (value, seq)
      WHERE place IN ('before.driver', 'after.driver', 'before.licensePlate', 'after.licensePlate');
  `,
}
