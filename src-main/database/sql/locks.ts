import { sql, type SelectQueryBuilder } from 'kysely'
import type { EnvironmentSchema } from '../schema.ts'
import type { Transaction } from '../store.ts'

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
  transaction: Transaction<EnvironmentSchema>,
  select: (cards: CardSelection) => CardSelection,
): Promise<void> {
  if (!transaction.isShared) return
  await transaction.all(select(transaction.build.selectFrom('card').select('id')).orderBy('id').forUpdate())
}

interface Lockable<Query> {
  forUpdate(): Query & { skipLocked(): Query }
  forShare(): Query
}

/** Ends a selection of rows to claim: rows that another transaction holds are left out rather than waited for. */
export function skipLocked<Query extends Lockable<Query>>(query: Query): Query {
  return query.forUpdate().skipLocked()
}

/** Ends a selection of rows that must stay as they are until the transaction ends, for it alone. */
export function locked<Query extends Lockable<Query>>(query: Query): Query {
  return query.forUpdate()
}

/** The same, but other transactions may rely on them as well. */
export function lockedTogether<Query extends Lockable<Query>>(query: Query): Query {
  return query.forShare()
}

/**
 * Makes the transaction the only one that claims jobs of this lane, until it ends. False, without waiting, if another
 * one is claiming them. In SQLite a transaction that writes is alone anyway.
 */
export async function tryLockLane(
  transaction: Transaction<EnvironmentSchema>,
  kind: string,
  lane: string,
): Promise<boolean> {
  if (!transaction.isShared) return true
  const lock = sql<boolean>`pg_try_advisory_xact_lock(${LANES}, hashtext(${`${kind} ${lane}`}))`
  return (await transaction.first(transaction.build.selectNoFrom(lock.as('taken'))))?.taken ?? false
}

/** Of our own among the advisory locks of a database: "FCD" and three. */
const LANES = 0x46_43_44_03
