import type { SelectQueryBuilder } from 'kysely'
import type { EnvironmentSchema } from '../../schema.ts'
import type { Transaction } from '../../store.ts'

type CardSelection = SelectQueryBuilder<EnvironmentSchema, 'card', { id: string }>

/**
 * Locks the selected cards in the order of their IDs. A unit of work that changes several calls this before its first
 * change, and may then take them in any order. In SQLite a transaction that writes is alone, so nothing is locked, and
 * `select` is never called.
 *
 * @example
 * await lockCards(transaction, (cards) => cards.where('id', 'in', cardIds))
 */
export async function lockCards(
  _transaction: Transaction<EnvironmentSchema>,
  _select: (cards: CardSelection) => CardSelection,
): Promise<void> {}
