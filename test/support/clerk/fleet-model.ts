import type { CardReason } from '../../../src-main/domain/cards/card-reason.ts'
import { judgeHandOver } from './hand-over-model.ts'
import { BLANK, cardOf, change, same, type ModelCard, type Seen } from './model-card.ts'

/** Why a call is refused: the code of its error, or the reason where that has one. */
export type Refusal = string | null

export interface Given {
  /** Who gives the command. */
  by: string
  /** In their own words. */
  note?: string | null | undefined
}

export interface Update {
  licensePlate?: string
  driver?: string
  internalReference?: string | null
  costCentre?: string | null
  notes?: string | null
}

export interface Row extends Partial<Pick<Seen, 'status'>> {
  cardNumber: string
  licensePlate?: string
  driver?: string
  reason?: CardReason
  internalReference?: string
  costCentre?: string
  replacesCardNumber?: string
}

export const UNDO_MS = 10 * 60_000
const MOST_AHEAD_MS = 5 * 365.25 * 24 * 3_600_000

/**
 * What the service should know of a project in its sandbox, by rules written down a second time: in the words of the
 * design, without the program's own.
 */
export class FleetModel {
  readonly cards: ModelCard[] = []
  readonly jobs: ModelJob[] = []
  /** Audit entries of the project that are about no card. */
  readonly entries: string[] = []
  offsetMs = 0
  /** The card that the last action was about. */
  latest: ModelCard | null = null
  private readonly wall: () => number

  /** @param wall the wall clock, in ms */
  constructor(wall: () => number) {
    this.wall = wall
  }

  get now(): number {
    return this.wall() + this.offsetMs
  }

  get wallNow(): number {
    return this.wall()
  }

  activate(card: ModelCard, licensePlate: string, driver: string, { by, note = null }: Given): Refusal {
    if (card.seen.status !== 'new') return 'card_already_active'
    this.made(card, { status: 'active', plannedChange: null, licensePlate, driver }, 'activate', by, note, [
      'card.activated',
    ])
    return null
  }

  enable(card: ModelCard, { by, note = null, until = null }: Given & { until?: number | null }): Refusal {
    if (card.seen.status === 'new') return 'card_not_activated'
    if (card.seen.status === 'active') return 'card_already_enabled'
    if (!this.isPossible(until)) return 'error.validation'
    this.made(card, { status: 'active', reason: null, plannedChange: plan('disable', until) }, 'enable', by, note, [
      'card.enabled',
    ])
    return null
  }

  disable(
    card: ModelCard,
    { by, note = null, reason = null, until = null }: Given & { reason?: CardReason | null; until?: number | null },
  ): Refusal {
    if (card.seen.status === 'new') return 'card_not_activated'
    if (card.seen.status === 'inactive') return 'card_already_disabled'
    if (!this.isPossible(until)) return 'error.validation'
    this.made(card, { status: 'inactive', reason, plannedChange: plan('enable', until) }, 'disable', by, note, [
      'card.disabled',
    ])
    return null
  }

  update(card: ModelCard, values: Update, { by, note = null }: Given): Refusal {
    const isOwnAlone = values.licensePlate === undefined && values.driver === undefined
    if (card.seen.status === 'new' && !(isOwnAlone && Object.keys(values).length > 0)) return 'card_not_activated'
    const differing = Object.keys(values).filter(
      (field) => !same(values[field as keyof Update], card.seen[field as keyof Update]),
    )
    const isTold = differing.some((field) => field !== 'notes')
    this.made(card, values, 'update', by, note, isTold ? ['card.updated'] : [])
    return null
  }

  /** Whether something can be planned for then. */
  isPossible(until: number | null): boolean {
    return until === null || (until > this.now && until < this.now + MOST_AHEAD_MS)
  }

  cancelPlan(card: ModelCard, { by, note = null }: Given): Refusal {
    if (card.seen.plannedChange === null) return 'nothing_planned'
    change(card, { plannedChange: null }, { action: 'card.plan_cancel', by, note, at: this.wallNow })
    return null
  }

  movePlan(card: ModelCard, until: number, { by, note = null }: Given): Refusal {
    const { plannedChange } = card.seen
    if (plannedChange === null) return 'nothing_planned'
    if (!this.isPossible(until)) return 'error.validation'
    const moved = { ...plannedChange, at: new Date(until).toISOString() }
    change(card, { plannedChange: moved }, { action: 'card.plan_move', by, note, at: this.wallNow })
    return null
  }

  /** Whether something has fallen due that was not carried out: an undo may bring it back. */
  get isOverdue(): boolean {
    return this.cards.some(({ seen }) => seen.plannedChange !== null && Date.parse(seen.plannedChange.at) <= this.now)
  }

  /** All that has fallen due, by the clock alone. */
  carryOutDue(): void {
    for (const card of this.cards) {
      const { plannedChange } = card.seen
      if (plannedChange === null || Date.parse(plannedChange.at) > this.now) continue
      const { action } = plannedChange
      const after: Partial<Seen> =
        action === 'enable'
          ? { status: 'active', reason: null, plannedChange: null }
          : { status: 'inactive', reason: card.plan?.reason ?? null, plannedChange: null }
      this.made(card, after, action, null, null, [`card.${action}d`])
    }
  }

  /** Back to wall time: what was an hour away still is. */
  resetClock(): void {
    for (const { seen, last } of this.cards)
      for (const one of [seen, last?.ended])
        if (one?.plannedChange)
          one.plannedChange = {
            ...one.plannedChange,
            at: new Date(Date.parse(one.plannedChange.at) - this.offsetMs).toISOString(),
          }
    this.offsetMs = 0
  }

  handOver(card: ModelCard, given: ModelCard | null, { by, note = null }: Given): Refusal {
    const old = given ?? this.cards.find(({ id }) => id === card.seen.replacesCardId)
    if (old === undefined) return 'replaces_nothing'
    const judged = judgeHandOver(card, old)
    if (judged !== 'change') return judged === 'nothing' ? null : judged
    const { licensePlate, driver } = old.seen
    const named = {
      replacesCardId: old.id,
      internalReference: card.seen.internalReference ?? old.seen.internalReference,
      costCentre: card.seen.costCentre ?? old.seen.costCentre,
      plannedChange: null,
      status: 'active',
    } as const
    const isTogether = card.seen.status !== 'active'
    const handedOver = { action: 'card.hand_over', by, note, partner: old, at: this.wallNow } as const
    if (card.seen.status === 'new')
      change(
        card,
        { ...named, licensePlate, driver },
        { ...handedOver, command: 'activate', events: ['card.activated'] },
      )
    else if (isTogether) {
      const { status, plannedChange, ...names } = named
      const hasVehicle = card.seen.licensePlate === licensePlate && card.seen.driver === driver
      if (!hasVehicle) this.made(card, { ...names, licensePlate, driver }, 'update', by, note, ['card.updated'])
      change(
        card,
        { ...names, status, plannedChange, reason: null },
        { ...handedOver, command: 'enable', events: ['card.enabled'] },
      )
    }
    change(
      old,
      { status: 'inactive', reason: 'replaced', plannedChange: null },
      {
        action: 'card.disable',
        command: 'disable',
        by,
        note,
        partner: isTogether ? card : null,
        events: ['card.disabled'],
        at: this.wallNow,
      },
    )
    return null
  }

  /** Undoes the last command on a card. @param command refused if it is another */
  undoCard(card: ModelCard, command: string | null, given: Given): Refusal {
    const { last } = card
    if (last === null || this.wallNow > last.at + UNDO_MS) return 'error.undo_expired'
    if (command !== null && last.command !== command) return 'error.undo_expired'
    return this.undo(card, last, given) === 'done' ? null : 'error.undo_expired'
  }

  /** @param last the command that is to be undone; any other was given since */
  undo(card: ModelCard, last: ModelCard['last'], given: Given): 'done' | 'skipped' {
    if (last === null || card.last !== last || card.wasTouched) return 'skipped'
    const { partner } = last
    if (partner !== null && (partner.last?.partner !== card || partner.wasTouched)) return 'skipped'
    const lost = (field: 'licensePlate' | 'driver') => last.before[field] === null && card.seen[field] !== null
    if (last.command === 'update' && (lost('licensePlate') || lost('driver'))) return 'skipped'
    for (const one of partner === null ? [card] : [partner, card]) {
      this.takeBack(one, given)
      one.last = null
    }
    return 'done'
  }

  /** A row of a file. @returns what becomes of it */
  import(row: Row, idOfNew: (cardNumber: string) => string): 'create' | 'change' | 'leave' {
    const { cardNumber, replacesCardNumber, ...values } = row
    const replaced = this.cards.find((other) => other.cardNumber === replacesCardNumber)
    const named = replaced === undefined || replacesCardNumber === cardNumber ? null : replaced.id
    const card = this.cards.find((known) => known.cardNumber === cardNumber)
    if (card === undefined) {
      const seen = { ...BLANK, ...values, replacesCardId: named }
      if (seen.status !== 'inactive') seen.reason = null
      this.cards.push(cardOf(idOfNew(cardNumber), cardNumber, this.now, seen))
      return 'create'
    }
    const before = card.seen
    const after: Seen = { ...before, ...values }
    if (before.status === 'new' || before.replacesCardId === null) after.replacesCardId = named ?? before.replacesCardId
    // A reason belongs to a block: it ends with it.
    if (after.status !== 'inactive') after.reason = null
    else if (before.status !== 'inactive') after.reason = values.reason ?? null
    if (after.status !== before.status) after.plannedChange = null
    if (same(before, after)) return 'leave'
    change(card, after, { action: 'card.sync', by: '', at: this.wallNow, events: eventsOf(before, after) })
    return 'change'
  }

  private takeBack(card: ModelCard, given: Given): void {
    if (card.last === null) return
    const { command, before, ended } = card.last
    if (command === 'update') {
      const { licensePlate, driver, internalReference, costCentre, notes } = before
      const plate = licensePlate === card.seen.licensePlate || licensePlate === null ? {} : { licensePlate }
      const name = driver === card.seen.driver || driver === null ? {} : { driver }
      this.update(card, { ...plate, ...name, internalReference, costCentre, notes }, given)
      return
    }
    const how = command === 'disable' ? 'enable' : 'disable'
    const after: Partial<Seen> = {
      status: how === 'enable' ? 'active' : 'inactive',
      reason: command === 'enable' ? before.reason : null,
      plannedChange: null,
    }
    const taken = { action: `card.${how}`, command: how, events: [`card.${how}d`], restored: ended } as const
    change(card, after, { ...given, ...taken, at: this.wallNow })
  }

  private made(
    card: ModelCard,
    after: Partial<Seen>,
    command: 'activate' | 'enable' | 'disable' | 'update',
    by: string | null,
    note: string | null,
    events: readonly string[],
  ): void {
    change(card, after, { action: `card.${command}`, command, by, note, events, at: this.wallNow })
  }
}

/** A bulk job, as far as its undo goes. */
export interface ModelJob {
  readonly id: string
  /** The command that it gave to each card. */
  readonly changed: readonly { card: ModelCard; last: ModelCard['last'] }[]
  readonly endedAt: number
  undoId: string | null
}

function plan(action: 'enable' | 'disable', until: number | null): Seen['plannedChange'] {
  return until === null ? null : { action, at: new Date(until).toISOString(), held: false }
}

const PUBLISHED = ['licensePlate', 'driver', 'internalReference', 'costCentre', 'replacesCardId'] as const

function eventsOf(before: Seen, after: Seen): string[] {
  const isSwitched = before.status !== after.status
  if (isSwitched && after.status === 'active' && before.status === 'new') return ['card.activated']
  const events: string[] = []
  if (isSwitched && after.status === 'active') events.push('card.enabled')
  if (isSwitched && after.status === 'inactive') events.push('card.disabled')
  if (PUBLISHED.some((field) => before[field] !== after[field]) || (!isSwitched && before.reason !== after.reason))
    events.push('card.updated')
  return events
}
