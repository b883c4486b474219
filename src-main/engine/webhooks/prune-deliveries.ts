import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { inSlices } from '../kernel/slices.ts'

/** How long attempts are kept, in wall time. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** A caller waits for each `test`; one still pending after this long was abandoned by a crashed process. */
const TEST_MS = 5 * 60 * 1000
/** Deliveries per statement: with their attempts and indexes, some milliseconds. */
const ROWS_AT_ONCE = 50
/** Events considered per step. */
const EVENTS_LOOKED_AT = 500

/**
 * Removes finished deliveries older than 30 days, with their attempts, then the events that no delivery needs any more.
 * Works in bounded slices.
 */
export async function pruneDeliveries(core: EnvironmentCore, goOn: () => boolean): Promise<void> {
  const now = core.wallClock.now().getTime()
  const before = new Date(now - KEPT_MS).toISOString()
  await core.database.write((transaction) =>
    transaction.run(endAbandonedTests, { before: new Date(now - TEST_MS).toISOString() }),
  )
  await inSlices(core.database, (transaction) => transaction.run(removeDeliveries, { before }), { goOn })
  // Events need no index by age: they are stored in order of time, except in a sandbox whose clock was reset.
  for (let from = 0; goOn();) {
    const looked = await core.database.all(oldEvents, { from, before })
    const last = looked.at(-1)
    if (last === undefined || !looked.some((event) => Boolean(event.old))) return
    const to = last.seq
    await inSlices(core.database, (transaction) => transaction.run(removeEvents, { from, to, before }), { goOn })
    from = to
  }
}

const builder = queryBuilder<EnvironmentSchema>()

const removeDeliveries = prepareQuery<{ before: string }>()('prune deliveries', (parameter) =>
  builder
    .deleteFrom('delivery')
    .where(
      'seq',
      'in',
      builder
        .selectFrom('delivery')
        .select('seq')
        .where('created_at', '<', parameter('before'))
        .where('status', '!=', 'pending')
        .orderBy('created_at')
        .limit(ROWS_AT_ONCE),
    ),
)

const oldEvents = prepareQuery<{ from: number; before: string }>()('events by age', (parameter) =>
  builder
    .selectFrom('event')
    .select(({ eb }) => ['seq', eb('created_at', '<', parameter('before')).as('old')])
    .where('seq', '>', parameter('from'))
    .orderBy('seq')
    .limit(EVENTS_LOOKED_AT),
)

const removeEvents = prepareQuery<{ from: number; to: number; before: string }>()('prune events', (parameter) =>
  builder.deleteFrom('event').where(
    'seq',
    'in',
    builder
      .selectFrom('event')
      .select('seq')
      .where('seq', '>', parameter('from'))
      .where('seq', '<=', parameter('to'))
      .where('created_at', '<', parameter('before'))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('delivery').select('delivery.seq').whereRef('delivery.event_id', '=', 'event.id'))),
      )
      .limit(ROWS_AT_ONCE),
  ),
)

const endAbandonedTests = prepareQuery<{ before: string }>()('end abandoned tests', (parameter) =>
  builder
    .updateTable('delivery')
    .set(({ ref }) => ({ status: 'failed' as const, completed_at: ref('created_at') }))
    .where('project_key', 'in', builder.selectFrom('project_scope').select('key'))
    .where('status', '=', 'pending')
    .where('trigger', '=', 'test')
    .where('created_at', '<', parameter('before')),
)
