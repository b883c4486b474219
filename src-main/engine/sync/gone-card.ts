import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentSession } from '../environment.ts'

/** Whether a complete listing did not name the card: it has no wish, although it is failed. */
export function isGone(session: EnvironmentSession, cardId: string): boolean {
  return session.first(goneCard, { id: cardId }) !== undefined
}

const builder = queryBuilder<EnvironmentSchema>()

/** What makes the card anything but failed takes the mark away (a trigger). */
export const insertGone = prepareQuery<{ seq: number; since: string }>()('mark card as gone', (parameter) =>
  builder
    .insertInto('gone_card')
    .values({ card_seq: parameter('seq'), since: parameter('since') })
    .onConflict((conflict) => conflict.doNothing()),
)

const goneCard = prepareQuery<{ id: string }>()('gone card', (parameter) =>
  builder.selectFrom('gone_card').innerJoin('card', 'card.seq', 'gone_card.card_seq').select('gone_card.since').where('card.id', '=', parameter('id')),
)
