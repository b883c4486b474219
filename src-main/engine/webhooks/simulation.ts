import type { Card, CardStatus } from '../../domain/card.ts'
import { ServiceError, validationError } from '../../domain/errors.ts'
import { EVENT_NAMES, type EventName } from '../../domain/event-catalogue.ts'
import { fittingStatus, simulatedData, standInCard } from '../../domain/webhooks/simulated-event.ts'
import type { DeliveryTrigger } from '../../domain/webhook.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { CARD_COLUMNS, cardOf } from '../ledger/card-row.ts'
import { cardById } from '../ledger/card-store.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { newUuid } from '../kernel/ids.ts'
import { allCards } from '../ledger/all-cards.ts'
import { emit } from '../ledger/outbox.ts'
import { eventNames, webhookOfProject } from '../ledger/webhook-store.ts'

export interface Simulation {
  success: true
  /** The event's body, as delivered. */
  event: Record<string, unknown>
  deliveryId: string
  /** Whether the card is made up, because the project has none. */
  sample: boolean
}

/**
 * Raises an event as if it had happened (sandbox only). If no card is named, uses one of the project that fits the
 * event.
 *
 * @throws ServiceError `error.webhook_not_found`, `error.event_not_subscribed`, `error.card_not_found`
 */
export async function simulateWithin(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  name: EventName,
  cardId: string | undefined,
  trigger: DeliveryTrigger,
): Promise<Simulation> {
  const projectKey = await core.findProjectKey(projectId, transaction)
  const webhook = projectKey === null ? undefined : await transaction.first(webhookOfProject, { projectKey })
  if (webhook === undefined || projectKey === null)
    throw new ServiceError('error.webhook_not_found', 'This project has no webhook in this environment')
  if (!EVENT_NAMES.includes(name))
    throw validationError([{ field: 'event', message: 'There is no such event', problem: { code: 'event_unknown' } }])
  if (!eventNames(webhook.events).includes(name))
    throw new ServiceError('error.event_not_subscribed', `The webhook does not subscribe to ${name}`)
  const found =
    cardId === undefined
      ? await fittingCard(core, transaction, projectKey, projectId, name)
      : await findCard(core, transaction, projectKey, projectId, cardId)
  const card = found ?? standInCard(core.name, projectId, newUuid(), core.clock.now())
  const aboutCard = name.startsWith('card.')
  const cards = aboutCard || name === 'test' ? [] : await allCards(core, transaction, projectKey)
  const createdAt = core.clock.now().toISOString()
  const { eventId, deliveryId } = await emit(
    transaction,
    {
      name,
      projectKey,
      cardId: aboutCard ? card.id : null,
      createdAt,
      data: simulatedData(core.name, projectId, name, card, cards),
    },
    trigger,
  )
  const body =
    (await transaction.first(transaction.build.selectFrom('event').select('body').where('id', '=', eventId)))?.body ??
    '{}'
  if (deliveryId === null) throw new Error('A subscribed event must have a delivery')
  return {
    success: true,
    event: JSON.parse(body) as Record<string, unknown>,
    deliveryId,
    sample: aboutCard && found === null,
  }
}

async function findCard(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  projectId: string,
  cardId: string,
): Promise<Card> {
  const row = await transaction.first(cardById, { id: cardId, projectKey })
  if (row === undefined) throw new ServiceError('error.card_not_found')
  return cardOf(row, projectId, core.name)
}

/** The project's oldest card in the event's status, else its oldest card. */
async function fittingCard(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  projectId: string,
  name: EventName,
): Promise<Card | null> {
  const status = fittingStatus(name)
  const row =
    (status === undefined ? undefined : await transaction.first(oldestWithStatus, { projectKey, status })) ??
    (await transaction.first(oldestCard, { projectKey }))
  return row === undefined ? null : cardOf(row, projectId, core.name)
}

const builder = queryBuilder<EnvironmentSchema>()

const oldestCard = prepareQuery<{ projectKey: number }>()('oldest card', (parameter) =>
  builder
    .selectFrom('card')
    .select(CARD_COLUMNS)
    .where('project_key', '=', parameter('projectKey'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
)

const oldestWithStatus = prepareQuery<{ projectKey: number; status: CardStatus }>()(
  'oldest card in a state',
  (parameter) =>
    builder
      .selectFrom('card')
      .select(CARD_COLUMNS)
      .where('project_key', '=', parameter('projectKey'))
      .where('status', '=', parameter('status'))
      .orderBy('created_at')
      .orderBy('id')
      .limit(1),
)
