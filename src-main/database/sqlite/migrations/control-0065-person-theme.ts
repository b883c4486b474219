import type { Migration } from '../migrations.ts'

export const controlPersonTheme: Migration = {
  id: 'control-0065-person-theme',
  sql: `
    -- Null for the service's own, as is the language.
    ALTER TABLE person ADD COLUMN theme TEXT CHECK (theme IN ('auto', 'light', 'dark'));
  `,
}
