import { PROVIDER_FACTS } from '../../database/primitives.ts'
import {
  atProvider,
  claimOf,
  providerFactsSchema,
  type AtProvider,
  type ProviderClaim,
  type ShownCard,
} from '../../domain/cards/at-provider.ts'
import type { Card, CardStatus } from '../../domain/card.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'

/** What a card in this status is at its provider, according to `facts`. */
function atProviderOf(status: CardStatus, facts: string | null): AtProvider {
  return atProvider({ status }, facts === null ? null : providerFactsSchema.parse(JSON.parse(facts)))
}

/** What holds at the provider instead of the status of this row; null if the status does. */
export function claimBy({ status, facts }: { status: CardStatus; facts: string | null }): ProviderClaim | null {
  return claimOf({ status, atProvider: atProviderOf(status, facts) })
}

export function withFacts(card: Card, facts: string | null): ShownCard {
  return { ...card, atProvider: atProviderOf(card.status, facts) }
}

/**
 * Adds to a card what it is at its provider. Takes a query for each card that is out of step: fine for a page, not for
 * a fleet.
 */
export function createCardTruth(core: EnvironmentCore): (card: Card) => Promise<ShownCard> {
  return async (card) =>
    withFacts(
      card,
      card.environment === 'sandbox' || card.syncStatus === 'synced'
        ? null
        : ((await core.database.first(factsById, { id: card.id }))?.facts ?? null),
    )
}

const factsById = prepareQuery<{ id: string }>()('provider facts of card', (parameter) =>
  queryBuilder<EnvironmentSchema>()
    .selectFrom('card')
    .select(PROVIDER_FACTS.as('facts'))
    .where('id', '=', parameter('id')),
)
