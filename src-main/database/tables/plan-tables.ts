import type { Actor } from '../../domain/access.ts'
import type { CardReason } from '../../domain/cards/card-reason.ts'

/** More about what is planned for a card; what and when stands on the card itself. */
export interface PlanTables {
  planned_change: {
    card_seq: number
    by_type: Actor['type']
    by_id: string | null
    by_name: string
    /** Wall time. */
    planned_at: string
    /** The reason that a planned block gives the card. */
    reason: CardReason | null
    /** A person's own words. */
    note: string | null
  }
}
