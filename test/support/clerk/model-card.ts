import type { Card, CardCommand } from '../../../src-main/domain/card.ts'
import type { CardReason } from '../../../src-main/domain/cards/card-reason.ts'

/** What a clerk sees of a card and can change. */
export type Seen = Pick<
  Card,
  | 'status'
  | 'licensePlate'
  | 'driver'
  | 'reason'
  | 'internalReference'
  | 'costCentre'
  | 'notes'
  | 'replacesCardId'
  | 'plannedChange'
>

/** The last command on a card: what an undo needs to know. */
interface LastCommand {
  command: CardCommand['type']
  before: Seen
  /** Wall time in ms. */
  at: number
  /** The other card of a hand-over. */
  partner: ModelCard | null
  /** What it ended; nothing if the clock carried it out. */
  ended: EndedPlan | null
}

interface EndedPlan {
  plannedChange: Seen['plannedChange']
  plan: ModelCard['plan']
}

/** A card as it should be, with everything that should be recorded of it. */
export interface ModelCard {
  readonly id: string
  readonly cardNumber: string
  /** In ms, by the sandbox's clock. */
  readonly createdAt: number
  seen: Seen
  /** Who planned its change, with their words and the reason that a planned block gives. */
  plan: { by: string; note: string | null; reason: CardReason | null } | null
  last: LastCommand | null
  /** Whether something else has changed it since its last command. */
  wasTouched: boolean
  /** Audit entries: `card.disable by person`. */
  readonly entries: string[]
  readonly events: string[]
}

export const BLANK: Seen = {
  status: 'new',
  licensePlate: null,
  driver: null,
  reason: null,
  internalReference: null,
  costCentre: null,
  notes: null,
  replacesCardId: null,
  plannedChange: null,
}

export function cardOf(id: string, cardNumber: string, createdAt: number, seen: Seen): ModelCard {
  return {
    id,
    cardNumber,
    createdAt,
    seen,
    plan: null,
    last: null,
    wasTouched: false,
    entries: [],
    events: ['card.created'],
  }
}

interface Change {
  action: string
  /** Who does it; the clock does it in the name of nobody. */
  by: string | null
  note?: string | null | undefined
  command?: CardCommand['type']
  partner?: ModelCard | null
  /** What an undo brings back. */
  restored?: EndedPlan | null
  events?: readonly string[]
  /** Wall time in ms. */
  at: number
}

/** A change of a card with all that should follow from it; one that changes nothing leaves no trace. */
export function change(card: ModelCard, changed: Partial<Seen>, made: Change): void {
  const before = card.seen
  const { restored = null } = made
  const after = restored === null ? changed : { ...changed, plannedChange: restored.plannedChange }
  const differs = (Object.keys(after) as (keyof Seen)[]).filter((field) => !same(before[field], after[field]))
  if (differs.length === 0) return
  card.seen = { ...before, ...after }
  if (made.command !== undefined) {
    const isEnded = before.plannedChange !== null && made.by !== null && differs.includes('plannedChange')
    const ended = isEnded ? { plannedChange: before.plannedChange, plan: card.plan } : null
    card.last = { command: made.command, before, at: made.at, partner: made.partner ?? null, ended }
    card.wasTouched = false
  } else if (differs.some((field) => field !== 'plannedChange')) card.wasTouched = true
  if (card.seen.plannedChange === null) card.plan = null
  else if (restored !== null) card.plan = restored.plan
  else if (!same(before.plannedChange, card.seen.plannedChange)) planned(card, before, made)
  card.entries.push(`${made.action} by ${made.by === null ? 'schedule' : 'person'}`)
  card.events.push(...(made.events ?? []))
}

/**
 * A new plan begins with a change of the status; one that is moved keeps its reason, and its note unless there is
 * another.
 */
function planned(card: ModelCard, before: Seen, { by, note = null }: Change): void {
  const isNew = before.status !== card.seen.status
  const kept = isNew ? null : card.plan
  card.plan = {
    by: by ?? '',
    note: note ?? kept?.note ?? null,
    reason: isNew ? (card.seen.plannedChange?.action === 'disable' ? before.reason : null) : (kept?.reason ?? null),
  }
}

export function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
