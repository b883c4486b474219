import type { AuditAction } from '../../../domain/audit.ts'
import type { Card } from '../../../domain/card.ts'
import { cardEventData } from '../../../domain/cards/card-events.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../database/schema.ts'
import { cardDifference } from '../../cards/card-service.ts'
import type { ChangeContext } from '../../kernel/change-context.ts'
import { cardOf } from '../../ledger/card-row.ts'
import { cardById } from '../../ledger/card-store.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { emit } from '../../ledger/outbox.ts'
import { clearDrift } from '../drift-store.ts'

/** The provider as the one who acts: what it answers is nobody else's doing. */
const PROVIDER: ChangeContext = { actor: { type: 'provider', id: null, name: 'Provider' }, channel: 'provider' }

/** The card, or null where it was removed. */
export function findCard(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  cardId: string,
): Card | null {
  const row = transaction.first(cardById, { id: cardId, projectKey })
  return row === undefined ? null : cardOf(row, core.projectIdOf(projectKey, transaction), core.name)
}

/** The provider has made everything that was wished: the card is in step with it. */
export function markSynced(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  cardId: string,
): void {
  const card = findCard(core, transaction, projectKey, cardId)
  if (card === null) return
  clearDrift(transaction, cardId)
  const now = core.clock.now().toISOString()
  const synced = change(
    core,
    transaction,
    projectKey,
    card,
    { syncStatus: 'synced', syncErrorMessage: null, lastSyncedAt: now },
    'card.synced',
    PROVIDER,
  )
  if (card.syncStatus === 'pending') emitCard(core, transaction, projectKey, 'card.synced', synced)
}

/** The provider has refused a change, or could not be reached in time. */
export function markFailed(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  cardId: string,
  message: string,
): void {
  const card = findCard(core, transaction, projectKey, cardId)
  if (card === null) return
  const failed = change(
    core,
    transaction,
    projectKey,
    card,
    { syncStatus: 'failed', syncErrorMessage: message },
    'card.sync_failed',
    PROVIDER,
  )
  if (card.syncStatus === 'pending')
    emitCard(core, transaction, projectKey, 'card.sync_failed', failed, { error_message: message })
}

/** A person lets a failed change go out again. */
export function markPending(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  card: Card,
  action: AuditAction,
  context: ChangeContext,
): Card {
  return change(core, transaction, projectKey, card, { syncStatus: 'pending', syncErrorMessage: null }, action, context)
}

type SyncFields = Pick<Card, 'syncStatus' | 'syncErrorMessage'> & Partial<Pick<Card, 'lastSyncedAt'>>

/** Writes a card's sync fields and the audit entry. */
function change(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  card: Card,
  fields: SyncFields,
  action: AuditAction,
  context: ChangeContext,
): Card {
  const changed: Card = { ...card, ...fields, updatedAt: core.clock.now().toISOString() }
  transaction.run(writeSync, {
    id: card.id,
    syncStatus: changed.syncStatus,
    syncErrorMessage: changed.syncErrorMessage,
    lastSyncedAt: changed.lastSyncedAt,
    updatedAt: changed.updatedAt,
  })
  transaction.note({ about: 'card', projectKey, id: card.id })
  core.audit.append(transaction, context, {
    action,
    target: { type: 'card', id: card.id },
    projectId: core.projectIdOf(projectKey, transaction),
    ...cardDifference(card, changed),
  })
  return changed
}

function emitCard(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  name: 'card.synced' | 'card.sync_failed',
  card: Card,
  more: Record<string, unknown> = {},
): void {
  emit(transaction, {
    name,
    projectKey,
    cardId: card.id,
    createdAt: card.updatedAt,
    data: { ...cardEventData(card), ...more },
  })
  core.wakeDeliveries()
}

const writeSync = prepareQuery<{
  id: string
  syncStatus: Card['syncStatus']
  syncErrorMessage: string | null
  lastSyncedAt: string | null
  updatedAt: string
}>()('write sync status', (parameter) =>
  queryBuilder<EnvironmentSchema>()
    .updateTable('card')
    .set({
      sync_status: parameter('syncStatus'),
      sync_error_message: parameter('syncErrorMessage'),
      last_synced_at: parameter('lastSyncedAt'),
      updated_at: parameter('updatedAt'),
    })
    .where('id', '=', parameter('id')),
)
