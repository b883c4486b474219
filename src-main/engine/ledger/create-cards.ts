import type { Card } from '../../domain/card.ts'
import { cardEventData } from '../../domain/cards/card-events.ts'
import { NOT_IN_INDEX, SEARCH_VERSION } from '../../database/primitives.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { rowOf, rowToFillIn } from './card-row.ts'
import { insertCard, insertCards } from './card-store.ts'
import { emitAlike } from './outbox.ts'

export interface CreatedCard {
  card: Card
  /** Its row number. */
  seq: number
}

/**
 * Inserts new cards and their events with one statement each: for a few dozen at most. They are indexed for search
 * later; until then a search scans their rows.
 *
 * @returns one entry per card; null if its number or provider ID is already known, and nothing was written
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
 * Inserts a mock card, indexed for search and without an event.
 *
 * @returns false if its number is already known
 */
export async function createMockCard(
  transaction: EnvironmentTransaction,
  projectKey: number,
  card: Card,
): Promise<boolean> {
  return (await transaction.run(insertCard, { ...rowOf(card), projectKey, search_version: SEARCH_VERSION })) > 0
}
