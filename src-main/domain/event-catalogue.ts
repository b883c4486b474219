import { z } from 'zod'
import { CARD_STATUSES, SYNC_STATUSES, timestampSchema } from './card.ts'
import { CARD_REASONS } from './cards/card-reason.ts'
import { cardEventData } from './cards/card-events.ts'
import { ENVIRONMENT_NAMES, environmentNameSchema, type EnvironmentName } from './environment-name.ts'
import { EXAMPLE_CARD } from './cards/example-card.ts'

/**
 * Every event the service can send. This table drives validation, `/v1/event-types`,
 * the screens and the OpenAPI document.
 */
export const EVENT_NAMES = [
  'card.created',
  'card.activated',
  'card.enabled',
  'card.disabled',
  'card.updated',
  'card.synced',
  'card.sync_failed',
  'card.expiring',
  'sync.completed',
  'sync.failed',
  'test',
] as const

export type EventName = (typeof EVENT_NAMES)[number]

export const eventNameSchema = z.enum(EVENT_NAMES)

export interface EventType {
  name: EventName
  /** When it is sent, in a sentence for the person who selects events. */
  description: string
  /** The environments in which the service itself raises it; any sandbox can simulate it. */
  environments: readonly EnvironmentName[]
  /** The whole body as delivered. */
  schema: z.ZodObject<{
    id: z.ZodString
    event: z.ZodLiteral<EventName>
    created_at: typeof timestampSchema
    data: z.ZodObject
  }>
  example: { id: string; event: EventName; created_at: string; data: Record<string, unknown> }
}

/** A sync event lists every card of the project or none, so that receivers can replace their table. */
export const MOST_LISTED_CARDS = 500
/** Only `sync.completed` may be long; all other bodies stay below 20 kB. */
export const LISTED_BYTES = { 'sync.completed': 262_144, 'sync.failed': 18_000 } as const

/** Card data as `cardEventData` writes it. */
export const cardEventDataSchema = z
  .object({
    card_id: z.uuid(),
    card_number: z.string(),
    license_plate: z.string().nullable(),
    driver: z.string().nullable(),
    status: z.enum(CARD_STATUSES),
    auth_gasoline: z.boolean(),
    auth_diesel: z.boolean(),
    auth_lpg: z.boolean(),
    auth_heating_oil: z.boolean(),
    sync_status: z.enum(SYNC_STATUSES).meta({ description: 'Whether the provider has confirmed the change' }),
    environment: environmentNameSchema,
    project_id: z.uuid(),
    internal_reference: z.string().nullable().meta({ description: 'The fleet’s own reference' }),
    cost_centre: z.string().nullable(),
    reason: z.enum(CARD_REASONS).nullable().meta({ description: 'Why the card is disabled, if a reason was given' }),
    replaces_card_id: z.uuid().nullable().meta({ description: 'The card that this one takes the place of' }),
  })
  .meta({ id: 'CardEventData' })

const errorMessageSchema = z.string().meta({ description: 'The reason, in the provider’s words if it gave any' })

const failedCardSchema = cardEventDataSchema.extend({ error_message: errorMessageSchema })
const expiringCardSchema = cardEventDataSchema.extend({
  expiration_date: timestampSchema.meta({ description: 'The last day on which the card is valid (UTC)' }),
})

const countSchema = z.int().min(0)
const syncEventDataSchema = z.object({
  environment: environmentNameSchema,
  project_id: z.uuid(),
  cards_created: countSchema,
  cards_updated: countSchema,
  cards_unchanged: countSchema,
  cards_failed: countSchema,
  duration_ms: countSchema,
  cards: z.array(cardEventDataSchema).max(MOST_LISTED_CARDS).optional().meta({
    description: 'Every card of the project in this environment, never a part; absent if there are too many',
  }),
  cards_truncated: z.boolean().meta({
    description: `True if \`cards\` is absent because there are more than ${MOST_LISTED_CARDS} cards or the list is too long; read the cards page by page instead`,
  }),
})
const failedSyncSchema = syncEventDataSchema.extend({ error_message: errorMessageSchema })

const testEventDataSchema = z.object({ environment: environmentNameSchema, project_id: z.uuid(), message: z.string() })

const EXAMPLE_CARD_DATA = cardEventData(EXAMPLE_CARD)
const EXAMPLE_NEW_CARD = {
  ...EXAMPLE_CARD_DATA,
  license_plate: null,
  driver: null,
  status: 'new',
  ...authorizations(false),
}
const EXAMPLE_DISABLED_CARD = { ...EXAMPLE_CARD_DATA, status: 'inactive', reason: 'lost', ...authorizations(false) }
const EXAMPLE_PRODUCTION_CARD = { ...EXAMPLE_CARD_DATA, environment: 'production' }
const EXAMPLE_SYNC = {
  environment: 'production',
  project_id: EXAMPLE_CARD.projectId,
  cards_created: 0,
  cards_updated: 1,
  cards_unchanged: 0,
  cards_failed: 0,
  duration_ms: 1834,
  cards: [EXAMPLE_PRODUCTION_CARD],
  cards_truncated: false,
}

const EVENTS: Record<EventName, Omit<EventType, 'name'>> = {
  'card.created': describe(
    'card.created',
    'A sync or an import found a card that was not known before.',
    ENVIRONMENT_NAMES,
    cardEventDataSchema,
    EXAMPLE_NEW_CARD,
  ),
  'card.activated': describe(
    'card.activated',
    'A new card was activated with a licence plate and a driver; all four fuels are authorized.',
    ENVIRONMENT_NAMES,
    cardEventDataSchema,
    EXAMPLE_CARD_DATA,
  ),
  'card.enabled': describe(
    'card.enabled',
    'An inactive card was enabled; all four fuels are authorized again.',
    ENVIRONMENT_NAMES,
    cardEventDataSchema,
    EXAMPLE_CARD_DATA,
  ),
  'card.disabled': describe(
    'card.disabled',
    'An active card was disabled; no fuel is authorized.',
    ENVIRONMENT_NAMES,
    cardEventDataSchema,
    EXAMPLE_DISABLED_CARD,
  ),
  'card.updated': describe(
    'card.updated',
    'Licence plate, driver, expiry date, internal reference or cost centre of a card changed.',
    ENVIRONMENT_NAMES,
    cardEventDataSchema,
    EXAMPLE_CARD_DATA,
  ),
  'card.synced': describe(
    'card.synced',
    'The provider confirmed a pending change to a card, or a sync changed the card; in that case another event says what changed.',
    ['production'],
    cardEventDataSchema,
    EXAMPLE_PRODUCTION_CARD,
  ),
  'card.sync_failed': describe(
    'card.sync_failed',
    'The provider refused a pending change to a card, or could not be reached in time.',
    ['production'],
    failedCardSchema,
    {
      ...EXAMPLE_PRODUCTION_CARD,
      sync_status: 'failed',
      error_message: 'Change rejected: the contract of this card is suspended (code 4102)',
    },
  ),
  'card.expiring': describe(
    'card.expiring',
    'A card expires in 30 days; sent once per card and expiry date.',
    ENVIRONMENT_NAMES,
    expiringCardSchema,
    {
      ...EXAMPLE_CARD_DATA,
      expiration_date: '2027-12-31T00:00:00.000Z',
    },
  ),
  'sync.completed': describe(
    'sync.completed',
    'A sync with the provider, or an import, finished successfully.',
    ENVIRONMENT_NAMES,
    syncEventDataSchema,
    EXAMPLE_SYNC,
  ),
  'sync.failed': describe(
    'sync.failed',
    'A sync with the provider, or an import, ended with an error.',
    ENVIRONMENT_NAMES,
    failedSyncSchema,
    {
      ...EXAMPLE_SYNC,
      cards_updated: 0,
      error_message: 'The provider did not answer within 30 seconds',
    },
  ),
  test: describe(
    'test',
    'A test of the webhook was requested. It is sent whether or not the webhook subscribes to it.',
    ENVIRONMENT_NAMES,
    testEventDataSchema,
    {
      environment: 'sandbox',
      project_id: EXAMPLE_CARD.projectId,
      message: 'This is a test event',
    },
  ),
}

/** The catalogue in display order. */
export const EVENT_CATALOGUE: readonly EventType[] = EVENT_NAMES.map((name) => ({ name, ...EVENTS[name] }))

/** One event's entry. */
export function eventType(name: EventName): EventType {
  return { name, ...EVENTS[name] }
}

/**
 * The JSON Schema (2020-12) of an event's body. Fields may be added to a body, so receivers must not refuse unknown
 * ones.
 */
export function eventJsonSchema(event: EventType): Record<string, unknown> {
  return { ...z.toJSONSchema(event.schema, { io: 'input' }) }
}

function describe(
  name: EventName,
  description: string,
  environments: readonly EnvironmentName[],
  data: z.ZodObject,
  exampleData: Record<string, unknown>,
): Omit<EventType, 'name'> {
  return {
    description,
    environments,
    schema: z.object({
      id: z
        .string()
        .regex(/^evt_[0-9A-Za-z]+$/)
        .meta({ description: 'The same on every attempt, so that a repeated delivery can be recognised' }),
      event: z.literal(name),
      created_at: timestampSchema,
      data,
    }),
    example: {
      id: 'evt_5mQvJ2xT8nKcW1bRzYpL0dHs',
      event: name,
      created_at: '2026-03-02T09:15:27.481Z',
      data: exampleData,
    },
  }
}

function authorizations(on: boolean) {
  return { auth_gasoline: on, auth_diesel: on, auth_lpg: on, auth_heating_oil: on }
}
