import type { RequestLogEntry } from '../../domain/desk/live-event.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import { createDuty } from '../kernel/duties.ts'
import type { LiveBus } from '../kernel/live.ts'
import type { Logger } from '../kernel/ports.ts'
import {
  insertRequest,
  pruneRequests,
  requestOf,
  requestsMatching,
  storedEntry,
  type RequestFilter,
} from './request-store.ts'

/** The newest requests to the API. */
export interface RequestLog {
  /** Records an answered request: in memory at once, in the database with others a moment later. */
  note(entry: RequestLogEntry): void
  /** Newest first, including those that this instance has not written yet. */
  list(filter: RequestFilter & { page: number; limit: number }): Promise<{ docs: RequestLogEntry[]; total: number }>
  /** Writes what is still in memory. */
  stop(): Promise<void>
}

export const KEPT_REQUESTS = 10_000
/** How much of the log a crash may lose, and how late another instance sees it. */
const WRITE_AFTER_MS = 2_000
/** How many entries may wait with their refusals, of up to 10 kB each. */
const MOST_REFUSALS = 1_000
/** Rows per write: one or two milliseconds. */
const ROWS_AT_ONCE = 250

export function createRequestLog(
  core: ControlCore,
  live: Pick<LiveBus, 'publish' | 'isHeard'>,
  logger: Logger,
): RequestLog {
  const { database } = core
  let waiting: RequestLogEntry[] = []
  const write = async (): Promise<void> => {
    // In a flood of requests, only those that will be kept are written at all.
    const entries = waiting.slice(-KEPT_REQUESTS)
    waiting = []
    // Thousands of rows share a few commits.
    const writer = database.bulk()
    for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
      const some = entries.slice(from, from + ROWS_AT_ONCE)
      const newest = some.at(-1)
      await writer.write(async (transaction) => {
        for (const entry of some) await transaction.run(insertRequest, storedEntry(entry))
        // Pages at other instances see the rows as soon as they are there.
        if (database.isShared && newest !== undefined)
          transaction.note({
            about: 'event',
            event: { name: 'request.logged', data: { entry: { ...newest, refusal: null } } },
          })
        return transaction.run(pruneRequests, { kept: KEPT_REQUESTS })
      })
    }
    await writer.conclude(async () => undefined)
  }
  const duty = createDuty({ failure: 'the request log could not be written', logger, run: write })
  const writeNow = (): Promise<void> => {
    duty.wake()
    return duty.settled()
  }
  return {
    note: (entry) => {
      // In a flood of refusals, what they had asked must not fill the memory.
      waiting.push(waiting.length < MOST_REFUSALS ? entry : { ...entry, refusal: null })
      // Bounds the array between two writes.
      if (waiting.length > 2 * KEPT_REQUESTS) waiting = waiting.slice(-KEPT_REQUESTS)
      if (waiting.length === 1) duty.wakeIn(WRITE_AFTER_MS)
      if (!database.isShared && live.isHeard())
        live.publish({ name: 'request.logged', data: { entry: { ...entry, refusal: null } } })
    },
    list: async ({ page, limit, ...filter }) => {
      await writeNow()
      const matching = requestsMatching(database.build, filter)
      const rows = await database.all(
        matching
          .selectAll()
          .orderBy('seq', 'desc')
          .limit(limit)
          .offset((page - 1) * limit),
      )
      const total =
        (await database.first(matching.select((count) => count.fn.countAll<number>().as('total'))))?.total ?? 0
      return { docs: rows.map(requestOf), total }
    },
    stop: async () => {
      await writeNow()
      await duty.stop()
    },
  }
}
