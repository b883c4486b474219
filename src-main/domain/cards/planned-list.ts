import { z } from 'zod'
import { cardSchema, timestampSchema } from '../card.ts'
import { PROVIDER_CLAIMS } from './at-provider.ts'
import { CARD_REASONS } from './card-reason.ts'
import { plannedChangeSchema } from './planned-change.ts'

export const plannedListInputSchema = z.object({
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(100).default(50),
  /** The plan of this card alone. */
  cardId: z.uuid().optional(),
})
export type PlannedListInput = z.infer<typeof plannedListInputSchema>

/** A card for which something is planned, and who planned it. */
export const plannedCardSchema = cardSchema.pick({ cardNumber: true, licensePlate: true, driver: true }).extend({
  ...plannedChangeSchema.shape,
  cardId: z.uuid(),
  by: z.object({ type: z.string(), name: z.string() }),
  /** Wall time. */
  plannedAt: timestampSchema,
  /** The reason that a planned block gives the card. */
  reason: z.enum(CARD_REASONS).nullable(),
  note: z.string().nullable(),
  /** What holds at the provider if the card's status does not. */
  claim: z.enum(PROVIDER_CLAIMS).nullable(),
})
export type PlannedCard = z.infer<typeof plannedCardSchema>
