/**
 * What the fields of the document's components mean, where their schemas don't say it themselves. It stands here rather
 * than in the domain because the page loads that, and shows none of it.
 */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Card: {
    authGasoline: 'Whether the card pays for petrol',
    authDiesel: 'Whether the card pays for diesel',
    authLpg: 'Whether the card pays for autogas',
    authHeatingOil: 'Whether the card pays for heating oil',
    lastSyncedAt: 'When the provider last confirmed the card; null if it never has',
    createdAt: 'When the card was first seen here',
    updatedAt: 'When the card last changed here',
  },
  ActivateCard: { licensePlate: 'The vehicle’s licence plate', driver: 'The driver’s name' },
  UpdateCard: {
    licensePlate: 'Another licence plate',
    driver: 'Another driver',
    internalReference: 'The fleet’s own reference; null clears it',
    costCentre: 'The fleet’s own cost centre; null clears it',
    notes: 'The fleet’s own notes, in any number of lines; null clears them',
  },
  PlannedChange: { action: 'What happens to the card' },
  CardPage: { docs: 'The cards of this page' },
  CardEventData: {
    card_id: 'The card’s ID in the API',
    card_number: 'The physical card number, as a string',
    license_plate: 'The vehicle’s licence plate',
    driver: 'The driver’s name',
    auth_gasoline: 'Whether the card pays for petrol',
    auth_diesel: 'Whether the card pays for diesel',
    auth_lpg: 'Whether the card pays for autogas',
    auth_heating_oil: 'Whether the card pays for heating oil',
    project_id: 'The project the card belongs to',
    cost_centre: 'The fleet’s own cost centre',
  },
  ErrorDetail: { field: 'The name that was sent', message: 'What is wrong with it, for people' },
  Webhook: {
    id: 'The webhook’s ID, `whk_…`',
    url: 'The endpoint that receives events',
    events: 'The events that are sent to it',
    status: 'Whether events are sent',
    secret: 'The signing secret, shown only once; null in a replay',
    secretPrefix: 'The beginning of the secret, by which it can be recognised',
    description: 'Free text',
    lastTriggeredAt: 'When the latest attempt began; null before the first',
    verifiedAt: 'When the endpoint last accepted a test event; null if it never has',
    disabledReason:
      'Why no events are sent: a person, too many failures, a response of 410, or a secret that cannot be read',
    disabledAt: 'Since when no events are sent',
    createdAt: 'When the webhook was created',
    updatedAt: 'When the webhook was last changed',
  },
  CreateWebhook: { events: 'The events to send; at least one', description: 'Free text' },
  UpdateWebhook: { events: 'The events to send from now on; at least one', description: 'Free text; null clears it' },
  RotateSecret: { gracePeriodSeconds: 'How long the previous secrets keep signing' },
  SimulateEvent: { cardId: 'The card that the event is about; without it, one that fits' },
  Scheduler: {
    enabled: 'Whether events are sent on a schedule',
    intervalHours: 'Hours between two runs',
    scheduledEvents: 'The events of each run',
    nextRunAt: 'When the next run is due; null if none is',
    lastRunAt: 'When the last run was; null before the first',
  },
  WebhookTestResult: {
    success: 'Whether the receiver responded with 2xx',
    statusCode: 'The receiver’s status; null without a response',
    message: 'What happened, for people',
  },
  SimulatedEvent: { success: 'Always true', deliveryId: 'The delivery that carries the event' },
  Delivery: {
    id: 'The delivery’s ID, `dlv_…`',
    eventId: 'The event’s ID, `evt_…`: the same in each delivery of one event',
    cardId: 'The card that the event is about, if it is about one',
    attemptCount: 'How often it was tried',
    nextAttemptAt: 'When it will be tried next; null if it will not',
    createdAt: 'When the event happened',
    completedAt: 'When it succeeded or was given up; null while it is pending',
    body: 'What is sent, byte for byte',
    attempts: 'Every attempt, oldest first',
  },
  DeliveryPage: { docs: 'The deliveries of this page', total: 'Number of all matching deliveries' },
  DeliveryAttempt: {
    number: 'From 1',
    startedAt: 'When it began',
    durationMs: 'How long it took, in milliseconds',
    statusCode: 'The receiver’s status; null without a response',
    error: 'Why there was no response; null if there was one',
    requestHeaders: 'What was sent; signatures are masked',
    responseHeaders: 'What came back; null without a response',
    responseBody: 'What came back, up to 16 KiB; null without a response',
    responseTruncated: 'Whether the response was longer than that',
  },
  RecoverDeliveries: { since: 'The earliest event to send again; at most 14 days ago' },
  RecoveredDeliveries: { queued: 'How many events are sent again' },
  Health: {
    status: 'It is up',
    version: 'The version of the service',
    environments: 'The environments that it serves',
  },
  EventTypes: { docs: 'Every event', total: 'How many there are' },
  EventType: {
    description: 'When it is sent',
    environments: 'Where it occurs by itself',
    example: 'A body as it is sent',
  },
}

/** Components whose fields mean the same as another's. */
const LIKE: Readonly<Record<string, string>> = {
  ActivatedCard: 'Card',
  SwitchedCard: 'Card',
  CreatedWebhook: 'Webhook',
  RotatedSecret: 'Webhook',
  UpdateScheduler: 'Scheduler',
  DeliveryDetail: 'Delivery',
}

/** The meaning of a component's field; undefined if its schema says it. */
export function fieldDescription(component: string, field: string): string | undefined {
  return FIELDS[component]?.[field] ?? FIELDS[LIKE[component] ?? '']?.[field]
}
