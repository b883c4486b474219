import type { Migration } from '../migrations.ts'

export const controlKeyLifetime: Migration = {
  id: 'control-0040-key-lifetime',
  sql: `
    -- How long a key was given to live when it was made, in milliseconds; null for ever. Its end says so no more once a
    -- roll has brought that forward, but its successor lives as long. Of keys that are there the audit log knows.
    ALTER TABLE api_key ADD COLUMN lifetime_ms INTEGER;
    UPDATE api_key SET lifetime_ms = (
      SELECT CAST(round((julianday(json_extract(after, '$.expiresAt')) - julianday(api_key.created_at)) * 86400000) AS INTEGER)
      FROM audit_entry WHERE target_id = api_key.id AND action = 'api_key.create' AND json_extract(after, '$.expiresAt') IS NOT NULL
    );
  `,
}
