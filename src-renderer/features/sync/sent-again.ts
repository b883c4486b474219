import { useService } from '../../client/client-context.tsx'
import type { HostClient } from '../../client/host-client.ts'
import { cardTail } from '../../components/text/card-text.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { plural, text } from '../../locales/messages.ts'

/** A card whose change was sent again. */
export interface SentCard {
  cardId: string
  cardNumber: string
}

/** With more cards than this, no toasts: the screen shows the outcomes. */
const FOLLOWED_CARDS = 100

export interface Outcome extends SentCard {
  /** The provider's message; null once confirmed. */
  failure: string | null
}

/**
 * A resent change has no outcome yet: reports the result once the provider has answered for all of these cards.
 * Continues after the person leaves the screen.
 */
export function useFollowSent(projectId: string): (cards: readonly SentCard[]) => void {
  const { client } = useService()
  return (cards) => void followSent(client, projectId, cards)
}

/** The same without a screen, or with its own words for the outcome; returns a function that stops it. */
export function followSent(
  client: Pick<HostClient, 'call' | 'subscribe'>,
  projectId: string,
  cards: readonly SentCard[],
  onOutcomes: (outcomes: readonly Outcome[]) => void = tellOutcomes,
): () => void {
  if (cards.length === 0 || cards.length > FOLLOWED_CARDS) return () => {}
  const open = new Map(cards.map((card) => [card.cardId, card]))
  const outcomes: Outcome[] = []
  const look = async (cardIds: readonly string[] | null) => {
    for (const card of [...open.values()].filter(({ cardId }) => cardIds === null || cardIds.includes(cardId))) {
      const found = await client.call('cards.get', { projectId, environment: 'production', cardId: card.cardId })
      // While the service is unreachable nothing is known; the next event asks again. A removed card has no
      // outcome.
      if (!found.ok && found.error.code !== 'error.card_not_found') continue
      if ((found.ok && found.value.syncStatus === 'pending') || !open.delete(card.cardId)) continue
      if (found.ok)
        outcomes.push({
          ...card,
          failure: found.value.syncStatus === 'failed' ? (found.value.syncErrorMessage ?? '') : null,
        })
    }
    if (open.size > 0) return
    leave()
    onOutcomes(outcomes.splice(0))
  }
  const leave = client.subscribe('card.changed', (change) => {
    if (change.projectId === projectId && change.environment === 'production') void look(change.cardIds)
  })
  // The outcome may already be known.
  void look(null)
  return leave
}

function tellOutcomes(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(({ failure }) => failure !== null)
  const confirmed = outcomes.filter(({ failure }) => failure === null)
  for (const [kind, cards] of [
    ['done', confirmed],
    ['trouble', failed],
  ] as const) {
    const [first, ...others] = cards
    if (first === undefined) continue
    const name = kind === 'done' ? 'sent.confirmed' : 'sent.failed'
    showToast(
      kind,
      others.length > 0
        ? plural(`${name}.many`, cards.length)
        : text(name, { number: cardTail(first.cardNumber), message: first.failure ?? '' }),
    )
  }
}
