import type { Card } from '../../domain/card.ts'
import { MOST_LISTED_CARDS, type EventName, type LISTED_BYTES } from '../../domain/event-catalogue.ts'
import { listedCards, TOO_MANY, type ListedCards } from '../../domain/cards/listed-cards.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { cardOf, CARD_COLUMNS } from './card-row.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { eventNames, webhookOfProject } from './webhook-store.ts'

/**
 * The card list of a sync event. Omitted if no webhook subscribes to the event: a list of 500 cards every quarter of an
 * hour adds up to 20 MB a day.
 */
export async function cardsOfSyncEvent(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  event: keyof typeof LISTED_BYTES,
): Promise<ListedCards> {
  const webhook = await transaction.first(webhookOfProject, { projectKey })
  const isRead = webhook !== undefined && eventNames(webhook.events).some((name: EventName) => name === event)
  return isRead ? listedCards(event, await allCards(core, transaction, projectKey)) : TOO_MANY
}

/** All cards of a project, oldest first, or one more than an event may list. */
export async function allCards(
  core: EnvironmentCore,
  session: EnvironmentSession,
  projectKey: number,
): Promise<Card[]> {
  const projectId = await core.projectIdOf(projectKey, session)
  return (await session.all(firstCards, { projectKey, limit: MOST_LISTED_CARDS + 1 })).map((row) =>
    cardOf(row, projectId, core.name),
  )
}

const firstCards = prepareQuery<{ projectKey: number; limit: number }>()('all cards of a project', (parameter) =>
  queryBuilder<EnvironmentSchema>()
    .selectFrom('card')
    .select(CARD_COLUMNS)
    .where('project_key', '=', parameter('projectKey'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(parameter('limit')),
)
