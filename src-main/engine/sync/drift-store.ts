import type { Drift } from '../../domain/reconcile.ts'
import type { EnvironmentTransaction } from '../environment.ts'

/** Puts what the provider reports against a card's wish in the place of what it reported before. */
export function replaceDrift(transaction: EnvironmentTransaction, cardId: string, drift: readonly Drift[], now: Date): void {
  const { build } = transaction
  const card = transaction.first(build.selectFrom('card').select('seq').where('id', '=', cardId))
  if (card === undefined) return
  const known = transaction.all(build.selectFrom('drift').select(['field', 'ours', 'theirs']).where('card_seq', '=', card.seq))
  // Reported again as it was: since when it is known stays true, and nothing is written.
  const same = known.length === drift.length && drift.every(({ field, ours, theirs }) => known.some((row) => row.field === field && row.ours === ours && row.theirs === theirs))
  if (same) return
  transaction.run(build.deleteFrom('drift').where('card_seq', '=', card.seq))
  for (const { field, ours, theirs } of drift) {
    transaction.run(build.insertInto('drift').values({ card_seq: card.seq, field, ours, theirs, seen_at: now.toISOString() }))
  }
}
