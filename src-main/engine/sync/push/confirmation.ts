import { portalTakesChanges } from '../../ledger/provider-changes.ts'
import type { Card } from '../../../domain/card.ts'
import { reconcile, type ReportedCard } from '../../../domain/sync/reconcile.ts'
import { contradicts, reportsOn } from '../../../domain/sync/wish.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { clearDrift } from '../drift-store.ts'
import { changeOf, firstPushOfCard, pushesOfCard, removePushesOfCard } from '../../ledger/push-store.ts'

/** Whether a card has a change of ours that its provider has not confirmed. A sandbox has no provider, and so no wishes. */
export function hasWish(session: EnvironmentSession, card: Card): boolean {
  return (
    card.environment === 'production' &&
    card.syncStatus !== 'synced' &&
    session.first(firstPushOfCard, { cardId: card.id }) !== undefined
  )
}

/**
 * Whether a report shows that the provider has what is wished, so that nothing need be sent or handed over any more.
 * Not while a portal is being told of it: then the answer to that says so, and the changes go out in their order.
 */
export function confirmsWish(
  core: EnvironmentCore,
  session: EnvironmentSession,
  card: Card,
  reported: ReportedCard,
): boolean {
  const pushes = session.all(pushesOfCard, { cardId: card.id })
  const [first] = pushes
  if (first === undefined || isOnItsWay(core, session, card, first.state)) return false
  const open = pushes.map(({ payload }) => changeOf(payload))
  if (!reportsOn(reported, open)) return false
  return !contradicts(reconcile(card, reported, true, core.clock.now()).drift, open)
}

/** Lets go of the pushes or orders of a card whose wish a report has confirmed, in the transaction that writes it. */
export function recordConfirmation(transaction: EnvironmentTransaction, before: Card): void {
  transaction.run(removePushesOfCard, { cardId: before.id })
  clearDrift(transaction, before.id)
}

/** A failed or restored one waits for a person, and an order for a clerk. */
function isOnItsWay(core: EnvironmentCore, session: EnvironmentSession, card: Card, state: string): boolean {
  if (state === 'failed' || state === 'held') return false
  if (state === 'running') return true
  const projectKey = core.findProjectKey(card.projectId)
  return projectKey !== null && portalTakesChanges(session, projectKey)
}
