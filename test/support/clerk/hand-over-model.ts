import { lastDayOf } from './choices.ts'
import type { ModelCard } from './model-card.ts'

/** What handing over from one card to another does: a change, nothing, or why it is refused. */
export function judgeHandOver(card: ModelCard, old: ModelCard): string {
  const isNamed = card.seen.replacesCardId === old.id
  const wasDone = isNamed && card.seen.status === 'active' && old.seen.status === 'inactive'
  if (wasDone && old.seen.reason === 'replaced') return 'nothing'
  if (card === old) return 'replaces_itself'
  if (card.seen.replacesCardId !== null && !isNamed) return 'replaces_another_card'
  if (old.seen.status !== 'active') return 'replaced_card_not_active'
  if (old.seen.licensePlate === null || old.seen.driver === null) return 'replaced_card_incomplete'
  if (card.seen.status === 'active' && !isNamed) return 'replacement_in_use'
  if (card.seen.status === 'inactive')
    if (card.seen.reason !== null || !(isNamed || card.seen.licensePlate === null)) return 'replacement_in_use'
  return 'change'
}

export interface Pair {
  card: ModelCard
  old: ModelCard
}

/** The replacements that wait for a card in use that ends on these days; of several for one card, the latest. */
export function arrivedPairs(cards: readonly ModelCard[], { from, before }: { from: string; before: string }): Pair[] {
  return cards.flatMap((old): Pair[] => {
    const day = lastDayOf(old.cardNumber)
    if (old.seen.status !== 'active' || day < from || day >= before) return []
    const [latest] = cards
      .filter(({ seen }) => seen.replacesCardId === old.id && seen.status !== 'active' && seen.reason === null)
      .toSorted((one, other) => other.createdAt - one.createdAt)
    return latest === undefined ? [] : [{ card: latest, old }]
  })
}
