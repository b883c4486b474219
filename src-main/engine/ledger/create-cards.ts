import type { Card } from '../../domain/card.ts'
import { cardEventData } from '../../domain/cards/card-events.ts'
import { NOT_IN_INDEX, SEARCH_VERSION } from '../../database/primitives.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { rowOf, rowToFillIn } from './card-row.ts'
import { insertCard, insertCards } from './card-store.ts'
import { emitAlike } from './outbox.ts'

export interface CreatedCard {
  card: Card
  /** The number of its row. */
  seq: number
}

/**
 * Writes new cards with their events by one statement each: a few dozen at most. The search index takes them in later;
 * until then a search reads their rows.
 *
 * @returns one for each card; null where its number or provider id is already known, and nothing was written
 */
export async function createCards(
  transaction: EnvironmentTransaction,
  projectKey: number,
  cards: readonly Card[],
): Promise<(CreatedCard | null)[]> {
  if (cards.length === 0) return []
  const rows = cards.map((card) => ({ ...rowToFillIn(card), projectKey, search_version: NOT_IN_INDEX }))
  const inserted = new Map((await transaction.all(insertCards(rows.length), rows)).map(({ id, seq }) => [id, seq]))
  const created = cards.filter(({ id }) => inserted.has(id))
  await emitAlike(
    transaction,
    created.map((card) => ({
      name: 'card.created',
      projectKey,
      cardId: card.id,
      createdAt: card.createdAt,
      data: cardEventData(card),
    })),
  )
  for (const { id } of created) transaction.note({ about: 'card', projectKey, id })
  return cards.map((card) => {
    const seq = inserted.get(card.id)
    return seq === undefined ? null : { card, seq }
  })
}

/**
 * Writes a made-up card, search index included and without an event. @returns false where its number is already known
 */
export async function createMockCard(
  transaction: EnvironmentTransaction,
  projectKey: number,
  card: Card,
): Promise<boolean> {
  return (await transaction.run(insertCard, { ...rowOf(card), projectKey, search_version: SEARCH_VERSION })) > 0
}
