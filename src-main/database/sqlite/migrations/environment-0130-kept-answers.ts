import type { Migration } from '../migrations.ts'

export const environmentKeptAnswers: Migration = {
  id: 'environment-0130-kept-answers',
  sql: `
    -- Answers belong to the project, so that a rolled key's successor meets them. Those that are there stand under the id
    -- of their API key and are found by it until they end, within a day.
    ALTER TABLE idempotency_record RENAME COLUMN api_key_id TO owner_id;
  `,
}
