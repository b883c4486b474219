import type { Card } from '../../../domain/card.ts'
import type { ChangeContext } from '../../kernel/change-context.ts'
import { cardOf } from '../../ledger/card-row.ts'
import { cardById } from '../../ledger/card-store.ts'
import { changeCard } from '../../ledger/change-card.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { clearDrift } from '../drift-store.ts'

/** The provider as the actor: its answers are its own actions. */
const PROVIDER: ChangeContext = { actor: { type: 'provider', id: null, name: 'Provider' }, channel: 'provider' }

/** The card, or null if it was removed. */
export async function findCard(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  cardId: string,
): Promise<Card | null> {
  const row = await transaction.first(cardById, { id: cardId, projectKey })
  return row === undefined ? null : cardOf(row, await core.projectIdOf(projectKey, transaction), core.name)
}

/** Records that the provider has made every pending change: the card is in sync. */
export async function markSynced(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  cardId: string,
): Promise<void> {
  const card = await findCard(core, transaction, projectKey, cardId)
  if (card === null) return
  const now = core.clock.now().toISOString()
  await changeCard(core, transaction, PROVIDER, {
    projectKey,
    before: card,
    after: { ...card, syncStatus: 'synced', syncErrorMessage: null, lastSyncedAt: now, updatedAt: now },
    action: 'card.synced',
    settle: () => clearDrift(transaction, cardId),
    events: card.syncStatus === 'pending' ? ['card.synced'] : [],
  })
}

/** Records that the provider refused a change, or could not be reached in time. */
export async function markFailed(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  cardId: string,
  message: string,
  settle: () => Promise<void>,
): Promise<void> {
  const card = await findCard(core, transaction, projectKey, cardId)
  if (card === null) return settle()
  const updatedAt = core.clock.now().toISOString()
  await changeCard(core, transaction, PROVIDER, {
    projectKey,
    before: card,
    after: { ...card, syncStatus: 'failed', syncErrorMessage: message, updatedAt },
    action: 'card.sync_failed',
    settle,
    events: card.syncStatus === 'pending' ? ['card.sync_failed'] : [],
  })
}

/** Records that a person lets a failed change go out again. */
export function markPending(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  card: Card,
  action: 'card.retry' | 'card.push_again',
  context: ChangeContext,
  settle: () => Promise<void>,
): Promise<Card> {
  const updatedAt = core.clock.now().toISOString()
  const after: Card = { ...card, syncStatus: 'pending', syncErrorMessage: null, updatedAt }
  return changeCard(core, transaction, context, { projectKey, before: card, after, action, settle })
}
