import { z } from 'zod'
import { environmentNameSchema } from './environment-name.ts'
import { driverSchema, licensePlateSchema, OWN_FIELDS, ownFieldSchema } from './cards/card-fields.ts'
import { CARD_REASONS, type CardReason } from './cards/card-reason.ts'
import { refusalOf, type CardRefusal } from './cards/card-refusal.ts'
import { planAfter, plannedChangeSchema, untilSchema } from './cards/planned-change.ts'

export const CARD_STATUSES = ['new', 'active', 'inactive'] as const
export const SYNC_STATUSES = ['synced', 'pending', 'failed'] as const

/** UTC with milliseconds and `Z`: the only form in which the service writes a time. */
export const timestampSchema = z.iso.datetime({ precision: 3 })

/** A card as every list, response and screen shows it. */
export const cardSchema = z
  .object({
    id: z.uuid().meta({ description: 'Unique card identifier' }),
    projectId: z.uuid().meta({ description: 'The project the card belongs to' }),
    cardNumber: z
      .string()
      .regex(/^\d{4,20}$/)
      .meta({ description: 'Physical card number: 4 to 20 digits, as a string', example: '782521009000153701' }),
    providerCardId: z.string().meta({ description: "The provider's internal card ID" }),
    environment: environmentNameSchema,
    status: z.enum(CARD_STATUSES),
    licensePlate: z
      .string()
      .nullable()
      .meta({ description: 'Vehicle licence plate; null until the card is activated' }),
    driver: z.string().nullable().meta({ description: 'Driver name; null until the card is activated' }),
    expirationDate: timestampSchema
      .nullable()
      .meta({ description: 'The last valid day (UTC); null if the provider has not reported it' }),
    authGasoline: z.boolean(),
    authDiesel: z.boolean(),
    authLpg: z.boolean(),
    authHeatingOil: z.boolean(),
    syncStatus: z.enum(SYNC_STATUSES),
    syncErrorMessage: z.string().nullable().meta({ description: "The provider's message if syncStatus is failed" }),
    lastSyncedAt: timestampSchema.nullable(),
    reason: z
      .enum(CARD_REASONS)
      .nullable()
      .meta({ description: 'Why the card is disabled; null if nobody gave a reason, and while it is not disabled' }),
    plannedChange: plannedChangeSchema
      .nullable()
      .meta({ description: 'What happens to the card by itself; null if nothing is planned' }),
    internalReference: z
      .string()
      .nullable()
      .meta({ description: 'The fleet’s own reference, such as an order number; never sent to the provider' }),
    costCentre: z.string().nullable().meta({ description: 'The fleet’s own cost centre; never sent to the provider' }),
    notes: z
      .string()
      .nullable()
      .meta({ description: 'The fleet’s own notes, in any number of lines; never part of an event' }),
    replacesCardId: z
      .uuid()
      .nullable()
      .meta({ description: 'The card that this one takes the place of; null if none is known' }),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'Card' })

export type Card = z.infer<typeof cardSchema>
export type CardStatus = Card['status']
export type SyncStatus = Card['syncStatus']

/** The four fuel authorizations, which activate, enable and disable switch together. */
export const AUTHORIZATIONS = ['authGasoline', 'authDiesel', 'authLpg', 'authHeatingOil'] as const

/** Body of activate. Unknown fields are ignored. */
export const activateInputSchema = z
  .object({ licensePlate: licensePlateSchema, driver: driverSchema })
  .meta({ id: 'ActivateCard' })
/** Body of update (extends the interface): a typo, a reassigned vehicle, the fleet's own fields. */
export const updateInputSchema = z
  .object({
    licensePlate: licensePlateSchema.optional(),
    driver: driverSchema.optional(),
    internalReference: ownFieldSchema('internalReference'),
    costCentre: ownFieldSchema('costCentre'),
    notes: ownFieldSchema('notes'),
  })
  .meta({ id: 'UpdateCard' })
/** Body of enable and disable, all optional. */
export const switchInputSchema = z
  .object({
    reason: z.enum(CARD_REASONS).nullish().meta({
      description:
        'Why. Disabling keeps it on the card until it is enabled again; enabling only records it in the audit log',
    }),
    note: ownFieldSchema('notes').meta({
      description: 'More about it, for people: kept in the audit log, and never part of an event',
    }),
    until: untilSchema,
  })
  .meta({ id: 'SwitchCard' })
export type CardUpdate = z.output<typeof updateInputSchema>

export type CardCommand =
  | { type: 'activate'; licensePlate: string; driver: string }
  | ({ type: 'update' } & CardUpdate)
  | ({ type: 'enable' } & Switch)
  | ({ type: 'disable' } & Switch)

interface Switch {
  reason?: CardReason | null | undefined
  /** When the opposite change is to follow, in UTC; it must be ahead. */
  until?: string | null | undefined
}

export type CardEventName = 'card.activated' | 'card.enabled' | 'card.disabled' | 'card.updated'

/** What the provider must do (`docs/portal-guide.md`). */
export interface ProviderChange {
  action: CardCommand['type']
  licensePlate?: string
  driver?: string
}

export type Decision =
  | { ok: true; card: Card; events: readonly CardEventName[]; providerChange: ProviderChange | null }
  | { ok: false; reason: CardRefusal }

/**
 * The state machine of a card: what a command does to it, or why it is refused. Pure; every command on a card goes
 * through here.
 *
 * In the sandbox a change is instant (`synced`); in production it is `pending` until a background job has brought it to
 * the provider. An update that changes nothing is allowed, and causes neither an event nor a provider change. Whatever
 * changes the status ends what was planned for the card.
 *
 * @param now the environment's time
 */
export function decide(card: Card, command: CardCommand, now: Date): Decision {
  const refusal = isOwnUpdate(command) ? null : refusalOf(card.status, command.type)
  if (refusal !== null) return { ok: false, reason: refusal }
  switch (command.type) {
    case 'activate':
      return accepted(
        card,
        {
          status: 'active',
          plannedChange: null,
          licensePlate: command.licensePlate,
          driver: command.driver,
          ...authorizations(true),
        },
        'card.activated',
        {
          action: 'activate',
          licensePlate: command.licensePlate,
          driver: command.driver,
        },
        now,
      )
    case 'enable':
      return accepted(
        card,
        { status: 'active', reason: null, plannedChange: planAfter('enable', command.until), ...authorizations(true) },
        'card.enabled',
        { action: 'enable' },
        now,
      )
    case 'disable':
      return accepted(
        card,
        {
          status: 'inactive',
          reason: command.reason ?? null,
          plannedChange: planAfter('disable', command.until),
          ...authorizations(false),
        },
        'card.disabled',
        { action: 'disable' },
        now,
      )
    case 'update':
      return decideUpdate(card, command, now)
  }
}

/** Whether an update touches only the fleet's own fields, which every state of a card allows. */
function isOwnUpdate(command: CardCommand): boolean {
  if (command.type !== 'update' || command.licensePlate !== undefined || command.driver !== undefined) return false
  return OWN_FIELDS.some((field) => command[field] !== undefined)
}

function decideUpdate(card: Card, command: CardUpdate, now: Date): Decision {
  const changed: { licensePlate?: string; driver?: string } = {}
  if (command.licensePlate !== undefined && command.licensePlate !== card.licensePlate)
    changed.licensePlate = command.licensePlate
  if (command.driver !== undefined && command.driver !== card.driver) changed.driver = command.driver
  const own = Object.fromEntries(
    OWN_FIELDS.flatMap((field) =>
      command[field] === undefined || command[field] === card[field] ? [] : [[field, command[field]]],
    ),
  ) as Partial<Card>
  if (Object.keys(changed).length > 0)
    return accepted(card, { ...changed, ...own }, 'card.updated', { action: 'update', ...changed }, now)
  if (Object.keys(own).length === 0) return { ok: true, card, events: [], providerChange: null }
  // Only our own fields: nothing to sync. Notes are never published.
  const isPublished = own.internalReference !== undefined || own.costCentre !== undefined
  return {
    ok: true,
    card: { ...card, ...own, updatedAt: now.toISOString() },
    events: isPublished ? ['card.updated'] : [],
    providerChange: null,
  }
}

function authorizations(on: boolean): Pick<Card, (typeof AUTHORIZATIONS)[number]> {
  return { authGasoline: on, authDiesel: on, authLpg: on, authHeatingOil: on }
}

function accepted(
  card: Card,
  change: Partial<Card>,
  event: CardEventName,
  providerChange: ProviderChange,
  now: Date,
): Decision {
  const at = now.toISOString()
  const sync: Partial<Card> =
    card.environment === 'sandbox'
      ? { syncStatus: 'synced', syncErrorMessage: null, lastSyncedAt: at }
      : { syncStatus: 'pending', syncErrorMessage: null }
  return {
    ok: true,
    card: { ...card, ...change, ...sync, updatedAt: at },
    events: [event],
    providerChange: card.environment === 'production' ? providerChange : null,
  }
}
