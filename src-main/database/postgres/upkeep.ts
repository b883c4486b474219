import { setInterval } from 'node:timers'
import type { Server } from './server.ts'

const EVERY_MS = 30_000
/** An instance that was cut off for longer has to read anew what it knows. */
export const RECORDS_KEPT_MINUTES = 60
/** Columns that name a counter, by table. */
const COUNTERS = {
  card_count: 'project_key, status, sync_status',
  overview_count: 'project_key, about, what',
  sync_count: 'project_key, name',
} as const

/**
 * Keeps a schema small: adds up the changes of its counters and removes old commit records. Each statement stands for
 * itself and may run on several instances at once: whichever takes a row first adds it up.
 *
 * @returns how to stop
 */
export function keepUp(server: Server, hasCounters: boolean, onTrouble: (error: unknown) => void): () => void {
  const run = async (): Promise<void> => {
    for (const [table, columns] of Object.entries(hasCounters ? COUNTERS : {})) await server.read(fold(table, columns))
    await server.read({
      text: `DELETE FROM commit_record WHERE at < now() - interval '${RECORDS_KEPT_MINUTES} minutes'`,
    })
  }
  const timer = setInterval(() => void run().catch(onTrouble), EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Takes only counters of more than one row, so that what is folded stays as it is. */
function fold(table: string, columns: string): { text: string } {
  return {
    text: `WITH scattered AS (SELECT ${columns} FROM ${table} GROUP BY ${columns} HAVING count(*) > 1 OR sum(count) = 0),
      taken AS (DELETE FROM ${table} USING scattered WHERE (${prefixed(table, columns)}) = (${prefixed('scattered', columns)})
        RETURNING ${table}.*)
      INSERT INTO ${table} SELECT ${columns}, sum(count) FROM taken GROUP BY ${columns} HAVING sum(count) <> 0`,
  }
}

function prefixed(table: string, columns: string): string {
  return columns
    .split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ')
}
