import type { Drift } from '../../domain/reconcile.ts'
import type { EnvironmentTransaction } from '../environment.ts'

/** Puts what the provider reports against a card's wish in the place of what it reported before. */
export function replaceDrift(transaction: EnvironmentTransaction, cardId: string, drift: readonly Drift[], now: Date): void {
  const { build } = transaction
  const card = transaction.first(build.selectFrom('card').select('seq').where('id', '=', cardId))
  if (card === undefined) return
  transaction.run(build.deleteFrom('drift').where('card_seq', '=', card.seq))
  for (const { field, ours, theirs } of drift) {
    transaction.run(build.insertInto('drift').values({ card_seq: card.seq, field, ours, theirs, seen_at: now.toISOString() }))
  }
}
