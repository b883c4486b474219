import type { Drift } from '../../domain/sync/reconcile.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'

/** Replaces the recorded values in which a provider contradicts a card's pending change. */
export async function replaceDrift(
  transaction: EnvironmentTransaction,
  cardId: string,
  drift: readonly Drift[],
  now: Date,
): Promise<void> {
  const known = await driftOf(transaction, cardId)
  const same =
    known.length === drift.length &&
    drift.every(({ field, ours, theirs }) =>
      known.some((one) => one.field === field && one.ours === ours && one.theirs === theirs),
    )
  // Keeps the time of the first sighting, and saves a write when the provider repeats itself.
  if (same) return
  await clearDrift(transaction, cardId)
  const card = await transaction.first(cardKeys, { cardId })
  if (card === undefined || drift.length === 0) return
  const seenAt = now.toISOString()
  await transaction.run(insertDriftedCard, { seq: card.seq, projectKey: card.project_key, seenAt })
  for (const { field, ours, theirs } of drift)
    await transaction.run(insertDrift, { seq: card.seq, field, ours, theirs, seenAt })
}

/** Forgets everything that contradicted the card. */
export async function clearDrift(transaction: EnvironmentTransaction, cardId: string): Promise<void> {
  await transaction.run(deleteDrift, { cardId })
  await transaction.run(deleteDriftedCard, { cardId })
}

export async function driftOf(session: EnvironmentSession, cardId: string): Promise<Drift[]> {
  return (await session.all(driftByCard, { cardId })).map(({ field, ours, theirs }) => ({
    field: field as Drift['field'],
    ours,
    theirs,
  }))
}

const builder = queryBuilder<EnvironmentSchema>()

const cardKeys = prepareQuery<{ cardId: string }>()('keys of card', (parameter) =>
  builder.selectFrom('card').select(['seq', 'project_key']).where('id', '=', parameter('cardId')),
)

const seqOfCard = (cardId: string) => builder.selectFrom('card').select('seq').where('id', '=', cardId)

const driftByCard = prepareQuery<{ cardId: string }>()('drift of card', (parameter) =>
  builder
    .selectFrom('drift')
    .select(['field', 'ours', 'theirs'])
    .where('card_seq', 'in', seqOfCard(parameter('cardId'))),
)

const deleteDrift = prepareQuery<{ cardId: string }>()('clear drift', (parameter) =>
  builder.deleteFrom('drift').where('card_seq', 'in', seqOfCard(parameter('cardId'))),
)

const deleteDriftedCard = prepareQuery<{ cardId: string }>()('clear drifted card', (parameter) =>
  builder.deleteFrom('drifted_card').where('card_seq', 'in', seqOfCard(parameter('cardId'))),
)

const insertDriftedCard = prepareQuery<{ seq: number; projectKey: number; seenAt: string }>()(
  'insert drifted card',
  (parameter) =>
    builder
      .insertInto('drifted_card')
      .values({ card_seq: parameter('seq'), project_key: parameter('projectKey'), seen_at: parameter('seenAt') }),
)

const insertDrift = prepareQuery<{
  seq: number
  field: string
  ours: string | null
  theirs: string | null
  seenAt: string
}>()('insert drift', (parameter) =>
  builder.insertInto('drift').values({
    card_seq: parameter('seq'),
    field: parameter('field'),
    ours: parameter('ours'),
    theirs: parameter('theirs'),
    seen_at: parameter('seenAt'),
  }),
)
