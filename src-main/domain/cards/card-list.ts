import { z } from 'zod'
import { CARD_REASONS } from './card-reason.ts'
import { PLANNED_ACTIONS } from './planned-change.ts'
import { CARD_STATUSES, SYNC_STATUSES, type Card } from '../card.ts'
import { environmentNameSchema } from '../environment-name.ts'
import { text } from '../text.ts'

/** Every card field except the authorizations can be sorted by. */
export const CARD_SORT_FIELDS = [
  'id',
  'projectId',
  'cardNumber',
  'providerCardId',
  'environment',
  'status',
  'licensePlate',
  'driver',
  'expirationDate',
  'syncStatus',
  'syncErrorMessage',
  'lastSyncedAt',
  'reason',
  'plannedChange',
  'internalReference',
  'costCentre',
  'notes',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Card)[]

export type CardSortField = (typeof CARD_SORT_FIELDS)[number]
export const SORT_DIRECTIONS = ['asc', 'desc'] as const

/** Cards for which this is planned, or anything. */
export const PLANNED_FILTERS = [...PLANNED_ACTIONS, 'any'] as const

export const DEFAULT_PAGE_SIZE = 50
export const MAXIMUM_PAGE_SIZE = 100

/** A list query in the engine's terms; every adapter translates its own spelling into this. */
export const cardListInputSchema = z.object({
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(MAXIMUM_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  status: z.enum(CARD_STATUSES).optional(),
  environment: environmentNameSchema.optional(),
  syncStatus: z.enum(SYNC_STATUSES).optional(),
  /** A prefix, compared in the normalised form of a search. */
  licensePlate: text().max(100).optional(),
  /** The complete cost centre, as written. */
  costCentre: text().trim().max(100).optional(),
  reason: z.enum(CARD_REASONS).optional(),
  planned: z.enum(PLANNED_FILTERS).optional(),
  /** A complete name, compared in all forms in which a search finds it: `Müller` is `mueller` and `Muller`. */
  driver: text().trim().max(100).optional(),
  /** A complete name in this spelling alone; only the case of letters is ignored. */
  driverExactly: text().trim().max(100).optional(),
  /** A complete plate, in the normalised form of a search. */
  licensePlateExactly: text().trim().max(100).optional(),
  /** ISO calendar date: cards whose last valid day is before it. */
  expiresBefore: z.iso.date().optional(),
  /** ISO calendar date: cards whose last valid day is this day or later. */
  expiresFrom: z.iso.date().optional(),
  search: text().max(100).optional(),
  sortField: z.enum(CARD_SORT_FIELDS).default('createdAt'),
  sortDirection: z.enum(SORT_DIRECTIONS).optional(),
})

export type CardListInput = z.infer<typeof cardListInputSchema>

/** Which cards a list shows, without order and page. */
export const cardMatchSchema = cardListInputSchema.omit({
  page: true,
  limit: true,
  sortField: true,
  sortDirection: true,
})

/** How many cards match: `more` than `count`, if counting ended there. */
export const cardCountSchema = z.object({ count: z.int().min(0), more: z.boolean() })
export type CardCount = z.infer<typeof cardCountSchema>

/** The most lists that one call may count: every view that a project can save, and the built-in ones. */
export const MOST_COUNTS = 60

/** A page of a list with the exact number of matches. */
export interface CardPage {
  docs: Card[]
  total: number
}

/** Numbers and plates are compared without spaces and hyphens, in lower case: `bxy12` finds `B-XY 12`. */
export function compactKey(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s\p{Dash_Punctuation}]/gu, '')
}

/** Drivers are compared in lower case, spaces kept. */
export function textKey(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
