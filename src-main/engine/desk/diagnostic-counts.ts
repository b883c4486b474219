import { queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'

type Counts = Record<string, number>

/** Counts rows by state, on the reader thread because it visits every row. */
export async function countsOf(core: EnvironmentCore): Promise<Record<string, Counts>> {
  const counted = async (name: string, table: CountedTable, columns: readonly string[], number?: string) => {
    const query = anyTable
      .selectFrom(table)
      .select(columns)
      .select(({ fn }) => (number === undefined ? fn.countAll<number>() : fn.sum<number>(number)).as('number_of'))
      .groupBy(columns)
    const rows = await core.database.reader.all(`count ${name}`, query)
    const stateOf = (row: Record<string, unknown>) =>
      columns
        .map((column) => row[column])
        .filter((text) => typeof text === 'string')
        .join(' ')
    return [name, Object.fromEntries(rows.map((row) => [stateOf(row), row.number_of]))] as const
  }
  return Object.fromEntries([
    await counted('cards', 'card_count', ['status', 'sync_status'], 'count'),
    await counted('webhooks', 'webhook', ['status', 'disabled_reason']),
    await counted('deliveries', 'delivery', ['status']),
    await counted('events', 'event', ['name']),
    await counted('jobs', 'job', ['kind', 'state']),
    await counted('syncRuns', 'sync_run', ['kind', 'state']),
    await counted('bulkJobs', 'bulk_job', ['command', 'state']),
    await counted('providers', 'provider', ['adapter']),
    await counted('drift', 'drift', ['field']),
    await counted('arrivals', 'inbox_arrival', ['standard_verdict']),
    await counted('audit', 'audit_entry', ['action']),
  ])
}

/** A builder for tables and columns given by name. */
const anyTable = queryBuilder<Record<CountedTable, Record<string, unknown>>>()

type CountedTable = keyof EnvironmentSchema
