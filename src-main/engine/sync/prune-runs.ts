import { sql } from 'kysely'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../environment.ts'

/** A run every 15 minutes makes some 9,000 in this time. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000
/** The oldest are looked at in steps of so many. */
const LOOKED_AT = 200

/** Removes the records of runs that are older than 90 days, but for each project's last one. In bounded slices. */
export async function pruneRuns(core: EnvironmentCore, goOn: () => boolean): Promise<void> {
  const before = new Date(core.clock.now().getTime() - KEPT_MS).toISOString()
  while (goOn() && (await core.database.write((transaction) => transaction.run(removeRuns, { before }))) > 0);
}

const builder = queryBuilder<EnvironmentSchema>()

const removeRuns = prepareQuery<{ before: string }>()('prune sync runs', (parameter) =>
  builder
    .deleteFrom('sync_run')
    .where('seq', '<', sql<number>`(SELECT min(seq) FROM sync_run) + ${sql.lit(LOOKED_AT)}`)
    .where('started_at', '<', parameter('before'))
    .where('state', '<>', 'running')
    .where('seq', 'not in', sql<number>`(SELECT max(seq) FROM sync_run GROUP BY project_key)`),
)
