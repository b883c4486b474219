import { z } from 'zod'
import { PROVIDER_CLAIMS } from '../cards/at-provider.ts'
import { RUN_FAILURE_KINDS } from '../sync/provider.ts'

/** What one project's overview tells of one environment. */

const count = z.int().min(0)

/** Something that a person should look at. */
const attentionSchema = z.object({
  kind: z.enum(['card_failed', 'drift', 'webhook_disabled', 'delivery_failed', 'sync_failing', 'held', 'no_provider']),
  count,
  /** The card, where it is one; without one, `card_failed` counts all of them, named or not. */
  cardId: z.string().nullable(),
  cardNumber: z.string().nullable(),
  /** The provider's words, or of a disabled webhook the code of its reason. */
  message: z.string().nullable(),
  /** Of a card: what holds at the provider instead of its status, where that is another. */
  claim: z.enum(PROVIDER_CLAIMS).nullable(),
  /** Why the run failed, where it is one and that is known. */
  failureKind: z.enum(RUN_FAILURE_KINDS).nullable(),
  at: z.string().nullable(),
})
export type Attention = z.infer<typeof attentionSchema>

export const overviewSchema = z.object({
  cards: z.object({ total: count, new: count, active: count, inactive: count }),
  /** How the counts moved over 7 days, today included; a card that came in active or blocked was activated, and blocked, at once. */
  week: z.object({ created: count, activated: count, enabled: count, disabled: count }),
  sync: z.object({ synced: count, pending: count, failed: count }),
  authorizations: z.object({ gasoline: count, diesel: count, lpg: count, heatingOil: count }),
  /** Valid cards that expire within so many days; each includes the ones before. `days` has those with any, within 90. */
  expiring: z.object({ in30: count, in60: count, in90: count, days: z.array(z.object({ date: z.iso.date(), count })) }),
  /** The last 7 days, oldest first, today included; UTC. */
  deliveries: z.array(
    z.object({ date: z.iso.date(), succeeded: count, failed: count, skipped: count, pending: count }),
  ),
  attention: z.array(attentionSchema),
})
export type Overview = z.infer<typeof overviewSchema>
