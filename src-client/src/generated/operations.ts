// Generated from the OpenAPI document by "npm run build:client". Do not edit.

import type {
  UpdateCard,
  ActivateCard,
  HandOver,
  SwitchCard,
  MovePlannedChange,
  CreateWebhook,
  UpdateWebhook,
  RotateSecret,
  SimulateEvent,
  UpdateScheduler,
  RecoverDeliveries,
  CardPage,
  Card,
  ActivatedCard,
  SwitchedCard,
  Webhook,
  Scheduler,
  CreatedWebhook,
  WebhookTestResult,
  RotatedSecret,
  SimulatedEvent,
  DeliveryPage,
  Delivery,
  DeliveryDetail,
  RecoveredDeliveries,
  Health,
  EventTypes,
  ListCardsQuery,
  ListDeliveriesQuery,
} from './schemas.ts'

/** How each operation is called. */
export const OPERATIONS = {
  listCards: { method: 'GET', path: '/projects/{projectId}/cards', takesIdempotencyKey: false },
  getCard: { method: 'GET', path: '/projects/{projectId}/cards/{cardId}', takesIdempotencyKey: false },
  updateCard: { method: 'PATCH', path: '/projects/{projectId}/cards/{cardId}', takesIdempotencyKey: false },
  activateCard: { method: 'POST', path: '/projects/{projectId}/cards/{cardId}/activate', takesIdempotencyKey: true },
  handOverCard: { method: 'POST', path: '/projects/{projectId}/cards/{cardId}/hand-over', takesIdempotencyKey: true },
  enableCard: { method: 'POST', path: '/projects/{projectId}/cards/{cardId}/enable', takesIdempotencyKey: true },
  disableCard: { method: 'POST', path: '/projects/{projectId}/cards/{cardId}/disable', takesIdempotencyKey: true },
  movePlannedChange: {
    method: 'PATCH',
    path: '/projects/{projectId}/cards/{cardId}/planned-change',
    takesIdempotencyKey: false,
  },
  cancelPlannedChange: {
    method: 'DELETE',
    path: '/projects/{projectId}/cards/{cardId}/planned-change',
    takesIdempotencyKey: false,
  },
  getWebhook: { method: 'GET', path: '/projects/{projectId}/webhook', takesIdempotencyKey: false },
  createWebhook: { method: 'POST', path: '/projects/{projectId}/webhook', takesIdempotencyKey: true },
  updateWebhook: { method: 'PATCH', path: '/projects/{projectId}/webhook', takesIdempotencyKey: false },
  deleteWebhook: { method: 'DELETE', path: '/projects/{projectId}/webhook', takesIdempotencyKey: false },
  testWebhook: { method: 'POST', path: '/projects/{projectId}/webhook/test', takesIdempotencyKey: true },
  rotateSecret: { method: 'POST', path: '/projects/{projectId}/webhook/rotate-secret', takesIdempotencyKey: true },
  enableWebhook: { method: 'POST', path: '/projects/{projectId}/webhook/enable', takesIdempotencyKey: true },
  disableWebhook: { method: 'POST', path: '/projects/{projectId}/webhook/disable', takesIdempotencyKey: true },
  simulateEvent: { method: 'POST', path: '/projects/{projectId}/webhook/simulate', takesIdempotencyKey: true },
  getScheduler: { method: 'GET', path: '/projects/{projectId}/webhook/scheduler', takesIdempotencyKey: false },
  updateScheduler: { method: 'PATCH', path: '/projects/{projectId}/webhook/scheduler', takesIdempotencyKey: false },
  listDeliveries: { method: 'GET', path: '/projects/{projectId}/webhook/deliveries', takesIdempotencyKey: false },
  getDelivery: {
    method: 'GET',
    path: '/projects/{projectId}/webhook/deliveries/{deliveryId}',
    takesIdempotencyKey: false,
  },
  resendDelivery: {
    method: 'POST',
    path: '/projects/{projectId}/webhook/deliveries/{deliveryId}/resend',
    takesIdempotencyKey: true,
  },
  recoverDeliveries: { method: 'POST', path: '/projects/{projectId}/webhook/recover', takesIdempotencyKey: true },
  getHealth: { method: 'GET', path: '/health', takesIdempotencyKey: false },
  listEventTypes: { method: 'GET', path: '/event-types', takesIdempotencyKey: false },
} as const

/** What each operation takes and answers. */
export interface Operations {
  /** List cards. A page of the project’s cards. Together, the pages contain every card exactly once: ties are broken by ID. */
  listCards: { path: {}; query: ListCardsQuery; body: undefined; result: CardPage }
  /** Get a card.  */
  getCard: { path: { cardId: string }; query: undefined; body: undefined; result: Card }
  /** Change licence plate, driver, reference, cost centre or notes. For a typo or a reassigned vehicle; only the given fields change. Activate a new card before you change its plate and driver. Reference, cost centre and notes are the fleet’s own: set them in any state, or clear them with null. */
  updateCard: { path: { cardId: string }; query: undefined; body: UpdateCard; result: Card }
  /** Activate a new card. Stores the licence plate and driver and authorizes all four fuels. In production the change is sent to the provider in the background. */
  activateCard: { path: { cardId: string }; query: undefined; body: ActivateCard; result: ActivatedCard }
  /** Hand over to a replacement. Activates this card with the licence plate, driver and reference of the card that it replaces, and disables that one with the reason `replaced`: both or neither. Handing over twice changes nothing. */
  handOverCard: { path: { cardId: string }; query: undefined; body: HandOver; result: Card }
  /** Enable an inactive card. Authorizes all four fuels again; the card’s reason is cleared. With `until`, the card is disabled again then, for the reason it had. */
  enableCard: { path: { cardId: string }; query: undefined; body: SwitchCard; result: SwitchedCard }
  /** Disable an active card. Withdraws all four fuel authorizations. A reason stays on the card while it is disabled, and is part of `card.disabled`; the note is for the audit log alone. With `until`, the card is enabled again then, by itself: fuel flows. */
  disableCard: { path: { cardId: string }; query: undefined; body: SwitchCard; result: SwitchedCard }
  /** Let what is planned for a card happen at another time. Refused if nothing is planned, or if it has been carried out meanwhile. */
  movePlannedChange: { path: { cardId: string }; query: undefined; body: MovePlannedChange; result: Card }
  /** Cancel what is planned for a card. The card stays as it is. Refused if nothing is planned, or if it has been carried out meanwhile. */
  cancelPlannedChange: { path: { cardId: string }; query: undefined; body: undefined; result: undefined }
  /** Get the webhook.  */
  getWebhook: { path: {}; query: undefined; body: undefined; result: Webhook }
  /** Create the webhook. At most one per project and environment. Only this response contains the secret. */
  createWebhook: { path: {}; query: undefined; body: CreateWebhook; result: CreatedWebhook }
  /** Change the webhook. Only the given fields change. A different url clears verifiedAt and failureCount. */
  updateWebhook: { path: {}; query: undefined; body: UpdateWebhook; result: Webhook }
  /** Delete the webhook. Pending deliveries are cancelled; the next webhook can read the delivery log. */
  deleteWebhook: { path: {}; query: undefined; body: undefined; result: undefined }
  /** Send a test event. Makes one attempt and waits for it. Returns 200 whatever the receiver responded; works while the webhook is disabled. */
  testWebhook: { path: {}; query: undefined; body: undefined; result: WebhookTestResult }
  /** Rotate the secret. Previous secrets keep signing for gracePeriodSeconds, so that receivers can switch over. */
  rotateSecret: { path: {}; query: undefined; body: RotateSecret; result: RotatedSecret }
  /** Enable the webhook.  */
  enableWebhook: { path: {}; query: undefined; body: undefined; result: Webhook }
  /** Disable the webhook. New events are recorded as skipped and pending deliveries become skipped; recover sends them later. */
  disableWebhook: { path: {}; query: undefined; body: undefined; result: Webhook }
  /** Simulate an event. Sandbox only. Without cardId, a mock card that fits the event is used; no card changes. */
  simulateEvent: { path: {}; query: undefined; body: SimulateEvent; result: SimulatedEvent }
  /** Get the scheduler.  */
  getScheduler: { path: {}; query: undefined; body: undefined; result: Scheduler }
  /** Send test events on a schedule. Sandbox only; only the given fields change. Runs missed while the service was off are made up for once. */
  updateScheduler: { path: {}; query: undefined; body: UpdateScheduler; result: Scheduler }
  /** List deliveries. Newest first, including those of earlier webhooks. Kept for 30 days. */
  listDeliveries: { path: {}; query: ListDeliveriesQuery; body: undefined; result: DeliveryPage }
  /** Get a delivery with its attempts.  */
  getDelivery: { path: { deliveryId: string }; query: undefined; body: undefined; result: DeliveryDetail }
  /** Resend an event. Sends the same event with its ID, time and bytes as a new delivery. */
  resendDelivery: { path: { deliveryId: string }; query: undefined; body: undefined; result: Delivery }
  /** Recover events. Queues every skipped or finally failed event since that time, at most 14 days back, oldest first, each once. */
  recoverDeliveries: { path: {}; query: undefined; body: RecoverDeliveries; result: RecoveredDeliveries }
  /** Whether the service is up.  */
  getHealth: { path: {}; query: undefined; body: undefined; result: Health }
  /** The events that a webhook can receive.  */
  listEventTypes: { path: {}; query: undefined; body: undefined; result: EventTypes }
}
