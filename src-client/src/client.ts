import type {
  ActivateCard,
  ActivatedCard,
  Card,
  CreatedWebhook,
  CreateWebhook,
  Delivery,
  DeliveryDetail,
  Health,
  EventTypes,
  HandOver,
  MovePlannedChange,
  RecoverDeliveries,
  RecoveredDeliveries,
  RotatedSecret,
  RotateSecret,
  Scheduler,
  SimulatedEvent,
  SimulateEvent,
  SwitchCard,
  SwitchedCard,
  UpdateCard,
  UpdateScheduler,
  UpdateWebhook,
  Webhook,
  WebhookTestResult,
} from './generated/schemas.ts'
import type { CallOptions, ClientOptions, RepeatableOptions } from './options.ts'
import { everyItem, LARGEST_PAGE, type Page } from './pages.ts'
import type { CardQuery, DeliveryQuery } from './query.ts'
import { createCall, type Call } from './transport.ts'

/** A project's cards. */
export interface Cards {
  /** One page of cards. */
  list(query?: CardQuery, options?: CallOptions): Promise<Page<Card>>
  /**
   * Every card that matches, page by page: `for await (const card of client.cards.all()) …`. The oldest come first
   * unless sorted otherwise, so that cards that are added meanwhile come last. Collect the cards before you change what
   * the filter asks for: a card that stops matching moves the others.
   */
  all(query?: Omit<CardQuery, 'page'>, options?: CallOptions): AsyncGenerator<Card, void, undefined>
  /** One card. */
  get(cardId: string, options?: CallOptions): Promise<Card>
  /** Changes the given fields of a card. Not repeated after a lost answer, since a PATCH takes no key. */
  update(cardId: string, changes: UpdateCard, options?: CallOptions): Promise<Card>
  /** Activates a new card with a licence plate and a driver. */
  activate(cardId: string, input: ActivateCard, options?: RepeatableOptions): Promise<ActivatedCard>
  /** Hands over to a card: it becomes active in place of the one that it replaces, which is disabled. */
  handOver(cardId: string, options?: RepeatableOptions & HandOver): Promise<Card>
  /**
   * Enables an inactive card: all four fuels. Why is for the audit log alone. With `until`, it is disabled again then.
   */
  enable(cardId: string, options?: RepeatableOptions & SwitchCard): Promise<SwitchedCard>
  /** Disables an active card: all four fuels. It keeps its reason until it is enabled: by `until`, then. */
  disable(cardId: string, options?: RepeatableOptions & SwitchCard): Promise<SwitchedCard>
  /** Lets what is planned for a card happen at another time. */
  movePlannedChange(cardId: string, change: MovePlannedChange, options?: CallOptions): Promise<Card>
  /** Cancels what is planned for a card, which stays as it is. */
  cancelPlannedChange(cardId: string, options?: CallOptions): Promise<void>
}

/** The webhook of the project in the key's environment. */
export interface Webhooks {
  /** The configuration. */
  get(options?: CallOptions): Promise<Webhook>
  /**
   * Creates the webhook. Only this answer has the secret. It is null if the first answer got lost on its way and the
   * call was repeated: rotate the secret then.
   */
  create(input: CreateWebhook, options?: RepeatableOptions): Promise<CreatedWebhook>
  /** Changes the given fields. */
  update(changes: UpdateWebhook, options?: CallOptions): Promise<Webhook>
  /** Deletes the webhook. */
  delete(options?: CallOptions): Promise<void>
  /** Sends a test event and waits for the receiver's answer. */
  test(options?: RepeatableOptions): Promise<WebhookTestResult>
  /** Gives the webhook a new secret; the previous ones keep signing for a day by default. */
  rotateSecret(input?: RotateSecret, options?: RepeatableOptions): Promise<RotatedSecret>
  /** Turns the webhook on. */
  enable(options?: RepeatableOptions): Promise<Webhook>
  /** Turns the webhook off. */
  disable(options?: RepeatableOptions): Promise<Webhook>
  /** Sends an event that did not happen (sandbox only). */
  simulate(input: SimulateEvent, options?: RepeatableOptions): Promise<SimulatedEvent>
  /** The schedule of test events (sandbox only). */
  scheduler(options?: CallOptions): Promise<Scheduler>
  /** Changes the given fields of the schedule (sandbox only). */
  updateScheduler(changes: UpdateScheduler, options?: CallOptions): Promise<Scheduler>
}

/** What was sent to the webhook, and what came back. */
export interface Deliveries {
  /** One page of deliveries, newest first. */
  list(query?: DeliveryQuery, options?: CallOptions): Promise<Page<Delivery>>
  /** Every delivery that matches, newest first, page by page. */
  all(query?: Omit<DeliveryQuery, 'page'>, options?: CallOptions): AsyncGenerator<Delivery, void, undefined>
  /** One delivery with its body and attempts. */
  get(deliveryId: string, options?: CallOptions): Promise<DeliveryDetail>
  /** Sends the same event again, as a new delivery. */
  resend(deliveryId: string, options?: RepeatableOptions): Promise<Delivery>
  /** Sends every event since a time that never arrived. */
  recover(input: RecoverDeliveries, options?: RepeatableOptions): Promise<RecoveredDeliveries>
}

/** A project in one environment, which the key decides. */
export interface FuelcardClient {
  /** The project's cards. */
  readonly cards: Cards
  /** The project's webhook. */
  readonly webhook: Webhooks
  /** The log of the webhook. */
  readonly deliveries: Deliveries
  /** Whether the service is up. */
  health(options?: CallOptions): Promise<Health>
  /** The events that a webhook can receive, each with a schema and an example. */
  eventTypes(options?: CallOptions): Promise<EventTypes>
}

/**
 * A client of the service. Failures that may pass are repeated, safely: every call that makes something happen carries
 * an idempotency key.
 *
 * @throws TypeError if the address is not a URL
 */
export function createClient(options: ClientOptions): FuelcardClient {
  const call = createCall(options)
  return {
    cards: cardsOf(call),
    webhook: webhookOf(call),
    deliveries: deliveriesOf(call),
    health: (options) => call('getHealth', {}, options),
    eventTypes: (options) => call('listEventTypes', {}, options),
  }
}

function cardsOf(call: Call): Cards {
  return {
    list: (query, options) => call('listCards', { query: { ...query } }, options),
    all: ({ limit = LARGEST_PAGE, sort = { field: 'createdAt', direction: 'asc' }, ...query } = {}, options) =>
      everyItem((page) => call('listCards', { query: { ...query, sort, page, limit } }, options), limit),
    get: (cardId, options) => call('getCard', { path: { cardId } }, options),
    update: (cardId, body, options) => call('updateCard', { path: { cardId }, body }, options),
    activate: (cardId, body, options) => call('activateCard', { path: { cardId }, body }, options),
    handOver: (cardId, options) =>
      call(
        'handOverCard',
        {
          path: { cardId },
          ...(options?.replacesCardId == null ? {} : { body: { replacesCardId: options.replacesCardId } }),
        },
        options,
      ),
    enable: (cardId, options) => call('enableCard', { path: { cardId }, body: whyOf(options) }, options),
    disable: (cardId, options) => call('disableCard', { path: { cardId }, body: whyOf(options) }, options),
    movePlannedChange: (cardId, body, options) => call('movePlannedChange', { path: { cardId }, body }, options),
    cancelPlannedChange: (cardId, options) => call('cancelPlannedChange', { path: { cardId } }, options),
  }
}

/** No body without one, as before there were reasons. */
function whyOf({ reason, note, until }: SwitchCard = {}): SwitchCard | undefined {
  const given = Object.entries({ reason, note, until }).filter(([, value]) => value !== undefined)
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

function webhookOf(call: Call): Webhooks {
  return {
    get: (options) => call('getWebhook', {}, options),
    create: (body, options) => call('createWebhook', { body }, options),
    update: (body, options) => call('updateWebhook', { body }, options),
    delete: (options) => call('deleteWebhook', {}, options),
    test: (options) => call('testWebhook', {}, options),
    rotateSecret: (body = {}, options) => call('rotateSecret', { body }, options),
    enable: (options) => call('enableWebhook', {}, options),
    disable: (options) => call('disableWebhook', {}, options),
    simulate: (body, options) => call('simulateEvent', { body }, options),
    scheduler: (options) => call('getScheduler', {}, options),
    updateScheduler: (body, options) => call('updateScheduler', { body }, options),
  }
}

function deliveriesOf(call: Call): Deliveries {
  return {
    list: (query, options) => call('listDeliveries', { query: { ...query } }, options),
    all: ({ limit = LARGEST_PAGE, ...query } = {}, options) =>
      everyItem((page) => call('listDeliveries', { query: { ...query, page, limit } }, options), limit),
    get: (deliveryId, options) => call('getDelivery', { path: { deliveryId } }, options),
    resend: (deliveryId, options) => call('resendDelivery', { path: { deliveryId } }, options),
    recover: (body, options) => call('recoverDeliveries', { body }, options),
  }
}
