import { cardEventData } from './card-events.ts'
import type { Card } from '../card.ts'
import { LISTED_BYTES, MOST_LISTED_CARDS } from '../event-catalogue.ts'

/** What a sync event says about the project's cards: all of them, or that there are too many. Never a part. */
export type ListedCards = { cards: Record<string, unknown>[]; cards_truncated: false } | { cards_truncated: true }

export const TOO_MANY: ListedCards = { cards_truncated: true }

/** @param cards all cards of the project, or more than may be listed */
export function listedCards(event: keyof typeof LISTED_BYTES, cards: readonly Card[]): ListedCards {
  if (cards.length > MOST_LISTED_CARDS) return TOO_MANY
  const data = cards.map(cardEventData)
  const fits = new TextEncoder().encode(JSON.stringify(data)).length <= LISTED_BYTES[event]
  return fits ? { cards: data, cards_truncated: false } : TOO_MANY
}
