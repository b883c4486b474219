import { BODY_WITHOUT_CARDS, HAS_LONG_BODY, literal } from '../../database/primitives.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { inSlices } from '../kernel/slices.ts'

/**
 * How long the long body of a delivered `sync.completed` is kept; its log entry stays.
 */
const KEPT_MS = 24 * 60 * 60 * 1000
/** Each may be a quarter of a megabyte. */
const BODIES_AT_ONCE = 4

/** Removes the list of cards from delivered `sync.completed` bodies; whatever may still be sent stays complete. */
export async function trimSyncBodies(core: EnvironmentCore, goOn: () => boolean): Promise<void> {
  const before = new Date(core.wallClock.now().getTime() - KEPT_MS).toISOString()
  await inSlices(core.database, (transaction) => transaction.run(trimBodies, { before }), { goOn })
}

const builder = queryBuilder<EnvironmentSchema>()

const trimBodies = prepareQuery<{ before: string }>()('trim sync bodies', (parameter) =>
  builder
    .updateTable('event')
    .set({ body: BODY_WITHOUT_CARDS })
    .where(
      'seq',
      'in',
      builder
        .selectFrom('event')
        .select('seq')
        // Spelled as in the partial index (environment-0120).
        .where('name', '=', literal('sync.completed'))
        .where(HAS_LONG_BODY)
        .where('created_at', '<', parameter('before'))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('delivery')
                .select('delivery.seq')
                .whereRef('delivery.event_id', '=', 'event.id')
                .where('delivery.status', '!=', 'succeeded'),
            ),
          ),
        )
        .orderBy('created_at')
        .limit(BODIES_AT_ONCE),
    ),
)
