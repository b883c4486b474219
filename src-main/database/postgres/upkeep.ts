import { setInterval } from 'node:timers'
import type { Server } from './server.ts'

/** A total adds up the changes since the last time: a few thousand while a fleet is imported. */
const FOLD_EVERY_MS = 5_000
const PRUNE_EVERY_MS = 30_000
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
  const foldAll = async (): Promise<void> => {
    for (const [table, columns] of Object.entries(COUNTERS)) await server.read(fold(table, columns))
  }
  const prune = () =>
    server.read({
      text: `DELETE FROM commit_record WHERE at < now() - interval '${RECORDS_KEPT_MINUTES} minutes'`,
    })
  const timers = [
    ...(hasCounters ? [every(FOLD_EVERY_MS, foldAll, onTrouble)] : []),
    every(PRUNE_EVERY_MS, prune, onTrouble),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/** Leaves out the times at which the work of the time before still goes on. */
function every(ms: number, work: () => Promise<unknown>, onTrouble: (error: unknown) => void): NodeJS.Timeout {
  let busy = false
  return setInterval(() => {
    if (busy) return
    busy = true
    void work()
      .catch(onTrouble)
      .finally(() => (busy = false))
  }, ms).unref()
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
