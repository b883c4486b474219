import { portalTakesChanges } from '../../ledger/provider-changes.ts'
import { refusedInput, ServiceError } from '../../../domain/errors.ts'
import { PUSH_STATES, type Push } from '../../../domain/sync/provider.ts'
import { MOST_LOST_REFERENCES, REFERENCE_GOOD_MS } from '../../../domain/sync/push-schedule.ts'
import type { ChangeContext } from '../../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { newUuid } from '../../kernel/ids.ts'
import { findCard, markPending } from './card-sync.ts'
import { chosenOrAll, type Chosen, type Refusal } from './chosen-cards.ts'
import { readListPage } from './pages.ts'
import { readSyncCounts } from './push-counts.ts'
import { changeOf, PUSH_JOB, pushesOfCard } from '../../ledger/push-store.ts'
import { pushesForPerson, releaseHeld, restartPush } from './attempt-store.ts'

/** The changes on their way to the provider. */
export interface Pushes {
  /** Oldest first. If no portal accepts changes, only those that wait for a person: the others are change orders. */
  list(
    projectId: string,
    input: { page: number; limit: number; state?: Push['state'] | undefined },
  ): Promise<{ docs: Push[]; total: number }>
  /** Sends refused or given-up changes again, and releases restored ones, along with everything waiting behind them. */
  retry(projectId: string, chosen: Chosen, context: ChangeContext): Promise<{ retried: number; refused: Refusal[] }>
}

export function createPushes(core: EnvironmentCore): Pushes {
  return {
    list: async (projectId, { page, limit, state }) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return { docs: [], total: 0 }
      const taken = await portalTakesChanges(core.database, projectKey)
      const shown: readonly Push['state'][] = state !== undefined ? [state] : taken ? PUSH_STATES : PERSONAL_STATES
      if (!taken && state === 'queued') return { docs: [], total: 0 }
      const { inState } = await readSyncCounts(core, projectKey)
      const total = shown.reduce<number>((sum, one) => sum + inState(one), 0)
      const open = core.database.build
        .selectFrom('job')
        .innerJoin('card', 'card.id', 'job.card_id')
        .select([
          'job.id',
          'job.card_id',
          'card.card_number',
          'card.license_plate',
          'job.payload',
          'job.push_state',
          'job.state',
          'job.attempt_count',
          'job.due_at',
          'job.error',
          'job.created_at',
        ])
        .where('job.project_key', '=', projectKey)
      const matching =
        state !== undefined
          ? open
              .where('job.push_state', '=', state)
              .orderBy('job.exported_at', (order) => order.asc().nullsFirst())
              .orderBy('job.seq')
          : taken
            ? open.where('job.card_id', 'is not', null).orderBy('job.seq')
            : open
                .where('job.push_state', 'in', PERSONAL_STATES)
                .orderBy('job.push_state')
                .orderBy('job.exported_at', (order) => order.asc().nullsFirst())
                .orderBy('job.seq')
      const rows = await readListPage(core, 'pushes', matching, { page, limit })
      return { docs: rows.map(pushOf), total }
    },

    retry: async (projectId, chosen, context) => {
      const { done, refused } = await chosenOrAll(
        core,
        projectId,
        chosen,
        pushesForPerson,
        (transaction, projectKey, cardId) => retryCard(core, transaction, projectKey, cardId, context),
      )
      return { retried: done, refused }
    },
  }
}

/** The states that are no change orders if no portal accepts changes; the index skips any number of orders. */
const PERSONAL_STATES: Push['state'][] = ['sending', 'confirming', 'failed', 'blocked']

/**
 * Queues a card's failed or restored change again, in this transaction.
 *
 * @throws ServiceError `error.card_not_found`, or `error.validation` if the card has no such change
 */
async function retryCard(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  cardId: string,
  context: ChangeContext,
): Promise<void> {
  const card = await findCard(core, transaction, projectKey, cardId)
  if (card === null) throw new ServiceError('error.card_not_found')
  const [first] = await transaction.all(pushesOfCard, { cardId })
  if (first === undefined || (first.state !== 'failed' && first.state !== 'held'))
    throw refusedInput('cardId', 'No change of this card was refused or given up', { code: 'nothing_refused' })
  const now = core.clock.now()
  // A refused change gets a new reference, because the provider replays its refusal; so does a restored one, which may
  // long have been answered. The provider may have made a change that was given up: the same reference keeps it from
  // acting twice, unless that reference is lost or expired.
  const keeps =
    first.failure === 'given_up' &&
    first.lost_references < MOST_LOST_REFERENCES &&
    (first.sent_at === null || now.getTime() - Date.parse(first.sent_at) < REFERENCE_GOOD_MS)
  transaction.note({ about: 'work', kind: PUSH_JOB })
  await markPending(core, transaction, projectKey, card, 'card.retry', context, async () => {
    await transaction.run(releaseHeld, { cardId })
    await transaction.run(restartPush, {
      seq: first.seq,
      now: now.toISOString(),
      ...(keeps ? { reference: first.reference, sentAt: first.sent_at } : { reference: newUuid(), sentAt: null }),
    })
  })
}

interface PushRow {
  id: string
  card_id: string | null
  card_number: string
  license_plate: string | null
  payload: string
  push_state: Push['state'] | null
  state: string
  attempt_count: number
  due_at: string
  error: string | null
  created_at: string
}

function pushOf(row: PushRow): Push {
  return {
    id: row.id,
    cardId: row.card_id ?? '',
    cardNumber: row.card_number,
    licensePlate: row.license_plate,
    action: changeOf(row.payload).action,
    state: row.push_state ?? 'queued',
    attemptCount: row.attempt_count,
    // Only queued pushes have a time of their own.
    nextAttemptAt: row.state === 'queued' ? row.due_at : null,
    error: row.error,
    createdAt: row.created_at,
  }
}
