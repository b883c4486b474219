import type { CardStatus } from '../../domain/card.ts'
import type { OwnField } from '../../domain/cards/card-fields.ts'
import type { HandOverRefusal } from '../../domain/cards/card-refusal.ts'
import type { ErrorCode } from '../../domain/errors.ts'

/** What an update gives of the fleet's own fields; what is missing stays. */
export type OwnValues = Partial<Record<OwnField, string>>

/** A card that a bulk command applies to, or an entry of the selection without such a card. */
export interface Target {
  cardId: string | null
  cardNumber: string | null
  /** Null if there is no such card. */
  status: CardStatus | null
  licensePlate: string | null
  driver: string | null
  own: OwnValues
  /** The card's present values. */
  present: ({ licensePlate: string | null; driver: string | null } & Record<OwnField, string | null>) | null
  /** The card whose place it takes, if the selection names one. */
  replaces: Replaces | null
  /** Why the command cannot apply, whatever the card's status. */
  refusal: { code: ErrorCode; message: string } | null
}

/** The values as an item keeps them. */
export function ownOf(stored: string | null): OwnValues {
  return stored === null ? {} : (JSON.parse(stored) as OwnValues)
}

/** The card whose place another takes, and what handing over would do now. */
interface Replaces {
  cardId: string
  judged: 'change' | 'nothing' | HandOverRefusal
}
