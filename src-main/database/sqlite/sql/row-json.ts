import { sql } from 'kysely'

/** Rows of another table as one JSON column, which saves a query per row. */

/** For a row of `webhook`: its secrets, newest first. */
export const WEBHOOK_SECRETS = sql<string>`(SELECT json_group_array(json_object('sealed', sealed, 'retires_at', retires_at) ORDER BY seq DESC) FROM webhook_secret WHERE webhook_id = webhook.id)`

/** For a row of `drifted_card`: the fields that differ. */
export const DRIFTED_FIELDS = sql<string>`(SELECT json_group_array(json_object('field', field, 'ours', ours, 'theirs', theirs)) FROM drift WHERE drift.card_seq = drifted_card.card_seq)`

/** For a row of `card`: what is known about it at its provider; null if both are in step. */
export const PROVIDER_FACTS = sql<string | null>`CASE WHEN card.sync_status <> 'synced' THEN json_object(
  'reported', (SELECT theirs FROM drift WHERE drift.card_seq = card.seq AND field = 'status'),
  'gone', json(iif(EXISTS (SELECT 1 FROM gone_card WHERE gone_card.card_seq = card.seq), 'true', 'false')),
  'pushes', json((SELECT json_group_array(json_object('action', json_extract(payload, '$.action'), 'state', state, 'failure', failure) ORDER BY seq) FROM job WHERE job.card_id = card.id))
) END`

/** For a row of `event`: the body of a `sync.completed` without its list of cards. */
export const BODY_WITHOUT_CARDS = sql<string>`json_set(json_remove(body, '$.data.cards'), '$.data.cards_truncated', json('true'))`

/** For a row of `event`: whether the partial index counts its body as long (`environment-0120`). */
export const HAS_LONG_BODY = sql<boolean>`length(body) > 20000`
