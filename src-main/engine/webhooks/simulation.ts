import type { Card } from '../../domain/card.ts'
import { ServiceError, validationError } from '../../domain/errors.ts'
import { EVENT_NAMES, type EventName } from '../../domain/event-catalogue.ts'
import { simulatedData, standInCard } from '../../domain/simulated-event.ts'
import type { DeliveryTrigger } from '../../domain/webhook.ts'
import { cardOf } from '../cards/card-row.ts'
import { cardById } from '../cards/card-store.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../environment.ts'
import { newUuid } from '../ids.ts'
import { emit } from './outbox.ts'
import { eventNames, webhookOfProject } from './webhook-store.ts'

export interface Simulation {
  success: true
  /** The event's body, as it is delivered. */
  event: Record<string, unknown>
  deliveryId: string
}

/**
 * Raises an event as if it had happened: sandbox only, for a card of the project or a mock one.
 *
 * @throws ServiceError `error.webhook_not_found`, `error.event_not_subscribed`, `error.card_not_found`
 */
export function simulateWithin(core: EnvironmentCore, transaction: EnvironmentTransaction, projectId: string, name: EventName, cardId: string | undefined, trigger: DeliveryTrigger): Simulation {
  const projectKey = core.findProjectKey(projectId)
  const webhook = projectKey === null ? undefined : transaction.first(webhookOfProject, { projectKey })
  if (webhook === undefined || projectKey === null) throw new ServiceError('error.webhook_not_found', 'This project has no webhook in this environment')
  if (!EVENT_NAMES.includes(name)) throw validationError([{ field: 'event', message: 'There is no such event' }])
  if (!eventNames(webhook.events).includes(name)) throw new ServiceError('error.event_not_subscribed', `The webhook does not subscribe to ${name}`)
  const card = cardId === undefined ? standInCard(core.name, projectId, newUuid(), core.clock.now()) : findCard(core, transaction, projectKey, projectId, cardId)
  const createdAt = core.clock.now().toISOString()
  const { eventId, deliveryId } = emit(transaction, { name, projectKey, cardId: name.startsWith('card.') ? card.id : null, createdAt, data: simulatedData(core.name, projectId, name, card) }, trigger)
  core.wakeDeliveries()
  const body = transaction.first(transaction.build.selectFrom('event').select('body').where('id', '=', eventId))?.body ?? '{}'
  if (deliveryId === null) throw new Error('A subscribed event must have a delivery')
  return { success: true, event: JSON.parse(body) as Record<string, unknown>, deliveryId }
}

function findCard(core: EnvironmentCore, transaction: EnvironmentTransaction, projectKey: number, projectId: string, cardId: string): Card {
  const row = transaction.first(cardById, { id: cardId, projectKey })
  if (row === undefined) throw new ServiceError('error.card_not_found')
  return cardOf(row, projectId, core.name)
}
