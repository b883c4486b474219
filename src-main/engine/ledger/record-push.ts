import type { ProviderChange } from '../../domain/card.ts'
import { withLaterChange } from '../../domain/sync/pending-change.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { newUuid, timedId } from '../kernel/ids.ts'
import { changeOf, firstPushOfCard, insertPush, portalLane, PUSH_JOB, pushesOfCard, removePush } from './push-store.ts'

/** A change that a card's provider has yet to make. */
export interface PendingChange {
  projectKey: number
  cardId: string
  change: ProviderChange
  /** The environment's time, ISO 8601. */
  createdAt: string
}

/**
 * Queues a push after the card's other pushes, in the command's own transaction. Its reference makes the provider act
 * only once.
 */
export async function recordPush(
  transaction: EnvironmentTransaction,
  { projectKey, cardId, change, createdAt }: PendingChange,
): Promise<void> {
  const first = await transaction.first(firstPushOfCard, { cardId })
  const state = first === undefined ? 'queued' : first.state === 'failed' || first.state === 'held' ? 'held' : 'waiting'
  await transaction.run(insertPush, {
    id: timedId('job_'),
    projectKey,
    lane: portalLane(projectKey),
    cardId,
    reference: newUuid(),
    payload: JSON.stringify(change),
    state,
    createdAt,
  })
  if (state === 'queued') transaction.note({ about: 'work', kind: PUSH_JOB })
}

/** Records a change order. Replaces orders that were not exported yet, merging what they still ask for. */
export async function recordOrder(transaction: EnvironmentTransaction, pending: PendingChange): Promise<void> {
  const replaced = (await transaction.all(pushesOfCard, { cardId: pending.cardId })).filter(
    ({ state, exported_at: exported }) => exported === null && state !== 'failed' && state !== 'running',
  )
  for (const { seq } of replaced) await transaction.run(removePush, { seq })
  const orders = withLaterChange(
    replaced.map(({ payload }) => changeOf(payload)),
    pending.change,
  )
  for (const change of orders) await recordPush(transaction, { ...pending, change })
}
