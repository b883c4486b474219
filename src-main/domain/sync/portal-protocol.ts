import { z } from 'zod'
import { CARD_STATUSES } from '../card.ts'
import { driverSchema, licensePlateSchema } from '../cards/card-fields.ts'
import { text } from '../text.ts'

/**
 * The portal protocol (`docs/portal-guide.md`) between the `rest` adapter and a provider's gateway. Both sides, and the
 * OpenAPI file in `resources/`, use these schemas. Unknown fields are ignored everywhere.
 */

/** The page size if the gateway does not state its capabilities. */
export const DEFAULT_PAGE = 100
/** The largest page size; a gateway may return fewer cards. */
export const LARGEST_PAGE = 1_000
/** How long the same Idempotency-Key gets the same response. */
export const IDEMPOTENCY_DAYS = 7
/** The maximum length of a cursor. */
const LONGEST_CURSOR = 2_000

/** A path segment: `.` and `..` would be resolved. A pattern, so that the OpenAPI file contains it too. */
const PATH_PART = /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}\u2028\u2029]+$/u

export const providerCardIdSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(PATH_PART, 'Must not contain control characters, nor be . or ..')
  .meta({ description: "The provider's own ID of the card; it never changes", example: 'PC1-0000042' })

/** Visible ASCII, as in an HTTP header. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .meta({
    description: 'Identifies one change to one card, however often it is sent',
    example: '01JZ6Q0W3V7E1T9K2M4N5P6R7S',
  })

export const portalTimeSchema = z.iso.datetime({ offset: true }).meta({ example: '2027-01-31T08:15:00.000Z' })

export const portalAuthorizationsSchema = z.object({
  gasoline: z.boolean(),
  diesel: z.boolean(),
  lpg: z.boolean(),
  heatingOil: z.boolean(),
})

export const portalCardSchema = z
  .object({
    providerCardId: providerCardIdSchema,
    cardNumber: z
      .string()
      .regex(/^\d{4,20}$/, 'Must be 4 to 20 digits, as text')
      .meta({ description: '4 to 20 digits, as a string: a number would lose digits', example: '782521009000153701' }),
    status: z.enum(CARD_STATUSES).meta({
      description:
        '`new` was never activated, `inactive` is blocked. Should agree with the authorizations: `active` with at least one, `new` and `inactive` with none; each is taken as reported',
    }),
    licensePlate: licensePlateSchema.nullable().meta({ example: 'B-XY 12' }),
    driver: driverSchema.nullable().meta({ example: 'Ada Lovelace' }),
    expirationDate: z.string().min(1).max(40).nullable().meta({
      description:
        'The last valid day, `2027-12-31` (a time after it is ignored); a month alone, `2027-12` or `12/2027`, means its last day',
      example: '2027-12-31',
    }),
    authorizations: portalAuthorizationsSchema,
    updatedAt: portalTimeSchema.meta({
      description:
        'When anything about the card last changed at the provider. If a page names a card twice, the entry with the later time counts',
    }),
  })
  .meta({ id: 'Card' })
export type PortalCard = z.infer<typeof portalCardSchema>

const nextCursorSchema = text()
  .min(1)
  .max(LONGEST_CURSOR)
  .nullable()
  .meta({ description: 'Where the next page starts; null on the last page' })
const completeSchema = z.boolean().meta({
  description:
    'Read on the last page only: true if the list, from its first page to this one, names every card of the account; a card missing from it counts as gone. False with `updatedSince`, or if anything was left out',
})

export const portalPageSchema = z
  .object({ cards: z.array(portalCardSchema), nextCursor: nextCursorSchema, complete: completeSchema })
  .meta({ id: 'Page' })
export type PortalCardPage = z.infer<typeof portalPageSchema>

/** The same page with its cards unparsed, so that a malformed card is refused by itself. */
export const portalPageEnvelopeSchema = z.object({
  cards: z.array(z.unknown()),
  nextCursor: nextCursorSchema,
  complete: completeSchema,
})

export const CHANGE_ACTIONS = ['activate', 'update', 'enable', 'disable'] as const

export const portalChangeSchema = z
  .object({
    action: z.enum(CHANGE_ACTIONS).meta({
      description:
        '`activate` sets a new card’s plate and driver and switches all four authorizations on; `enable` and `disable` switch all four; `update` sets the given fields',
    }),
    licensePlate: licensePlateSchema
      .optional()
      .meta({ description: 'Always with `activate`; with `update` if it changes' }),
    driver: driverSchema.optional().meta({ description: 'Always with `activate`; with `update` if it changes' }),
  })
  .refine(
    ({ action, licensePlate, driver }) => action !== 'activate' || (licensePlate !== undefined && driver !== undefined),
    'activate needs licensePlate and driver',
  )
  .refine(
    ({ action, licensePlate, driver }) => action !== 'update' || licensePlate !== undefined || driver !== undefined,
    'update needs licensePlate or driver',
  )
  .meta({ id: 'Change' })
export type PortalChangeBody = z.infer<typeof portalChangeSchema>

/** A refusal or an error: `code` for programs, a `message` that a clerk can act on. */
export const portalErrorSchema = z
  .object({
    code: z.string().min(1).max(100).meta({ example: 'contract_suspended' }),
    message: z.string().max(2_000).meta({ example: 'The contract of this card is suspended' }),
  })
  .meta({ id: 'Error' })
export type PortalErrorBody = z.infer<typeof portalErrorSchema>

export const changeDoneSchema = z
  .object({ state: z.literal('done'), card: portalCardSchema.optional() })
  .meta({ id: 'ChangeDone', description: 'The change is done; `card` is the card after it' })
const referenceSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(PATH_PART, 'Must not contain control characters, nor be . or ..')
  .meta({ description: 'To ask for the outcome with `GET /changes/{reference}`' })
export const changeAcceptedSchema = z
  .object({ reference: referenceSchema })
  .meta({ id: 'ChangeAccepted', description: 'The change is accepted; its outcome comes later' })

export const referenceStateSchema = z
  .object({
    state: z.enum(['pending', 'done', 'refused']),
    code: z.string().max(100).optional(),
    message: z.string().max(2_000).optional(),
  })
  .meta({ id: 'ReferenceState', description: '`refused` comes with `code` and `message`' })
export type ReferenceState = z.infer<typeof referenceStateSchema>

export const bulkChangesSchema = z
  .object({
    changes: z
      .array(
        z.object({
          providerCardId: providerCardIdSchema,
          idempotencyKey: idempotencyKeySchema,
          change: portalChangeSchema,
        }),
      )
      .min(1)
      .max(1_000),
  })
  .meta({ id: 'BulkChanges' })
export const bulkAnswerSchema = z
  .object({
    results: z
      .array(
        z.object({
          idempotencyKey: idempotencyKeySchema,
          state: z.enum(['pending', 'done', 'refused']),
          reference: referenceSchema.optional(),
          code: z.string().max(100).optional(),
          message: z.string().max(2_000).optional(),
        }),
      )
      .meta({ description: 'One for each change; a change without a result is sent again' }),
  })
  .meta({ id: 'BulkAnswer' })

/** RFC 6749, section 5.2. */
export const tokenErrorSchema = z
  .object({
    error: z.string().min(1).max(100).meta({ example: 'invalid_client' }),
    error_description: z.string().max(2_000).optional(),
  })
  .meta({ id: 'TokenError', description: 'RFC 6749, section 5.2' })

/** `GET /capabilities`. The defaults apply to a gateway without it, and to missing fields. */
export const portalCapabilitiesSchema = z
  .object({
    name: text().max(100).optional().meta({ description: 'The portal’s name for itself' }),
    largestPage: z.int().min(1).max(LARGEST_PAGE).default(DEFAULT_PAGE),
    updatedSince: z.boolean().default(true).meta({ description: 'Whether lists can be limited to changed cards' }),
    changes: z
      .array(z.enum(CHANGE_ACTIONS))
      .default([...CHANGE_ACTIONS])
      .meta({ description: 'The changes it accepts; none for a read-only portal' }),
    bulkChanges: z
      .int()
      .min(0)
      .max(1_000)
      .default(0)
      .meta({ description: 'How many changes one `POST /changes` may carry; 0 if it is not offered' }),
    authorizationsOneByOne: z
      .array(z.enum(['gasoline', 'diesel', 'lpg', 'heatingOil']))
      .default([])
      .meta({ description: 'The authorizations that can be switched individually' }),
  })
  .meta({ id: 'Capabilities' })
export type PortalCapabilities = z.infer<typeof portalCapabilitiesSchema>

export const portalTokenSchema = z
  .object({
    access_token: text().min(1).max(8_000),
    token_type: z.string().regex(/^[Bb]earer$/),
    expires_in: z.number().positive().optional(),
  })
  .meta({ id: 'Token', description: 'RFC 6749, section 5.1; `expires_in` in seconds' })
