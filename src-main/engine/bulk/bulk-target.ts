import type { CardStatus } from '../../domain/card.ts'
import type { HandOverRefusal } from '../../domain/cards/card-refusal.ts'
import type { ErrorCode } from '../../domain/errors.ts'

/** A card that a bulk command applies to, or an entry of the selection without such a card. */
export interface Target {
  cardId: string | null
  cardNumber: string | null
  /** Null if there is no such card. */
  status: CardStatus | null
  licensePlate: string | null
  driver: string | null
  /** The card's present values. */
  present: { licensePlate: string | null; driver: string | null } | null
  /** The card whose place it takes, if the selection names one. */
  replaces: Replaces | null
  /** Why the command cannot apply, whatever the card's status. */
  refusal: { code: ErrorCode; message: string } | null
}

/** The card whose place another takes, and what handing over would do now. */
interface Replaces {
  cardId: string
  judged: 'change' | 'nothing' | HandOverRefusal
}
