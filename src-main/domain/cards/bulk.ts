import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import { PROVIDER_CLAIMS } from './at-provider.ts'
import { OWN_FIELD_LENGTHS, OWN_FIELDS, type OwnField } from './card-fields.ts'
import { cardListInputSchema } from './card-list.ts'
import { CARD_REASONS } from './card-reason.ts'
import { untilSchema } from './planned-change.ts'
import { reasonSchema, text } from '../text.ts'

/** One command on many cards: the request, its preview, its progress and the result of each card. */

export const MAXIMUM_NAMED_CARDS = 100_000
/** A preview lists this many refused cards and counts the rest. */
export const LISTED_REFUSALS = 1_000
/** How long a command can be undone, for a bulk one from its end. Wall time. */
export const UNDO_WINDOW_MS = 10 * 60 * 1000

/** A row of a file before its cells are checked: a bad row is refused by itself. */
export const bulkRowSchema = z.object({
  cardNumber: text().trim().max(100),
  licensePlate: text().max(500).nullish(),
  driver: text().max(500).nullish(),
  /** With it, activating hands over: plate and driver come from that card. */
  replacesCardNumber: text().trim().max(100).nullish(),
  internalReference: text().max(5_000).nullish(),
  costCentre: text().max(5_000).nullish(),
  notes: text().max(5_000).nullish(),
})
export type BulkRow = z.infer<typeof bulkRowSchema>

/** What is wrong with a row that names a replaced card. */
export const PAIR_PROBLEMS = {
  unknown: 'There is no card with the number of the replaced card',
  repeated: 'The replaced card is named more than once',
  differs: 'Plate or driver differ from those of the replaced card',
} as const

/** What is wrong with a row of an update that has nothing but a number. */
export const NOTHING_GIVEN = 'The row gives the card no new value'

/** Which cards: selected ones, all that match a list, those in a file, or replacements that have arrived. */
const bulkSelectionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cards'), cardIds: z.array(z.uuid()).min(1).max(MAXIMUM_NAMED_CARDS) }),
  z.object({
    kind: z.literal('query'),
    query: cardListInputSchema.omit({ page: true, limit: true, sortField: true, sortDirection: true }),
  }),
  z.object({ kind: z.literal('rows'), rows: z.array(bulkRowSchema).min(1).max(MAXIMUM_NAMED_CARDS) }),
  // The new cards that wait to take the place of one that ends on these days; `before` is not one of them.
  z.object({ kind: z.literal('arrived'), from: z.iso.date(), before: z.iso.date() }),
])
export type BulkSelection = z.infer<typeof bulkSelectionSchema>

const ownValue = (field: OwnField) => text().trim().min(1).max(OWN_FIELD_LENGTHS[field]).optional()

export const bulkCommandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('enable'), until: untilSchema }),
  // A code, or words for the audit log alone, which is all that earlier versions knew.
  z.object({ type: z.literal('disable'), reason: reasonSchema, until: untilSchema }),
  // Plate and driver come from the rows.
  z.object({ type: z.literal('activate') }),
  // As do the fleet's own fields, unless all cards get the same.
  z.object({
    type: z.literal('update'),
    internalReference: ownValue('internalReference'),
    costCentre: ownValue('costCentre'),
    notes: ownValue('notes'),
  }),
])
export type BulkCommand = z.infer<typeof bulkCommandSchema>

export const bulkRequestSchema = z
  .object({ selection: bulkSelectionSchema, command: bulkCommandSchema })
  .refine(
    ({ selection: { kind }, command }) =>
      kind === 'rows' ||
      (kind === 'arrived'
        ? command.type === 'activate'
        : command.type === 'enable' || command.type === 'disable' || givesAll(command)),
    {
      path: ['selection'],
      error: 'Plates and drivers come from the rows of a file, or from the cards that are replaced',
    },
  )
export type BulkRequest = z.infer<typeof bulkRequestSchema>

/** Whether every card gets the same of the fleet's own fields. */
export function givesAll(command: BulkCommand): boolean {
  return command.type === 'update' && OWN_FIELDS.some((field) => command[field] !== undefined)
}

const bulkRefusalSchema = z.object({
  /** Null if no card has the number. */
  cardId: z.string().nullable(),
  /** Null if no card has the ID. */
  cardNumber: z.string().nullable(),
  code: z.string(),
  reason: z.string().nullable(),
  message: z.string(),
})

/** The `choice` of the preview that a person agreed to. */
export const choiceSchema = text().max(100).optional()

/** What a bulk command would do now. */
export const bulkPreviewSchema = z.object({
  total: z.int(),
  allowed: z.int(),
  /** The first 1,000. */
  refused: z.array(bulkRefusalSchema),
  refusedTotal: z.int(),
  /** Cards that already have the values of their row; the job counts them as skipped. */
  skipped: z.int(),
  /** How many of the allowed cards take the place of others, which are disabled. */
  handsOver: z.int(),
  /** A digest of the allowed cards: a start that is given it refuses any other set. */
  choice: z.string(),
})
export type BulkPreview = z.infer<typeof bulkPreviewSchema>

const BULK_STATES = ['queued', 'running', 'done', 'cancelled'] as const
export const BULK_OUTCOMES = ['done', 'refused', 'skipped'] as const
export type BulkOutcome = (typeof BULK_OUTCOMES)[number]

/** A running or finished bulk command. All its times are wall time. */
export const bulkJobSchema = z.object({
  id: z.string(),
  projectId: z.uuid(),
  command: z.enum(['enable', 'disable', 'activate', 'update', 'undo']),
  /** In a person's own words. */
  reason: z.string().nullable(),
  /** The code that it gives each card. */
  cardReason: z.enum(CARD_REASONS).nullable().default(null),
  /** When the opposite follows, by the clock of the environment. */
  until: timestampSchema.nullable().default(null),
  /** Who started it: a person's name, or an API key's. */
  by: z.object({ type: z.string(), name: z.string() }),
  /** How many of its cards take the place of others. */
  handsOver: z.int().default(0),
  state: z.enum(BULK_STATES),
  total: z.int(),
  /** Cards processed so far; a cancelled job never reaches the rest. */
  done: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  /** Unchanged: nothing to change, changed since, or never reached. */
  skipped: z.int(),
  startedAt: timestampSchema,
  finishedAt: timestampSchema.nullable(),
  /** Null while it runs, and for an undo, which cannot be undone. */
  undoableUntil: timestampSchema.nullable(),
  /** Whether its undo has started. */
  undone: z.boolean(),
  undoJobId: z.string().nullable(),
  /** The job this one undoes. */
  undoes: z.string().nullable(),
})
export type BulkJob = z.infer<typeof bulkJobSchema>

export const bulkResultSchema = z.object({
  cardId: z.string().nullable(),
  cardNumber: z.string().nullable(),
  outcome: z.enum(BULK_OUTCOMES),
  /** The error code of a refused card, the skip code of a skipped one, null if done. */
  code: z.string().nullable(),
  /** Why the card's state does not allow the command; null otherwise. */
  reason: z.string().nullable(),
  message: z.string().nullable(),
  /** What holds at the provider now if the card's status does not; null if it does. */
  claim: z.enum(PROVIDER_CLAIMS).nullable(),
  /** Why the provider did not take a change of the card, by now; null if it did. */
  providerMessage: z.string().nullable(),
})
export type BulkResult = z.infer<typeof bulkResultSchema>

/** What an undo would plan again: for how many cards, and when the first of it happens, in environment time. */
export const plansBackSchema = z.object({ count: z.int().min(0), first: timestampSchema.nullable() })
export type PlansBack = z.infer<typeof plansBackSchema>

export const bulkHistoryInputSchema = z.object({
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(100).default(25),
})
export type BulkHistoryInput = z.infer<typeof bulkHistoryInputSchema>

export const bulkResultsInputSchema = z.object({
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(1_000).default(100),
  outcome: z.enum(BULK_OUTCOMES).optional(),
})
export type BulkResultsInput = z.infer<typeof bulkResultsInputSchema>

/** Why a card was left unchanged. */
export const SKIP_MESSAGES = {
  'skip.nothing_to_change': 'The card has these values already',
  'skip.changed_since': 'The card was changed since, by another command or by the provider',
  'skip.irreversible': 'The card had no licence plate or driver before, and an update cannot take one away',
  'skip.cancelled': 'Cancelled before its turn',
} as const
export type SkipCode = keyof typeof SKIP_MESSAGES
