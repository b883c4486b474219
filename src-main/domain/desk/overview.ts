import { z } from 'zod'
import { PROVIDER_CLAIMS } from '../cards/at-provider.ts'
import { RUN_FAILURE_KINDS } from '../sync/provider.ts'

/** One project's overview of one environment. */

const count = z.int().min(0)

/** Something that needs a person's attention. */
const attentionSchema = z.object({
  kind: z.enum(['card_failed', 'drift', 'webhook_disabled', 'delivery_failed', 'sync_failing', 'held', 'no_provider']),
  count,
  /** The card, if it concerns one; without it, `card_failed` counts all of them, listed or not. */
  cardId: z.string().nullable(),
  cardNumber: z.string().nullable(),
  /** The provider's message, or the reason code of a disabled webhook. */
  message: z.string().nullable(),
  /** For a card: what holds at the provider, if that differs from its status. */
  claim: z.enum(PROVIDER_CLAIMS).nullable(),
  /** Why the run failed, if it is one and the cause is known. */
  failureKind: z.enum(RUN_FAILURE_KINDS).nullable(),
  at: z.string().nullable(),
})
export type Attention = z.infer<typeof attentionSchema>

export const overviewSchema = z.object({
  cards: z.object({ total: count, new: count, active: count, inactive: count }),
  /** How the counts changed over 7 days including today. A card that arrives active or blocked became so then. */
  week: z.object({ created: count, activated: count, enabled: count, disabled: count }),
  sync: z.object({ synced: count, pending: count, failed: count }),
  authorizations: z.object({ gasoline: count, diesel: count, lpg: count, heatingOil: count }),
  /** Valid cards that expire within this many days, cumulative. `days` lists the days with any, within 90. */
  expiring: z.object({ in30: count, in60: count, in90: count, days: z.array(z.object({ date: z.iso.date(), count })) }),
  /** The last 7 days including today, oldest first; UTC. */
  deliveries: z.array(
    z.object({ date: z.iso.date(), succeeded: count, failed: count, skipped: count, pending: count }),
  ),
  attention: z.array(attentionSchema),
})
export type Overview = z.infer<typeof overviewSchema>
