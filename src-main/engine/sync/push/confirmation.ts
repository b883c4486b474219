import { portalTakesChanges } from '../../ledger/provider-changes.ts'
import type { Card } from '../../../domain/card.ts'
import { reconcile, type ReportedCard } from '../../../domain/sync/reconcile.ts'
import { contradicts, reportsOn } from '../../../domain/sync/pending-change.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { clearDrift } from '../drift-store.ts'
import { changeOf, firstPushOfCard, pushesOfCard, removePushesOfCard } from '../../ledger/push-store.ts'

/** Whether a card has changes that its provider has not confirmed. Never in the sandbox, which has no provider. */
export async function hasPendingChange(session: EnvironmentSession, card: Card): Promise<boolean> {
  return (
    card.environment === 'production' &&
    card.syncStatus !== 'synced' &&
    (await session.first(firstPushOfCard, { cardId: card.id })) !== undefined
  )
}

/**
 * Whether a report shows that the provider has made all pending changes, so that nothing is left to send or export.
 * Never true while one is being sent: its response decides, and the rest follow in order.
 */
export async function confirmsPendingChange(
  core: EnvironmentCore,
  session: EnvironmentSession,
  card: Card,
  reported: ReportedCard,
): Promise<boolean> {
  const pushes = await session.all(pushesOfCard, { cardId: card.id })
  const [first] = pushes
  if (first === undefined || (await isOnItsWay(core, session, card, first.state))) return false
  const open = pushes.map(({ payload }) => changeOf(payload))
  if (!reportsOn(reported, open)) return false
  return !contradicts(reconcile(card, reported, true, core.clock.now()).drift, open)
}

/** Removes the pushes or orders that a report has confirmed, in the transaction that applies the report. */
export async function recordConfirmation(transaction: EnvironmentTransaction, before: Card): Promise<void> {
  await clearDrift(transaction, before.id)
  await transaction.run(removePushesOfCard, { cardId: before.id })
}

/** Whether a push is being sent. A failed or restored one waits for a person instead, an order for a clerk. */
async function isOnItsWay(
  core: EnvironmentCore,
  session: EnvironmentSession,
  card: Card,
  state: string,
): Promise<boolean> {
  if (state === 'failed' || state === 'held') return false
  if (state === 'running') return true
  const projectKey = await core.findProjectKey(card.projectId, session)
  return projectKey !== null && (await portalTakesChanges(session, projectKey))
}
