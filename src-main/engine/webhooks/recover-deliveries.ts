import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { SHORT_SLICE_MS, startSlice } from '../kernel/slices.ts'
import { queueDelivery } from '../ledger/outbox.ts'
import type { WebhookRow } from '../ledger/webhook-store.ts'

/** How far a recovery has come, in each of the two states that a lost delivery can have. */
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
 * Queues some of the lost events again, oldest first; returns how far it has come. An event is lost when all its
 * deliveries ended without success: one that has arrived since, or is on its way, is not. This is what makes recovering
 * twice queue nothing the second time.
 */
export async function recoverSlice(
  transaction: EnvironmentTransaction,
  webhook: WebhookRow,
  { since, upToSeq, ...before }: RecoveryProgress,
  now: string,
): Promise<RecoveryProgress> {
  const reached = { ...before.reached }
  let { queued } = before
  const slice = startSlice(SHORT_SLICE_MS)
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
    // Beyond the end of a full page there may be older ones of the same state.
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
 * Judged row by row: a condition here could make one statement look through them all, and an upper bound takes the
 * planner to another index.
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
