import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { SHORT_SLICE_MS, startSlice } from '../kernel/slices.ts'
import { queueDelivery } from '../ledger/outbox.ts'
import type { WebhookRow } from '../ledger/webhook-store.ts'

/** How far a recovery has got, for each of the two statuses of a lost delivery. */
export interface RecoveryProgress {
  readonly since: string
  readonly upToSeq: number
  readonly reached: Readonly<Record<(typeof STATUSES)[number], number>>
  readonly queued: number
  readonly isDone: boolean
}

const STATUSES = ['skipped', 'failed'] as const
const ROWS_AT_ONCE = 25

/**
 * Queues some of the lost events again, oldest first; returns the progress. An event is lost if all its deliveries
 * ended without success, and none is pending: therefore recovering twice queues nothing the second time.
 */
export async function recoverSlice(
  transaction: EnvironmentTransaction,
  webhook: WebhookRow,
  { since, upToSeq, ...before }: RecoveryProgress,
  now: string,
): Promise<RecoveryProgress> {
  const reached = { ...before.reached }
  let { queued } = before
  const slice = startSlice(SHORT_SLICE_MS, transaction)
  while (!slice.isOver()) {
    const pages = []
    for (const status of STATUSES) {
      const page = await transaction.all(endedDeliveries, {
        projectKey: webhook.project_key,
        status,
        after: reached[status],
        limit: ROWS_AT_ONCE,
      })
      pages.push(page.filter(({ seq }) => seq <= upToSeq))
    }
    const rows = pages.flat().toSorted((left, right) => left.seq - right.seq)
    if (rows.length === 0) return { since, upToSeq, reached, queued, isDone: true }
    // After a full page, there may be more of the same status below this bound.
    const bound = Math.min(...pages.map((page) => (page.length === ROWS_AT_ONCE ? (page.at(-1)?.seq ?? 0) : upToSeq)))
    for (const row of rows) {
      if (row.seq > bound) break
      reached[row.status === 'skipped' ? 'skipped' : 'failed'] = row.seq
      if (row.trigger === 'test' || row.happened_at < since) continue
      if ((await transaction.first(deliveryOnItsWay, { eventId: row.event_id })) !== undefined) continue
      await queueDelivery(
        transaction,
        webhook,
        { id: row.event_id, name: row.event_name, cardId: row.card_id },
        'recover',
        now,
      )
      queued += 1
    }
  }
  return { since, upToSeq, reached, queued, isDone: false }
}

const builder = queryBuilder<EnvironmentSchema>()

/**
 * Rows are filtered by the caller: a condition here could make one statement scan them all, and an upper bound makes
 * the planner choose another index.
 */
const endedDeliveries = prepareQuery<{
  projectKey: number
  status: 'skipped' | 'failed'
  after: number
  limit: number
}>()('ended deliveries', (parameter) =>
  builder
    .selectFrom('delivery')
    .innerJoin('event', 'event.id', 'delivery.event_id')
    .select([
      'delivery.seq',
      'delivery.status',
      'delivery.trigger',
      'delivery.event_id',
      'delivery.event_name',
      'delivery.card_id',
      'event.created_at as happened_at',
    ])
    .where('delivery.project_key', '=', parameter('projectKey'))
    .where('delivery.status', '=', parameter('status'))
    .where('delivery.seq', '>', parameter('after'))
    .orderBy('delivery.seq')
    .limit(parameter('limit')),
)

const deliveryOnItsWay = prepareQuery<{ eventId: string }>()('delivery on its way', (parameter) =>
  builder
    .selectFrom('delivery')
    .select('seq')
    .where('event_id', '=', parameter('eventId'))
    .where('status', 'in', ['pending', 'succeeded'])
    .limit(1),
)
