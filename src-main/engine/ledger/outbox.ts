import type { DeliveryTrigger } from '../../domain/webhook.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { recordEvents, type EventRecord } from './event-record.ts'
import { timedId } from '../kernel/ids.ts'
import { eventNames, webhookOfProject, type WebhookRow } from './webhook-store.ts'

export const DELIVERY_JOB = 'delivery'

interface Emitted {
  eventId: string
  /** Null if no webhook subscribes to the event. */
  deliveryId: string | null
}

/**
 * Records an event and, if the project's webhook subscribes to it, its delivery, in the transaction of the change that
 * caused it. While the webhook is disabled, the delivery is recorded as skipped, so that it can be recovered.
 */
export async function emit(
  transaction: EnvironmentTransaction,
  event: EventRecord,
  trigger: DeliveryTrigger = 'automatic',
): Promise<Emitted> {
  const [emitted] = await emitAlike(transaction, [event], trigger)
  if (emitted === undefined) throw new Error('The event was not recorded')
  return emitted
}

/** Like `emit`, for a few dozen events at most, all with the same name and project. */
export async function emitAlike(
  transaction: EnvironmentTransaction,
  events: readonly EventRecord[],
  trigger: DeliveryTrigger = 'automatic',
): Promise<Emitted[]> {
  const [first] = events
  if (first === undefined) return []
  const ids = await recordEvents(transaction, events)
  const webhook = await transaction.first(webhookOfProject, { projectKey: first.projectKey })
  const subscribed = webhook !== undefined && eventNames(webhook.events).some((name) => name === first.name)
  const emitted: Emitted[] = []
  for (const [index, event] of events.entries()) {
    const eventId = ids[index] ?? ''
    const deliveryId = subscribed
      ? await queueDelivery(transaction, webhook, { ...event, id: eventId }, trigger, event.createdAt)
      : null
    emitted.push({ eventId, deliveryId })
  }
  return emitted
}

/** Queues a delivery of a recorded event; it is skipped while the webhook is disabled. */
export async function queueDelivery(
  transaction: EnvironmentTransaction,
  webhook: WebhookRow,
  event: { id: string; name: string; cardId: string | null },
  trigger: DeliveryTrigger,
  now: string,
): Promise<string> {
  const id = timedId('dlv_')
  const pending = webhook.status === 'active'
  await transaction.run(insertDelivery, {
    id,
    projectKey: webhook.project_key,
    webhookId: webhook.id,
    eventId: event.id,
    eventName: event.name,
    cardId: event.cardId,
    status: pending ? 'pending' : 'skipped',
    trigger,
    nextAttemptAt: pending ? now : null,
    createdAt: now,
    completedAt: pending ? null : now,
  })
  transaction.note({ about: 'delivery', projectKey: webhook.project_key, id })
  if (pending) await queueDeliveryJob(transaction, webhook, id, now)
  return id
}

/** A delivery's job shares its ID. The endpoint is its lane, so that a slow one delays no other. */
async function queueDeliveryJob(
  transaction: EnvironmentTransaction,
  webhook: WebhookRow,
  deliveryId: string,
  now: string,
): Promise<void> {
  await transaction.run(insertDeliveryJob, { id: deliveryId, projectKey: webhook.project_key, lane: webhook.id, now })
  transaction.note({ about: 'work', kind: DELIVERY_JOB })
}

const builder = queryBuilder<EnvironmentSchema>()

const insertDelivery = prepareQuery<{
  id: string
  projectKey: number
  webhookId: string
  eventId: string
  eventName: string
  cardId: string | null
  status: 'pending' | 'skipped'
  trigger: DeliveryTrigger
  nextAttemptAt: string | null
  createdAt: string
  completedAt: string | null
}>()('insert delivery', (parameter) =>
  builder.insertInto('delivery').values({
    id: parameter('id'),
    project_key: parameter('projectKey'),
    webhook_id: parameter('webhookId'),
    event_id: parameter('eventId'),
    event_name: parameter('eventName'),
    card_id: parameter('cardId'),
    status: parameter('status'),
    trigger: parameter('trigger'),
    next_attempt_at: parameter('nextAttemptAt'),
    created_at: parameter('createdAt'),
    completed_at: parameter('completedAt'),
  }),
)

const insertDeliveryJob = prepareQuery<{ id: string; projectKey: number; lane: string; now: string }>()(
  'insert delivery job',
  (parameter) =>
    builder.insertInto('job').values({
      id: parameter('id'),
      project_key: parameter('projectKey'),
      kind: DELIVERY_JOB,
      lane: parameter('lane'),
      reference: parameter('id'),
      payload: '{}',
      state: 'queued',
      due_at: parameter('now'),
      created_at: parameter('now'),
      lease_until: null,
      error: null,
      finished_at: null,
    }),
)
