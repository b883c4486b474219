import { sql } from 'kysely'
import { queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'

type Counts = Record<string, number>

const builder = queryBuilder<EnvironmentSchema>()

/** How much there is of what: states and numbers, no row of anyone. Counted by the reader thread, since it looks at every row. */
export async function countsOf(core: EnvironmentCore): Promise<Record<string, Counts>> {
  const counted = async (
    name: string,
    query: { compile(): ReturnType<ReturnType<typeof byState>['compile']> },
  ): Promise<[string, Counts]> => {
    const rows = await core.database.reader.all(`count ${name}`, query.compile())
    return [name, Object.fromEntries(rows.map(({ state, count }) => [state, count]))]
  }
  return Object.fromEntries([
    await counted(
      'cards',
      builder
        .selectFrom('card_count')
        .select([sql<string>`status || ' ' || sync_status`.as('state'), sql<number>`sum(count)`.as('count')])
        .groupBy('state'),
    ),
    await counted('webhooks', byState('webhook', sql`status || coalesce(' ' || disabled_reason, '')`)),
    await counted('deliveries', byState('delivery', sql`status`)),
    await counted('events', byState('event', sql`name`)),
    await counted('jobs', byState('job', sql`kind || ' ' || state`)),
    await counted('syncRuns', byState('sync_run', sql`kind || ' ' || state`)),
    await counted('bulkJobs', byState('bulk_job', sql`command || ' ' || state`)),
    await counted('providers', byState('provider', sql`adapter`)),
    await counted('drift', byState('drift', sql`field`)),
    await counted('arrivals', byState('inbox_arrival', sql`standard_verdict`)),
    await counted('audit', byState('audit_entry', sql`action`)),
  ])
}

type CountedTable =
  | 'webhook'
  | 'delivery'
  | 'event'
  | 'job'
  | 'sync_run'
  | 'bulk_job'
  | 'provider'
  | 'drift'
  | 'inbox_arrival'
  | 'audit_entry'

function byState(table: CountedTable, state: ReturnType<typeof sql>) {
  return builder
    .selectFrom(table)
    .select([sql<string>`${state}`.as('state'), sql<number>`count(*)`.as('count')])
    .groupBy('state')
}
