import type { Actor } from '../../domain/access.ts'
import type { CardReason } from '../../domain/cards/card-reason.ts'
import type { PlannedAction } from '../../domain/cards/planned-change.ts'

export interface PlanTables {
  /** More about what is planned for a card; what and when stands on the card itself. */
  planned_change: PlanDetails & { card_seq: number }
  /** What a card's last command ended, for its undo. */
  earlier_plan: PlanDetails & {
    card_seq: number
    /** The card's after that command; a plan with another is of no use any more. */
    revision: number
    action: PlannedAction
    /** In environment time. */
    planned_for: string
    held: number
  }
}

interface PlanDetails {
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
