import { cardEventData } from '../cards/card-events.ts'
import type { Card, CardStatus } from '../card.ts'
import type { EnvironmentName } from '../environment-name.ts'
import type { EventName } from '../event-catalogue.ts'
import { EXAMPLE_CARD } from '../cards/example-card.ts'
import { listedCards } from '../cards/listed-cards.ts'

const STAND_IN_DAYS = 30

/** The card of a simulation in a project without cards: that of the examples, so that the body matches them. */
export function standInCard(environment: EnvironmentName, projectId: string, id: string, now: Date): Card {
  const at = now.toISOString()
  const expiry = new Date(now.getTime() + STAND_IN_DAYS * 24 * 60 * 60_000).toISOString().slice(0, 10)
  return {
    ...EXAMPLE_CARD,
    id,
    projectId,
    environment,
    providerCardId: 'EXAMPLE-1',
    expirationDate: `${expiry}T00:00:00.000Z`,
    lastSyncedAt: at,
    createdAt: at,
    updatedAt: at,
  }
}

/** The state each event reports, regardless of the card's own: a simulation changes no card. */
const REPORTED_STATE: Partial<Record<EventName, Partial<Card>>> = {
  'card.created': { status: 'new', licensePlate: null, driver: null, ...switched(false) },
  'card.activated': { status: 'active', ...switched(true) },
  'card.enabled': { status: 'active', ...switched(true) },
  'card.disabled': { status: 'inactive', ...switched(false) },
  'card.sync_failed': { syncStatus: 'failed' },
}

/** Which card a simulation uses if it names none: the oldest in this status, else the oldest of all. */
export function fittingStatus(name: EventName): CardStatus | undefined {
  return name === 'card.synced' || name === 'card.sync_failed' || name === 'card.updated' || name === 'card.expiring'
    ? 'active'
    : REPORTED_STATE[name]?.status
}

/**
 * The `data` of a simulated event's body, as sent and as previewed on the screen.
 *
 * @param cards all cards of the project, for a sync event
 */
export function simulatedData(
  environment: EnvironmentName,
  projectId: string,
  name: EventName,
  card: Card,
  cards: readonly Card[],
): Record<string, unknown> {
  const failure = { error_message: 'Simulated: the provider refused the change' }
  if (name === 'test') return { environment, project_id: projectId, message: 'A simulated test event' }
  if (name.startsWith('card.')) {
    const data = cardEventData({ ...card, ...REPORTED_STATE[name] })
    if (name === 'card.sync_failed') return { ...data, ...failure }
    return name === 'card.expiring' ? { ...data, expiration_date: card.expirationDate ?? card.updatedAt } : data
  }
  const counts = {
    cards_created: 0,
    cards_updated: Math.min(cards.length, 1),
    cards_unchanged: Math.max(cards.length - 1, 0),
    cards_failed: 0,
    duration_ms: 1_250,
  }
  if (name === 'sync.failed')
    return { environment, project_id: projectId, ...counts, ...listedCards(name, cards), ...failure }
  return { environment, project_id: projectId, ...counts, ...listedCards('sync.completed', cards) }
}

function switched(on: boolean): Pick<Card, 'authGasoline' | 'authDiesel' | 'authLpg' | 'authHeatingOil'> {
  return { authGasoline: on, authDiesel: on, authLpg: on, authHeatingOil: on }
}
