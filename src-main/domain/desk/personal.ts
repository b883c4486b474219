import { z } from 'zod'
import { timestampSchema } from '../card.ts'

/** In how many places a person's name occurs. While `cards` is not 0, nothing can be erased. */
export const personalFoundSchema = z.object({
  /** The person's cards, here or according to the provider. */
  cards: z.int().min(0),
  auditEntries: z.int().min(0),
  events: z.int().min(0),
  /** Everything else: bulk commands, sync runs, stored responses, saved views, delivery attempts … */
  others: z.int().min(0),
})
export type PersonalFound = z.infer<typeof personalFoundSchema>

/**
 * What an erasure leaves, and why. `events` are not delivered yet, `changes` are not confirmed by the provider, `bulk`
 * commands and `runs` are in progress, `approvals` wait for a second person: erase again once they have ended. `audit`:
 * entries of an earlier version that contain the name, which the chain needs as proof. `backups`, and `setAside`:
 * copies from before an upgrade or a restore. `log`: a reader kept the write-ahead log, until the next shutdown.
 */
const REMAINING_KINDS = [
  'events',
  'changes',
  'bulk',
  'runs',
  'approvals',
  'audit',
  'backups',
  'setAside',
  'log',
] as const
export type RemainingKind = (typeof REMAINING_KINDS)[number]

const remainingSchema = z.object({
  what: z.enum(REMAINING_KINDS),
  count: z.int().min(1),
  /** When the last of them is deleted automatically; null if a person has to do it. */
  until: timestampSchema.nullable(),
})
export type Remaining = z.infer<typeof remainingSchema>

export const personalErasedSchema = z.object({ erased: z.int().min(0), remaining: z.array(remainingSchema) })
