import { DRIFTED_FIELDS } from '../../../database/primitives.ts'
import { AUTHORIZATIONS, type Card } from '../../../domain/card.ts'
import { refusedInput, ServiceError } from '../../../domain/errors.ts'
import type { DriftedCard, DriftResolution } from '../../../domain/sync/provider.ts'
import { reconcile, type Drift, type ReportedCard } from '../../../domain/sync/reconcile.ts'
import { changesTowards } from '../../../domain/sync/pending-change.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../database/schema.ts'
import type { ChangeContext } from '../../kernel/change-context.ts'
import { changeCard } from '../../ledger/change-card.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { clearDrift, driftOf } from '../drift-store.ts'
import { findCard, markPending } from './card-sync.ts'
import { chosenOrAll, type Chosen, type Refusal } from './chosen-cards.ts'
import { readListPage } from './pages.ts'
import { readSyncCounts } from './push-counts.ts'
import { changeOf, pushesOfCard, removePushesOfCard } from '../../ledger/push-store.ts'
import { forgetExports } from './order-store.ts'
import { recordPush } from '../../ledger/record-push.ts'

/** The differences that providers report against our pending changes. */
export interface DriftInbox {
  list(
    projectId: string,
    input: { page: number; limit: number; cardId?: string | undefined },
  ): Promise<{ docs: DriftedCard[]; total: number }>
  /** `ours` pushes our values again, `theirs` accepts the provider's. */
  resolve(
    projectId: string,
    chosen: Chosen,
    resolution: DriftResolution,
    context: ChangeContext,
  ): Promise<{ resolved: number; refused: Refusal[] }>
}

export function createDriftInbox(core: EnvironmentCore): DriftInbox {
  return {
    list: async (projectId, { page, limit, cardId }) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return { docs: [], total: 0 }
      const drifted = core.database.build
        .selectFrom('drifted_card')
        .innerJoin('card', 'card.seq', 'drifted_card.card_seq')
        .select([
          'card.id',
          'card.card_number',
          'card.license_plate',
          'card.driver',
          'card.sync_status',
          'card.sync_error_message',
          'drifted_card.seen_at',
          DRIFTED_FIELDS.as('fields'),
        ])
        .where('drifted_card.project_key', '=', projectKey)
      const rows = await readListPage(
        core,
        'drift',
        (cardId === undefined ? drifted : drifted.where('card.id', '=', cardId)).orderBy('drifted_card.card_seq'),
        { page, limit },
      )
      const total = cardId !== undefined ? rows.length : (await readSyncCounts(core, projectKey)).drifted
      return {
        docs: rows.map((row) => ({
          cardId: row.id,
          cardNumber: row.card_number,
          licensePlate: row.license_plate,
          driver: row.driver,
          syncStatus: row.sync_status,
          syncErrorMessage: row.sync_error_message,
          seenAt: row.seen_at,
          fields: JSON.parse(row.fields) as DriftedCard['fields'],
        })),
        total,
      }
    },
    resolve: async (projectId, chosen, resolution, context) => {
      const act = resolution === 'ours' ? pushAgain : acceptTheirs
      const { done, refused } = await chosenOrAll(
        core,
        projectId,
        chosen,
        driftedAfter,
        (transaction, projectKey, cardId) => act(core, transaction, projectKey, cardId, context),
      )
      return { resolved: done, refused }
    },
  }
}

/** Replaces refused pushes by the changes that lead from the provider's values to ours. */
async function pushAgain(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  cardId: string,
  context: ChangeContext,
): Promise<void> {
  const { card, drift } = await driftedCard(core, transaction, projectKey, cardId)
  const pushes = await transaction.all(pushesOfCard, { cardId })
  const waitsForPerson = pushes[0]?.state === 'failed' || pushes[0]?.state === 'held'
  await markPending(core, transaction, projectKey, card, 'card.push_again', context, async () => {
    await clearDrift(transaction, cardId)
    // Pushes under way already say the same; an order is exported once more.
    if (!waitsForPerson && pushes.length > 0) return void (await transaction.run(forgetExports, { cardId }))
    const pending = pushes.map(({ payload }) => changeOf(payload))
    await transaction.run(removePushesOfCard, { cardId })
    for (const change of changesTowards(card, pending, drift))
      await recordPush(transaction, { projectKey, cardId, change, createdAt: core.clock.now().toISOString() })
  })
}

/** Accepts the provider's values as ours, and drops the pending changes. */
async function acceptTheirs(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  cardId: string,
  context: ChangeContext,
): Promise<void> {
  const { card, drift } = await driftedCard(core, transaction, projectKey, cardId)
  if (
    (await transaction.all(pushesOfCard, { cardId })).some(
      ({ state, provider_reference: reference }) => state === 'running' || reference !== null,
    )
  ) {
    throw new ServiceError(
      'error.unavailable',
      'A change of this card is being sent to the provider; try again when its outcome is known',
    )
  }
  const accepted = reconcile(card, reportOf(card, drift), false, core.clock.now())
  await changeCard(core, transaction, context, {
    projectKey,
    before: card,
    after: accepted.card,
    action: 'card.accept_theirs',
    settle: async () => {
      await clearDrift(transaction, cardId)
      await transaction.run(removePushesOfCard, { cardId })
    },
    events: accepted.events,
  })
}

async function driftedCard(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  cardId: string,
): Promise<{ card: Card; drift: Drift[] }> {
  const card = await findCard(core, transaction, projectKey, cardId)
  if (card === null) throw new ServiceError('error.card_not_found')
  const drift = await driftOf(transaction, cardId)
  if (drift.length === 0)
    throw refusedInput('cardId', 'Nothing is known that the provider has otherwise; synchronise first', {
      code: 'nothing_differs',
    })
  return { card, drift }
}

/** The card as the provider has it, as far as known. */
function reportOf(card: Card, drift: readonly Drift[]): ReportedCard {
  const report: ReportedCard = { cardNumber: card.cardNumber, status: card.status }
  for (const field of AUTHORIZATIONS) report[field] = card[field]
  for (const { field, theirs } of drift)
    Object.assign(report, { [field]: AUTHORIZATIONS.some((one) => one === field) ? theirs === 'true' : theirs })
  return report
}

const driftedAfter = prepareQuery<{ projectKey: number; after: number; limit: number }>()(
  'drifted cards',
  (parameter) =>
    queryBuilder<EnvironmentSchema>()
      .selectFrom('drifted_card')
      .innerJoin('card', 'card.seq', 'drifted_card.card_seq')
      .select(['drifted_card.card_seq as seq', 'card.id as card_id'])
      .where('drifted_card.project_key', '=', parameter('projectKey'))
      .where('drifted_card.card_seq', '>', parameter('after'))
      .orderBy('drifted_card.card_seq')
      .limit(parameter('limit')),
)
