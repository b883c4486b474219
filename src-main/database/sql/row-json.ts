import { sql, type RawBuilder } from 'kysely'
import { spelled } from './spelled.ts'

/** Rows of another table as one JSON column, which saves a query per row. */

/** For a row of `webhook`: its secrets, newest first. */
export const WEBHOOK_SECRETS = spelled<string>(
  sql`(SELECT json_group_array(json_object('sealed', sealed, 'retires_at', retires_at) ORDER BY seq DESC) FROM webhook_secret WHERE webhook_id = webhook.id)`,
  sql`(SELECT ${listed(sql`json_build_object('sealed', sealed, 'retires_at', retires_at) ORDER BY seq DESC`)} FROM webhook_secret WHERE webhook_id = webhook.id)`,
)

/** For a row of `drifted_card`: the fields that differ. */
export const DRIFTED_FIELDS = spelled<string>(
  sql`(SELECT json_group_array(json_object('field', field, 'ours', ours, 'theirs', theirs)) FROM drift WHERE drift.card_seq = drifted_card.card_seq)`,
  // A list of fields comes in the order of its table's key.
  sql`(SELECT ${listed(sql`json_build_object('field', field, 'ours', ours, 'theirs', theirs) ORDER BY field`)} FROM drift WHERE drift.card_seq = drifted_card.card_seq)`,
)

/** For a row of `card`: what is known about it at its provider; null if both are in step. */
export const PROVIDER_FACTS = spelled<string | null>(
  sql`CASE WHEN card.sync_status <> 'synced' THEN json_object(
  'reported', (SELECT theirs FROM drift WHERE drift.card_seq = card.seq AND field = 'status'),
  'gone', json(iif(EXISTS (SELECT 1 FROM gone_card WHERE gone_card.card_seq = card.seq), 'true', 'false')),
  'pushes', json((SELECT json_group_array(json_object('action', json_extract(payload, '$.action'), 'state', state, 'failure', failure) ORDER BY seq) FROM job WHERE job.card_id = card.id))
) END`,
  sql`CASE WHEN card.sync_status <> 'synced' THEN json_build_object(
  'reported', (SELECT theirs FROM drift WHERE drift.card_seq = card.seq AND field = 'status'),
  'gone', EXISTS (SELECT 1 FROM gone_card WHERE gone_card.card_seq = card.seq),
  'pushes', (SELECT coalesce(json_agg(json_build_object('action', payload::json ->> 'action', 'state', state, 'failure', failure) ORDER BY seq), '[]') FROM job WHERE job.card_id = card.id)
)::text END`,
)

/** For a row of `event`: the body of a `sync.completed` without its list of cards. */
export const BODY_WITHOUT_CARDS = spelled<string>(
  sql`json_set(json_remove(body, '$.data.cards'), '$.data.cards_truncated', json('true'))`,
  // A body is signed and compared as text: \`jsonb\` would give its keys another order, and spaces.
  sql`(SELECT '{' || string_agg(to_json(part.key)::text || ':' || CASE part.key WHEN 'data' THEN (
    SELECT '{' || string_agg(to_json(field.key)::text || ':' || CASE field.key WHEN 'cards_truncated' THEN 'true' ELSE field.value::text END, ',' ORDER BY field.ordinality) || '}'
    FROM json_each(part.value) WITH ORDINALITY AS field WHERE field.key <> 'cards'
  ) ELSE part.value::text END, ',' ORDER BY part.ordinality) || '}' FROM json_each(body::json) WITH ORDINALITY AS part)`,
)

/** For a row of `event`: whether the partial index counts its body as long (`environment-0120`). */
export const HAS_LONG_BODY = sql<boolean>`length(body) > 20000`

function listed(rows: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce(json_agg(${rows}), '[]')::text`
}
