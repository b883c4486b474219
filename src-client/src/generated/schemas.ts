// Generated from the OpenAPI document by "npm run build:client". Do not edit.

/**
 * The names of events
 */
export type EventName =
  | 'card.created'
  | 'card.activated'
  | 'card.enabled'
  | 'card.disabled'
  | 'card.updated'
  | 'card.synced'
  | 'card.sync_failed'
  | 'card.expiring'
  | 'sync.completed'
  | 'sync.failed'
  | 'test'
/**
 * Not yet activated; may fuel; may not fuel
 */
export type CardStatus = 'new' | 'active' | 'inactive'
/**
 * One of the two halves of a project
 */
export type EnvironmentName = 'sandbox' | 'production'
/**
 * Whether the provider has the values of the card
 */
export type SyncStatus = 'synced' | 'pending' | 'failed'
/**
 * What went wrong, for programs
 */
export type ErrorCode =
  | 'error.validation'
  | 'error.invalid_json'
  | 'error.bad_request'
  | 'error.card_already_active'
  | 'error.event_not_subscribed'
  | 'error.webhook_disabled'
  | 'error.unauthorized'
  | 'error.forbidden'
  | 'error.sandbox_only'
  | 'error.card_not_found'
  | 'error.webhook_not_found'
  | 'error.delivery_not_found'
  | 'error.route_not_found'
  | 'error.method_not_allowed'
  | 'error.webhook_already_exists'
  | 'error.idempotency_conflict'
  | 'error.payload_too_large'
  | 'error.unsupported_media_type'
  | 'error.expectation_failed'
  | 'error.idempotency_mismatch'
  | 'error.rate_limited'
  | 'error.internal'
  | 'error.unavailable'
  | 'error.approval_required'
/**
 * The state of a delivery
 */
export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'skipped' | 'cancelled'
/**
 * What caused a delivery
 */
export type DeliveryTrigger = 'automatic' | 'simulate' | 'schedule' | 'test' | 'resend' | 'recover'
/**
 * The body of a delivery. Switch on `event`, and leave room for names that a newer service may send.
 */
export type WebhookEvent =
  | CardCreatedEvent
  | CardActivatedEvent
  | CardEnabledEvent
  | CardDisabledEvent
  | CardUpdatedEvent
  | CardSyncedEvent
  | CardSyncFailedEvent
  | CardExpiringEvent
  | SyncCompletedEvent
  | SyncFailedEvent
  | TestEvent

/**
 * The body of `updateCard`: change licence plate, driver, reference, cost centre or notes.
 */
export interface UpdateCard {
  /**
   * Another licence plate
   */
  licensePlate?: string
  /**
   * Another driver
   */
  driver?: string
  /**
   * The fleet’s own reference; null clears it
   */
  internalReference?: string | null
  /**
   * The fleet’s own cost centre; null clears it
   */
  costCentre?: string | null
  /**
   * The fleet’s own notes, in any number of lines; null clears them
   */
  notes?: string | null
}
/**
 * The body of `activateCard`: activate a new card.
 */
export interface ActivateCard {
  /**
   * The vehicle’s licence plate
   */
  licensePlate: string
  /**
   * The driver’s name
   */
  driver: string
}
/**
 * The body of `handOverCard`: hand over to a replacement.
 */
export interface HandOver {
  /**
   * The card in use until now. Without it, the one that this card names as its `replacesCardId`
   */
  replacesCardId?: string | null
}
/**
 * The body of `enableCard`: enable an inactive card.
 */
export interface SwitchCard {
  /**
   * Why. Disabling keeps it on the card until it is enabled again; enabling only records it in the audit log
   */
  reason?: 'lost' | 'stolen' | 'damaged' | 'returned' | 'vehicle_sold' | 'driver_left' | 'replaced' | 'other' | null
  /**
   * More about it, for people: kept in the audit log, and never part of an event
   */
  note?: string | null
  /**
   * When the opposite change follows: a time with its offset, at most 5 years ahead
   */
  until?: string | null
}
/**
 * The body of `movePlannedChange`: let what is planned for a card happen at another time.
 */
export interface MovePlannedChange {
  /**
   * When it is to happen instead: a time with its offset, at most 5 years ahead
   */
  until: string
  /**
   * More about it, for people: kept in the audit log, and never part of an event
   */
  note?: string | null
}
/**
 * The body of `createWebhook`: create the webhook.
 */
export interface CreateWebhook {
  /**
   * HTTPS endpoint that receives events; in the sandbox also http:// to this machine
   */
  url: string
  /**
   * The events to send; at least one
   *
   * @maxItems 22
   */
  events: EventName[]
  /**
   * Free text
   */
  description?: string | null
}
/**
 * The body of `updateWebhook`: change the webhook.
 */
export interface UpdateWebhook {
  /**
   * HTTPS endpoint that receives events; in the sandbox also http:// to this machine
   */
  url?: string
  /**
   * The events to send from now on; at least one
   *
   * @maxItems 22
   */
  events?: EventName[]
  /**
   * Free text; null clears it
   */
  description?: string | null
}
/**
 * The body of `rotateSecret`: rotate the secret.
 */
export interface RotateSecret {
  /**
   * How long the previous secrets keep signing
   */
  gracePeriodSeconds?: number
}
/**
 * The body of `simulateEvent`: simulate an event.
 */
export interface SimulateEvent {
  event: EventName
  /**
   * The card that the event is about; without it, one that fits
   */
  cardId?: string
}
/**
 * The body of `updateScheduler`: send test events on a schedule.
 */
export interface UpdateScheduler {
  /**
   * Whether events are sent on a schedule
   */
  enabled?: boolean
  /**
   * Hours between two runs
   */
  intervalHours?: number
  /**
   * The events of each run
   *
   * @maxItems 22
   */
  scheduledEvents?: EventName[]
}
/**
 * The body of `recoverDeliveries`: recover events.
 */
export interface RecoverDeliveries {
  /**
   * The earliest event to send again; at most 14 days ago
   */
  since: string
}
/**
 * The card of an event, as it was right after the change.
 */
export interface CardEventData {
  /**
   * The card’s ID in the API
   */
  card_id: string
  /**
   * The physical card number, as a string
   */
  card_number: string
  /**
   * The vehicle’s licence plate
   */
  license_plate: string | null
  /**
   * The driver’s name
   */
  driver: string | null
  status: CardStatus
  /**
   * Whether the card pays for petrol
   */
  auth_gasoline: boolean
  /**
   * Whether the card pays for diesel
   */
  auth_diesel: boolean
  /**
   * Whether the card pays for autogas
   */
  auth_lpg: boolean
  /**
   * Whether the card pays for heating oil
   */
  auth_heating_oil: boolean
  /**
   * Whether the provider has confirmed the change
   */
  sync_status: 'synced' | 'pending' | 'failed'
  environment: EnvironmentName
  /**
   * The project the card belongs to
   */
  project_id: string
  /**
   * The fleet’s own reference
   */
  internal_reference: string | null
  /**
   * The fleet’s own cost centre
   */
  cost_centre: string | null
  /**
   * Why the card is disabled, if a reason was given
   */
  reason: 'lost' | 'stolen' | 'damaged' | 'returned' | 'vehicle_sold' | 'driver_left' | 'replaced' | 'other' | null
  /**
   * The card that this one takes the place of
   */
  replaces_card_id: string | null
}
/**
 * A page of cards.
 */
export interface CardPage {
  /**
   * The cards of this page
   */
  docs: Card[]
  /**
   * Number of all matching cards
   */
  total: number
}
/**
 * The card.
 */
export interface Card {
  /**
   * Unique card identifier
   */
  id: string
  /**
   * The project the card belongs to
   */
  projectId: string
  /**
   * Physical card number: 4 to 20 digits, as a string
   */
  cardNumber: string
  /**
   * The provider's internal card ID
   */
  providerCardId: string
  environment: EnvironmentName
  status: CardStatus
  /**
   * Vehicle licence plate; null until the card is activated
   */
  licensePlate: string | null
  /**
   * Driver name; null until the card is activated
   */
  driver: string | null
  /**
   * The last valid day (UTC); null if the provider has not reported it
   */
  expirationDate: string | null
  /**
   * Whether the card pays for petrol
   */
  authGasoline: boolean
  /**
   * Whether the card pays for diesel
   */
  authDiesel: boolean
  /**
   * Whether the card pays for autogas
   */
  authLpg: boolean
  /**
   * Whether the card pays for heating oil
   */
  authHeatingOil: boolean
  syncStatus: SyncStatus
  /**
   * The provider's message if syncStatus is failed
   */
  syncErrorMessage: string | null
  /**
   * When the provider last confirmed the card; null if it never has
   */
  lastSyncedAt: string | null
  /**
   * Why the card is disabled; null if nobody gave a reason, and while it is not disabled
   */
  reason: 'lost' | 'stolen' | 'damaged' | 'returned' | 'vehicle_sold' | 'driver_left' | 'replaced' | 'other' | null
  /**
   * What happens to the card by itself; null if nothing is planned
   */
  plannedChange: PlannedChange | null
  /**
   * The fleet’s own reference, such as an order number; never sent to the provider
   */
  internalReference: string | null
  /**
   * The fleet’s own cost centre; never sent to the provider
   */
  costCentre: string | null
  /**
   * The fleet’s own notes, in any number of lines; never part of an event
   */
  notes: string | null
  /**
   * The card that this one takes the place of; null if none is known
   */
  replacesCardId: string | null
  /**
   * When the card was first seen here
   */
  createdAt: string
  /**
   * When the card last changed here
   */
  updatedAt: string
}
/**
 * What happens to a card by itself, and when.
 */
export interface PlannedChange {
  /**
   * What happens to the card
   */
  action: 'enable' | 'disable'
  /**
   * When, by the clock of the environment
   */
  at: string
  /**
   * It came back from a backup and waits until a person confirms it; until then it does not happen
   */
  held: boolean
}
/**
 * The body of every refusal
 */
export interface ErrorBody {
  code: ErrorCode
  /**
   * For people; programs use the code
   */
  message: string
  /**
   * Why the card’s state does not allow it, for programs
   */
  reason?:
    | 'card_not_activated'
    | 'card_already_active'
    | 'card_already_enabled'
    | 'card_already_disabled'
    | 'replaced_card_not_active'
    | 'replaced_card_incomplete'
    | 'replacement_in_use'
    | 'replaces_another_card'
    | 'replaces_nothing'
    | 'replaces_itself'
    | 'nothing_planned'
  /**
   * Identifies the request, also in the logs
   */
  requestId: string
  /**
   * The fields at fault, under the names that were sent
   */
  details?: ErrorDetail[]
}
/**
 * One field at fault
 */
export interface ErrorDetail {
  /**
   * The name that was sent
   */
  field: string
  /**
   * What is wrong with it, for people
   */
  message: string
}
/**
 * The activated card.
 */
export interface ActivatedCard {
  /**
   * Unique card identifier
   */
  id: string
  /**
   * Physical card number: 4 to 20 digits, as a string
   */
  cardNumber: string
  status: CardStatus
  /**
   * Vehicle licence plate; null until the card is activated
   */
  licensePlate: string | null
  /**
   * Driver name; null until the card is activated
   */
  driver: string | null
  /**
   * Whether the card pays for petrol
   */
  authGasoline: boolean
  /**
   * Whether the card pays for diesel
   */
  authDiesel: boolean
  /**
   * Whether the card pays for autogas
   */
  authLpg: boolean
  /**
   * Whether the card pays for heating oil
   */
  authHeatingOil: boolean
}
/**
 * The enabled card.
 */
export interface SwitchedCard {
  /**
   * Unique card identifier
   */
  id: string
  /**
   * Physical card number: 4 to 20 digits, as a string
   */
  cardNumber: string
  status: CardStatus
  /**
   * Vehicle licence plate; null until the card is activated
   */
  licensePlate: string | null
  /**
   * Driver name; null until the card is activated
   */
  driver: string | null
  /**
   * Whether the card pays for petrol
   */
  authGasoline: boolean
  /**
   * Whether the card pays for diesel
   */
  authDiesel: boolean
  /**
   * Whether the card pays for autogas
   */
  authLpg: boolean
  /**
   * Whether the card pays for heating oil
   */
  authHeatingOil: boolean
  syncStatus: SyncStatus
  /**
   * When the card last changed here
   */
  updatedAt: string
  plannedChange?: PlannedChange1
}
/**
 * What happens to a card by itself, and when.
 */
export interface PlannedChange1 {
  /**
   * What happens to the card
   */
  action: 'enable' | 'disable'
  /**
   * When, by the clock of the environment
   */
  at: string
  /**
   * It came back from a backup and waits until a person confirms it; until then it does not happen
   */
  held: boolean
}
/**
 * The configuration.
 */
export interface Webhook {
  /**
   * The webhook’s ID, `whk_…`
   */
  id: string
  /**
   * The endpoint that receives events
   */
  url: string
  /**
   * The events that are sent to it
   */
  events: EventName[]
  /**
   * Whether events are sent
   */
  status: 'active' | 'disabled'
  /**
   * The beginning of the secret, by which it can be recognised
   */
  secretPrefix: string
  /**
   * Free text
   */
  description: string | null
  /**
   * Consecutive failed automatic attempts
   */
  failureCount: number
  /**
   * When the latest attempt began; null before the first
   */
  lastTriggeredAt: string | null
  /**
   * When the endpoint last accepted a test event; null if it never has
   */
  verifiedAt: string | null
  /**
   * Why no events are sent: a person, too many failures, a response of 410, or a secret that cannot be read
   */
  disabledReason: 'manual' | 'failing' | 'gone' | 'secret_unavailable' | null
  /**
   * Since when no events are sent
   */
  disabledAt: string | null
  scheduler: Scheduler
  /**
   * When the webhook was created
   */
  createdAt: string
  /**
   * When the webhook was last changed
   */
  updatedAt: string
}
/**
 * The schedule.
 */
export interface Scheduler {
  /**
   * Whether events are sent on a schedule
   */
  enabled: boolean
  /**
   * Hours between two runs
   */
  intervalHours: number
  /**
   * The events of each run
   */
  scheduledEvents: EventName[]
  /**
   * When the next run is due; null if none is
   */
  nextRunAt: string | null
  /**
   * When the last run was; null before the first
   */
  lastRunAt: string | null
}
/**
 * The webhook with its secret.
 */
export interface CreatedWebhook {
  /**
   * The webhook’s ID, `whk_…`
   */
  id: string
  /**
   * The endpoint that receives events
   */
  url: string
  /**
   * The events that are sent to it
   */
  events: EventName[]
  /**
   * Whether events are sent
   */
  status: 'active' | 'disabled'
  /**
   * The beginning of the secret, by which it can be recognised
   */
  secretPrefix: string
  /**
   * When the webhook was created
   */
  createdAt: string
  /**
   * The signing secret, shown only once; null in a replay
   */
  secret: string | null
}
/**
 * What the receiver responded.
 */
export interface WebhookTestResult {
  /**
   * Whether the receiver responded with 2xx
   */
  success: boolean
  /**
   * The receiver’s status; null without a response
   */
  statusCode: number | null
  /**
   * Milliseconds
   */
  duration: number
  /**
   * What happened, for people
   */
  message: string
}
/**
 * The new secret.
 */
export interface RotatedSecret {
  /**
   * Shown only once; null in a replay
   */
  secret: string | null
}
/**
 * The event and its delivery.
 */
export interface SimulatedEvent {
  /**
   * Always true
   */
  success: true
  /**
   * The body that is delivered
   */
  event: {
    [k: string]: unknown
  }
  /**
   * The delivery that carries the event
   */
  deliveryId: string
  /**
   * Whether the card is made up because the project has none
   */
  sample: boolean
}
/**
 * A page of deliveries.
 */
export interface DeliveryPage {
  /**
   * The deliveries of this page
   */
  docs: Delivery[]
  /**
   * Number of all matching deliveries
   */
  total: number
}
/**
 * The new delivery.
 */
export interface Delivery {
  /**
   * The delivery’s ID, `dlv_…`
   */
  id: string
  /**
   * The event’s ID, `evt_…`: the same in each delivery of one event
   */
  eventId: string
  event: EventName
  /**
   * The card that the event is about, if it is about one
   */
  cardId: string | null
  status: DeliveryStatus
  trigger: DeliveryTrigger
  /**
   * How often it was tried
   */
  attemptCount: number
  /**
   * When it will be tried next; null if it will not
   */
  nextAttemptAt: string | null
  /**
   * When the event happened
   */
  createdAt: string
  /**
   * When it succeeded or was given up; null while it is pending
   */
  completedAt: string | null
}
/**
 * The delivery.
 */
export interface DeliveryDetail {
  /**
   * The delivery’s ID, `dlv_…`
   */
  id: string
  /**
   * The event’s ID, `evt_…`: the same in each delivery of one event
   */
  eventId: string
  event: EventName
  /**
   * The card that the event is about, if it is about one
   */
  cardId: string | null
  status: DeliveryStatus
  trigger: DeliveryTrigger
  /**
   * How often it was tried
   */
  attemptCount: number
  /**
   * When it will be tried next; null if it will not
   */
  nextAttemptAt: string | null
  /**
   * When the event happened
   */
  createdAt: string
  /**
   * When it succeeded or was given up; null while it is pending
   */
  completedAt: string | null
  /**
   * What is sent, byte for byte
   */
  body: string
  /**
   * Every attempt, oldest first
   */
  attempts: DeliveryAttempt[]
}
/**
 * One attempt of a delivery, with what was sent and what came back.
 */
export interface DeliveryAttempt {
  /**
   * From 1
   */
  number: number
  /**
   * When it began
   */
  startedAt: string
  /**
   * How long it took, in milliseconds
   */
  durationMs: number
  /**
   * The receiver’s status; null without a response
   */
  statusCode: number | null
  /**
   * Why there was no response; null if there was one
   */
  error: string | null
  /**
   * What was sent; signatures are masked
   */
  requestHeaders: {
    [k: string]: string
  }
  /**
   * What came back; null without a response
   */
  responseHeaders: {
    [k: string]: string
  } | null
  /**
   * What came back, up to 16 KiB; null without a response
   */
  responseBody: string | null
  /**
   * Whether the response was longer than that
   */
  responseTruncated: boolean
}
/**
 * How many were queued.
 */
export interface RecoveredDeliveries {
  /**
   * How many events are sent again
   */
  queued: number
}
/**
 * It is.
 */
export interface Health {
  /**
   * It is up
   */
  status: 'ok'
  /**
   * While it starts or drains, the status is 503
   */
  state: 'ready'
  /**
   * Absent at a public URL, where anyone may ask
   */
  version?: string
  /**
   * Absent at a public URL
   */
  environments?: EnvironmentName[]
}
/**
 * The body of the refusal while the service starts or ends
 */
export interface HealthAway {
  code: ErrorCode
  /**
   * For people; programs use the code
   */
  message: string
  /**
   * Why the card’s state does not allow it, for programs
   */
  reason?:
    | 'card_not_activated'
    | 'card_already_active'
    | 'card_already_enabled'
    | 'card_already_disabled'
    | 'replaced_card_not_active'
    | 'replaced_card_incomplete'
    | 'replacement_in_use'
    | 'replaces_another_card'
    | 'replaces_nothing'
    | 'replaces_itself'
    | 'nothing_planned'
  /**
   * Identifies the request, also in the logs
   */
  requestId: string
  /**
   * The fields at fault, under the names that were sent
   */
  details?: ErrorDetail[]
  /**
   * Absent if it runs, but its store is out of reach
   */
  status?: 'unavailable'
  /**
   * Draining: it finishes what it has begun, takes nothing new, and ends
   */
  state?: 'starting' | 'draining'
}
/**
 * Every event with its meaning, schema and an example.
 */
export interface EventTypes {
  /**
   * Every event
   */
  docs: EventType[]
  /**
   * How many there are
   */
  total: number
}
/**
 * An event that a webhook can receive
 */
export interface EventType {
  name: EventName
  /**
   * When it is sent
   */
  description: string
  /**
   * Where it occurs by itself
   */
  environments: EnvironmentName[]
  /**
   * JSON Schema (2020-12) of the body
   */
  schema: {
    [k: string]: unknown
  }
  /**
   * A body as it is sent
   */
  example: {
    [k: string]: unknown
  }
}
/**
 * The query of `listCards`.
 */
export interface ListCardsQuery {
  page?: number
  limit?: number
  'filter[status]'?: CardStatus
  /**
   * One of the two halves of a project
   */
  'filter[environment]'?: 'sandbox' | 'production'
  'filter[syncStatus]'?: SyncStatus
  /**
   * The beginning of the plate; case, spaces and hyphens do not matter
   */
  'filter[licensePlate]'?: string
  /**
   * Cards whose last valid day is before this date (UTC)
   */
  'filter[expiresBefore]'?: string
  /**
   * Disabled cards with this reason
   */
  'filter[reason]'?: 'lost' | 'stolen' | 'damaged' | 'returned' | 'vehicle_sold' | 'driver_left' | 'replaced' | 'other'
  /**
   * Cards for which this is planned
   */
  'filter[plannedChange]'?: 'enable' | 'disable' | 'any'
  /**
   * The driver’s complete name; case and accents do not matter, and ä is ae
   */
  'filter[driver]'?: string
  /**
   * The complete cost centre
   */
  'filter[costCentre]'?: string
  /**
   * Any part of the card number, licence plate, driver or internal reference; case does not matter, nor do spaces and hyphens in numbers and plates
   */
  search?: string
  /**
   * By default the newest cards come first. Cards without a value come last, in both directions
   */
  'sort[field]'?:
    | 'id'
    | 'projectId'
    | 'cardNumber'
    | 'providerCardId'
    | 'environment'
    | 'status'
    | 'licensePlate'
    | 'driver'
    | 'expirationDate'
    | 'syncStatus'
    | 'syncErrorMessage'
    | 'lastSyncedAt'
    | 'reason'
    | 'plannedChange'
    | 'internalReference'
    | 'costCentre'
    | 'notes'
    | 'createdAt'
    | 'updatedAt'
  /**
   * asc if a field is given
   */
  'sort[direction]'?: 'asc' | 'desc'
}
/**
 * The query of `listDeliveries`.
 */
export interface ListDeliveriesQuery {
  page?: number
  limit?: number
  'filter[status]'?: DeliveryStatus
  'filter[event]'?: EventName
}
/**
 * `card.created`: A sync or an import found a card that was not known before. Occurs in sandbox and production.
 */
export interface CardCreatedEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'card.created'
  created_at: string
  data: CardEventData
}
/**
 * `card.activated`: A new card was activated with a licence plate and a driver; all four fuels are authorized. Occurs in sandbox and production.
 */
export interface CardActivatedEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'card.activated'
  created_at: string
  data: CardEventData
}
/**
 * `card.enabled`: An inactive card was enabled; all four fuels are authorized again. Occurs in sandbox and production.
 */
export interface CardEnabledEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'card.enabled'
  created_at: string
  data: CardEventData
}
/**
 * `card.disabled`: An active card was disabled; no fuel is authorized. Occurs in sandbox and production.
 */
export interface CardDisabledEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'card.disabled'
  created_at: string
  data: CardEventData
}
/**
 * `card.updated`: Licence plate, driver, expiry date, internal reference or cost centre of a card changed. Occurs in sandbox and production.
 */
export interface CardUpdatedEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'card.updated'
  created_at: string
  data: CardEventData
}
/**
 * `card.synced`: The provider confirmed a pending change to a card, or a sync changed the card; in that case another event says what changed. Occurs in production.
 */
export interface CardSyncedEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'card.synced'
  created_at: string
  data: CardEventData
}
/**
 * `card.sync_failed`: The provider refused a pending change to a card, or could not be reached in time. Occurs in production.
 */
export interface CardSyncFailedEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'card.sync_failed'
  created_at: string
  data: {
    card_id: string
    card_number: string
    license_plate: string | null
    driver: string | null
    status: CardStatus
    auth_gasoline: boolean
    auth_diesel: boolean
    auth_lpg: boolean
    auth_heating_oil: boolean
    /**
     * Whether the provider has the values of the card
     */
    sync_status: 'synced' | 'pending' | 'failed'
    environment: EnvironmentName
    project_id: string
    /**
     * The fleet’s own reference
     */
    internal_reference: string | null
    cost_centre: string | null
    /**
     * Why the card is disabled, if a reason was given
     */
    reason: 'lost' | 'stolen' | 'damaged' | 'returned' | 'vehicle_sold' | 'driver_left' | 'replaced' | 'other' | null
    /**
     * The card that this one takes the place of
     */
    replaces_card_id: string | null
    /**
     * The reason, in the provider’s words if it gave any
     */
    error_message: string
  }
}
/**
 * `card.expiring`: A card expires in 30 days; sent once per card and expiry date. Occurs in sandbox and production.
 */
export interface CardExpiringEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'card.expiring'
  created_at: string
  data: {
    card_id: string
    card_number: string
    license_plate: string | null
    driver: string | null
    status: CardStatus
    auth_gasoline: boolean
    auth_diesel: boolean
    auth_lpg: boolean
    auth_heating_oil: boolean
    /**
     * Whether the provider has the values of the card
     */
    sync_status: 'synced' | 'pending' | 'failed'
    environment: EnvironmentName
    project_id: string
    /**
     * The fleet’s own reference
     */
    internal_reference: string | null
    cost_centre: string | null
    /**
     * Why the card is disabled, if a reason was given
     */
    reason: 'lost' | 'stolen' | 'damaged' | 'returned' | 'vehicle_sold' | 'driver_left' | 'replaced' | 'other' | null
    /**
     * The card that this one takes the place of
     */
    replaces_card_id: string | null
    /**
     * The last day on which the card is valid (UTC)
     */
    expiration_date: string
  }
}
/**
 * `sync.completed`: A sync with the provider, or an import, finished successfully. Occurs in sandbox and production.
 */
export interface SyncCompletedEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'sync.completed'
  created_at: string
  data: {
    environment: EnvironmentName
    project_id: string
    cards_created: number
    cards_updated: number
    cards_unchanged: number
    cards_failed: number
    duration_ms: number
    /**
     * Every card of the project in this environment, never a part; absent if there are too many
     *
     * @maxItems 500
     */
    cards?: CardEventData[]
    /**
     * True if `cards` is absent because there are more than 500 cards or the list is too long; read the cards page by page instead
     */
    cards_truncated: boolean
  }
}
/**
 * `sync.failed`: A sync with the provider, or an import, ended with an error. Occurs in sandbox and production.
 */
export interface SyncFailedEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'sync.failed'
  created_at: string
  data: {
    environment: EnvironmentName
    project_id: string
    cards_created: number
    cards_updated: number
    cards_unchanged: number
    cards_failed: number
    duration_ms: number
    /**
     * Every card of the project in this environment, never a part; absent if there are too many
     *
     * @maxItems 500
     */
    cards?: CardEventData[]
    /**
     * True if `cards` is absent because there are more than 500 cards or the list is too long; read the cards page by page instead
     */
    cards_truncated: boolean
    /**
     * The reason, in the provider’s words if it gave any
     */
    error_message: string
  }
}
/**
 * `test`: A test of the webhook was requested. It is sent whether or not the webhook subscribes to it. Occurs in sandbox and production.
 */
export interface TestEvent {
  /**
   * The same on every attempt, so that a repeated delivery can be recognised
   */
  id: string
  event: 'test'
  created_at: string
  data: {
    environment: EnvironmentName
    project_id: string
    message: string
  }
}
