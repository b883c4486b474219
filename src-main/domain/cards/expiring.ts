import { z } from 'zod'
import { shownCardSchema } from './at-provider.ts'
import { MAXIMUM_PAGE_SIZE } from './card-list.ts'

/** The expiry workbench: cards in use by their last day, and how far their replacement is. */

export const REPLACEMENT_STATES = ['none', 'arrived', 'handed_over'] as const
export type ReplacementState = (typeof REPLACEMENT_STATES)[number]

/** Cards that end on these calendar days (UTC); `before` is not one of them. */
export const expiringInputSchema = z.object({
  from: z.iso.date(),
  before: z.iso.date(),
  state: z.enum(REPLACEMENT_STATES).optional(),
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(MAXIMUM_PAGE_SIZE).default(50),
})
export type ExpiringInput = z.infer<typeof expiringInputSchema>

export const expiringCardSchema = z.object({
  /** The card's. */
  id: z.string(),
  card: shownCardSchema,
  state: z.enum(REPLACEMENT_STATES),
  /** The card that names this one; or, if `suggested`, the one new card with the same licence plate. */
  replacement: shownCardSchema.nullable(),
  suggested: z.boolean(),
})
export type ExpiringCard = z.infer<typeof expiringCardSchema>

const stateCountsSchema = z.object({ none: z.int(), arrived: z.int(), handed_over: z.int() })
export type StateCounts = z.infer<typeof stateCountsSchema>

/** A stretch of days with the number of cards in each state. */
const expiryPeriodSchema = z.object({
  from: z.iso.date(),
  before: z.iso.date(),
  counts: stateCountsSchema,
})
export type ExpiryPeriod = z.infer<typeof expiryPeriodSchema>

export const expiryPeriodsSchema = z.object({
  /** The cards that have ended within the last three months or so. */
  ended: expiryPeriodSchema,
  /** The rest of this month, and twelve more. */
  months: z.array(expiryPeriodSchema),
  /** How many days before its last day a card is announced. */
  warningDays: z.int(),
})
export type ExpiryPeriods = z.infer<typeof expiryPeriodsSchema>

/** How early `card.expiring` is sent, unless a project wants it otherwise: time for the provider to send a new card. */
export const EXPIRY_WARNING_DAYS = 30
export const expiryWarningDaysSchema = z.int().min(1).max(365)

/** How many months behind and ahead of this one the workbench looks. */
export const MONTHS_BEHIND = 3
export const MONTHS_AHEAD = 12

/** The first day of the month that is this many months after a day. */
export function firstOfMonth(day: string, after = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + after, 1)).toISOString().slice(0, 10)
}
