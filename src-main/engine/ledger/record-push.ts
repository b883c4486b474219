import type { ProviderChange } from '../../domain/card.ts'
import { withLaterWish } from '../../domain/sync/wish.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { newUuid, timedId } from '../kernel/ids.ts'
import { changeOf, firstPushOfCard, insertPush, portalLane, PUSH_JOB, pushesOfCard, removePush } from './push-store.ts'

/** A change of a card that its provider must be told, in the transaction of the command that wishes it. */
export interface Wish {
  projectKey: number
  cardId: string
  change: ProviderChange
  /** The environment's time, ISO 8601. */
  createdAt: string
}

/** Records a push behind the others of its card. Its reference makes the provider act only once. */
export async function recordPush(
  transaction: EnvironmentTransaction,
  { projectKey, cardId, change, createdAt }: Wish,
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

/** Records a change order: it takes the place of those that no clerk was handed yet, and may stand for them. */
export async function recordOrder(transaction: EnvironmentTransaction, wish: Wish): Promise<void> {
  const replaced = (await transaction.all(pushesOfCard, { cardId: wish.cardId })).filter(
    ({ state, exported_at: exported }) => exported === null && state !== 'failed' && state !== 'running',
  )
  for (const { seq } of replaced) await transaction.run(removePush, { seq })
  const orders = withLaterWish(
    replaced.map(({ payload }) => changeOf(payload)),
    wish.change,
  )
  for (const change of orders) await recordPush(transaction, { ...wish, change })
}
