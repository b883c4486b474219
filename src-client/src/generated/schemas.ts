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
  licensePlate?: string
  driver?: string
  internalReference?: string | null
  costCentre?: string | null
  notes?: string | null
}
/**
 * The body of `activateCard`: activate a new card.
 */
export interface ActivateCard {
  licensePlate: string
  driver: string
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
   * @maxItems 22
   */
  events: EventName[]
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
   * @maxItems 22
   */
  events?: EventName[]
  description?: string | null
}
/**
 * The body of `rotateSecret`: rotate the secret.
 */
export interface RotateSecret {
  gracePeriodSeconds?: number
}
/**
 * The body of `simulateEvent`: simulate an event.
 */
export interface SimulateEvent {
  event: EventName
  cardId?: string
}
/**
 * The body of `updateScheduler`: send test events on a schedule.
 */
export interface UpdateScheduler {
  enabled?: boolean
  intervalHours?: number
  /**
   * @maxItems 22
   */
  scheduledEvents?: EventName[]
}
/**
 * The body of `recoverDeliveries`: recover events.
 */
export interface RecoverDeliveries {
  since: string
}
/**
 * The card of an event, as it was right after the change.
 */
export interface CardEventData {
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
   * Whether the provider has confirmed the change
   */
  sync_status: 'synced' | 'pending' | 'failed'
  environment: EnvironmentName
  project_id: string
  /**
   * The fleet’s own reference
   */
  internal_reference: string | null
  cost_centre: string | null
}
/**
 * A page of cards.
 */
export interface CardPage {
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
  authGasoline: boolean
  authDiesel: boolean
  authLpg: boolean
  authHeatingOil: boolean
  syncStatus: SyncStatus
  /**
   * The provider's message if syncStatus is failed
   */
  syncErrorMessage: string | null
  lastSyncedAt: string | null
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
  createdAt: string
  updatedAt: string
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
  reason?: 'card_not_activated' | 'card_already_active' | 'card_already_enabled' | 'card_already_disabled'
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
  field: string
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
  authGasoline: boolean
  authDiesel: boolean
  authLpg: boolean
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
  authGasoline: boolean
  authDiesel: boolean
  authLpg: boolean
  authHeatingOil: boolean
  syncStatus: SyncStatus
  updatedAt: string
}
/**
 * The configuration.
 */
export interface Webhook {
  id: string
  url: string
  events: EventName[]
  status: 'active' | 'disabled'
  secretPrefix: string
  description: string | null
  /**
   * Consecutive failed automatic attempts
   */
  failureCount: number
  lastTriggeredAt: string | null
  verifiedAt: string | null
  disabledReason: 'manual' | 'failing' | 'gone' | 'secret_unavailable' | null
  disabledAt: string | null
  scheduler: Scheduler
  createdAt: string
  updatedAt: string
}
/**
 * The schedule.
 */
export interface Scheduler {
  enabled: boolean
  intervalHours: number
  scheduledEvents: EventName[]
  nextRunAt: string | null
  lastRunAt: string | null
}
/**
 * The webhook with its secret.
 */
export interface CreatedWebhook {
  id: string
  url: string
  events: EventName[]
  status: 'active' | 'disabled'
  secretPrefix: string
  createdAt: string
  secret: string | null
}
/**
 * What the receiver responded.
 */
export interface WebhookTestResult {
  success: boolean
  statusCode: number | null
  /**
   * Milliseconds
   */
  duration: number
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
  success: true
  /**
   * The body that is delivered
   */
  event: {
    [k: string]: unknown
  }
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
  docs: Delivery[]
  total: number
}
/**
 * The new delivery.
 */
export interface Delivery {
  id: string
  eventId: string
  event: EventName
  cardId: string | null
  status: DeliveryStatus
  trigger: DeliveryTrigger
  attemptCount: number
  nextAttemptAt: string | null
  createdAt: string
  completedAt: string | null
}
/**
 * The delivery.
 */
export interface DeliveryDetail {
  id: string
  eventId: string
  event: EventName
  cardId: string | null
  status: DeliveryStatus
  trigger: DeliveryTrigger
  attemptCount: number
  nextAttemptAt: string | null
  createdAt: string
  completedAt: string | null
  body: string
  attempts: DeliveryAttempt[]
}
/**
 * One attempt of a delivery, with what was sent and what came back.
 */
export interface DeliveryAttempt {
  number: number
  startedAt: string
  durationMs: number
  statusCode: number | null
  error: string | null
  requestHeaders: {
    [k: string]: string
  }
  responseHeaders: {
    [k: string]: string
  } | null
  responseBody: string | null
  responseTruncated: boolean
}
/**
 * How many were queued.
 */
export interface RecoveredDeliveries {
  queued: number
}
/**
 * It is.
 */
export interface Health {
  status: 'ok'
  version: string
  environments: EnvironmentName[]
}
/**
 * Every event with its meaning, schema and an example.
 */
export interface EventTypes {
  docs: EventType[]
  total: number
}
/**
 * An event that a webhook can receive
 */
export interface EventType {
  name: EventName
  description: string
  environments: EnvironmentName[]
  /**
   * JSON Schema (2020-12) of the body
   */
  schema: {
    [k: string]: unknown
  }
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
