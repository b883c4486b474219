import { z } from 'zod'
import { timestampSchema } from '../card.ts'

/** In how many places a person is named. While `cards` is not 0, nothing can be erased. */
export const personalFoundSchema = z.object({
  /** The person's, here or by what the provider reports. */
  cards: z.int().min(0),
  auditEntries: z.int().min(0),
  events: z.int().min(0),
  /** Everything else: bulk commands, sync runs, kept answers, saved views, attempts of deliveries … */
  others: z.int().min(0),
})
export type PersonalFound = z.infer<typeof personalFoundSchema>

/**
 * What an erasure leaves, and why. `events` are not delivered yet, `changes` not confirmed by the provider, `bulk` commands
 * and `runs` are under way; erased once that has ended. `audit`: entries of an earlier version that spell the name, which
 * the proof of the chain needs. `backups`, and `setAside`: copies from before an upgrade or a restore. `log`: a reader kept
 * the write-ahead log; it goes with the next stop.
 */
const REMAINING_KINDS = ['events', 'changes', 'bulk', 'runs', 'audit', 'backups', 'setAside', 'log'] as const
export type RemainingKind = (typeof REMAINING_KINDS)[number]

const remainingSchema = z.object({
  what: z.enum(REMAINING_KINDS),
  count: z.int().min(1),
  /** When the last of them is gone by itself; null where that is a person's to do. */
  until: timestampSchema.nullable(),
})
export type Remaining = z.infer<typeof remainingSchema>

export const personalErasedSchema = z.object({ erased: z.int().min(0), remaining: z.array(remainingSchema) })
