import type { CardReason } from '../cards/card-reason.ts'
import { AUTHORIZATIONS, type Card, type CardEventName, type CardStatus } from '../card.ts'
import { OWN_FIELDS } from '../cards/card-fields.ts'

/** A provider's report about a card. A missing field was not reported and stays as it is. */
export interface ReportedCard {
  cardNumber: string
  providerCardId?: string
  status?: CardStatus
  licensePlate?: string
  driver?: string
  /** ISO 8601, midnight UTC. */
  expirationDate?: string
  authGasoline?: boolean
  authDiesel?: boolean
  authLpg?: boolean
  authHeatingOil?: boolean
  /** The fleet's own fields, which only its own files contain. */
  reason?: CardReason
  internalReference?: string
  costCentre?: string
  notes?: string
  replacesCardNumber?: string
  /** The card with that number, where it is known. */
  replacesCardId?: string
}

/** A field in which the provider contradicts a change it has not confirmed. */
export interface Drift {
  field: 'status' | 'licensePlate' | 'driver' | (typeof AUTHORIZATIONS)[number]
  ours: string | null
  theirs: string | null
}

export interface Reconciliation {
  card: Card
  /** Whether the card itself changes. */
  changed: boolean
  events: readonly CardEventName[]
  /** Empty unless the report contradicts a pending change. */
  drift: readonly Drift[]
}

/** The fields our commands can change and a provider may contradict. */
export const PUSHED_FIELDS = ['status', 'licensePlate', 'driver', ...AUTHORIZATIONS] as const

/**
 * What a provider's report does to a known card. Number and expiry
 * always follow the provider; status, authorizations, plate and driver do too, unless the card has a pending change:
 * then ours stay, and differences are drift.
 *
 * @param hasPendingChange whether one of our changes is pending at the provider, or was refused by it
 * @param now the environment's time
 */
export function reconcile(card: Card, reported: ReportedCard, hasPendingChange: boolean, now: Date): Reconciliation {
  const theirs = completed(card, reported)
  const followed: Card = {
    ...card,
    cardNumber: reported.cardNumber,
    providerCardId: reported.providerCardId ?? card.providerCardId,
    expirationDate: reported.expirationDate ?? card.expirationDate,
  }
  for (const field of OWN_FIELDS) followed[field] = reported[field] ?? card[field]
  if (!hasPendingChange) {
    for (const field of PUSHED_FIELDS) Object.assign(followed, { [field]: theirs[field] })
    // A card that was gone, or whose last sync failed without a pending change, is in sync again.
    Object.assign(followed, { syncStatus: 'synced', syncErrorMessage: null })
  }
  // What a hand-over has settled stays.
  if (card.status === 'new' || card.replacesCardId === null)
    followed.replacesCardId = reported.replacesCardId ?? card.replacesCardId
  followed.reason = reasonOf(followed.status, reported, card)
  // Made for the status that the card had.
  if (followed.status !== card.status) followed.plannedChange = null
  const changed = COMPARED_FIELDS.some((field) => followed[field] !== card[field])
  const at = now.toISOString()
  return {
    card: changed ? { ...followed, updatedAt: at, lastSyncedAt: hasPendingChange ? card.lastSyncedAt : at } : card,
    changed,
    events: changed ? eventsOf(card, followed) : [],
    drift: hasPendingChange ? driftOf(card, theirs) : [],
  }
}

/**
 * A reason belongs to a disabled card alone: it ends with the block, and a new block has none unless one is reported.
 */
function reasonOf(status: CardStatus, reported: ReportedCard, before: Pick<Card, 'status' | 'reason'>) {
  if (status !== 'inactive') return null
  return reported.reason ?? (before.status === 'inactive' ? before.reason : null)
}

const COMPARED_FIELDS = [
  'cardNumber',
  'providerCardId',
  'expirationDate',
  'reason',
  'replacesCardId',
  ...OWN_FIELDS,
  ...PUSHED_FIELDS,
  'syncStatus',
  'syncErrorMessage',
] as const

/** A new card from its first report. */
export function cardFromReport(
  reported: ReportedCard,
  identity: Pick<Card, 'id' | 'projectId' | 'environment'>,
  now: Date,
): Card {
  const at = now.toISOString()
  const blank: Card = {
    ...identity,
    cardNumber: reported.cardNumber,
    // Without a provider ID, the card number stands in until one is reported.
    providerCardId: reported.providerCardId ?? reported.cardNumber,
    status: 'new',
    licensePlate: null,
    driver: null,
    expirationDate: reported.expirationDate ?? null,
    authGasoline: false,
    authDiesel: false,
    authLpg: false,
    authHeatingOil: false,
    syncStatus: 'synced',
    syncErrorMessage: null,
    lastSyncedAt: at,
    reason: null,
    plannedChange: null,
    internalReference: reported.internalReference ?? null,
    costCentre: reported.costCentre ?? null,
    notes: reported.notes ?? null,
    replacesCardId: reported.replacesCardId ?? null,
    createdAt: at,
    updatedAt: at,
  }
  const card = { ...blank, ...completed(blank, reported) }
  return { ...card, reason: reasonOf(card.status, reported, blank) }
}

/** The fields with pending changes as the provider has them; unreported ones come from the card. */
function completed(card: Card, reported: ReportedCard): Pick<Card, (typeof PUSHED_FIELDS)[number]> {
  const status = reported.status ?? statusFromAuthorizations(card, reported)
  // A status without authorizations switches all four, as our own commands do.
  const unreported = status === card.status ? null : status === 'active'
  const authorization = (field: (typeof AUTHORIZATIONS)[number]) => reported[field] ?? unreported ?? card[field]
  return {
    status,
    licensePlate: reported.licensePlate ?? card.licensePlate,
    driver: reported.driver ?? card.driver,
    authGasoline: authorization('authGasoline'),
    authDiesel: authorization('authDiesel'),
    authLpg: authorization('authLpg'),
    authHeatingOil: authorization('authHeatingOil'),
  }
}

/** Any authorization makes a card active; none makes it inactive, or leaves it new if it was never activated. */
function statusFromAuthorizations(card: Card, reported: ReportedCard): CardStatus {
  if (AUTHORIZATIONS.every((field) => reported[field] === undefined)) return card.status
  if (AUTHORIZATIONS.some((field) => reported[field] ?? card[field])) return 'active'
  return card.status === 'new' ? 'new' : 'inactive'
}

const PUBLISHED_FIELDS = [
  'licensePlate',
  'driver',
  'expirationDate',
  'internalReference',
  'costCentre',
  'replacesCardId',
] as const

function eventsOf(before: Card, after: Card): CardEventName[] {
  const events: CardEventName[] = []
  if (before.status !== after.status) {
    if (after.status === 'active') events.push(before.status === 'new' ? 'card.activated' : 'card.enabled')
    if (after.status === 'inactive') events.push('card.disabled')
  }
  const published =
    PUBLISHED_FIELDS.some((field) => before[field] !== after[field]) ||
    // Otherwise the event of the change of status carries it.
    (before.status === after.status && before.reason !== after.reason)
  // An activation carries plate and driver itself.
  if (published && !events.includes('card.activated')) events.push('card.updated')
  return events
}

function driftOf(card: Card, theirs: Pick<Card, (typeof PUSHED_FIELDS)[number]>): Drift[] {
  return PUSHED_FIELDS.filter((field) => theirs[field] !== card[field]).map((field) => ({
    field,
    ours: text(card[field]),
    theirs: text(theirs[field]),
  }))
}

function text(value: string | boolean | null): string | null {
  return value === null ? null : String(value)
}
