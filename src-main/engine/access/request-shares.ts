import { takesNoWrites } from '../../database/database-error.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'

/** What an instance may answer of a key's requests in the current window without asking again. */
interface RequestShare {
  /** Of this instance; 0 once the instances together have taken the whole limit. */
  share: number
  /** What all instances have taken so far. */
  granted: number
  /** When the window ends, in milliseconds. */
  endsAt: number
}

/**
 * Splits a key's limit among the instances over one store: each takes a small part of what is left, and another one
 * when that is used up. Together they never answer more than the limit; what idle instances hold back is 2 % of it
 * each.
 */
export interface RequestShares {
  take(keyId: string, limit: number): Promise<RequestShare>
}

const WINDOW_MS = 60_000
const PART = 50

export function createRequestShares({
  database,
  wallClock,
}: Pick<ControlCore, 'database' | 'wallClock'>): RequestShares {
  type Ask = { keyId: string; limit: number } & PromiseWithResolvers<RequestShare>
  let waiting: Ask[] = []
  let running = false
  const ownEnd = () => (Math.floor(wallClock.now().getTime() / WINDOW_MS) + 1) * WINDOW_MS
  const takeOne = async (transaction: ControlTransaction, { keyId, limit }: Ask): Promise<RequestShare> => {
    const ends = ownEnd()
    const row = await transaction.first(windowOf, { keyId })
    // An instance whose clock is a little ahead may have begun the next window.
    const endsAt = row !== undefined && row.ends_at - ends <= WINDOW_MS ? Math.max(row.ends_at, ends) : ends
    const before = row?.ends_at === endsAt ? row.granted : 0
    const share = before >= limit ? 0 : Math.max(1, Math.floor((limit - before) / PART))
    const granted = before + share
    if (share > 0) await transaction.run(writeWindow, { keyId, endsAt, granted })
    return { share, granted, endsAt }
  }
  /** Asks that arrive during a commit share the next one. */
  const answerAll = async (): Promise<void> => {
    running = true
    while (waiting.length > 0) {
      const asks = waiting
      waiting = []
      try {
        const shares = await database.write(async (transaction) => {
          const taken: RequestShare[] = []
          for (const ask of asks) taken.push(await takeOne(transaction, ask))
          return taken
        })
        for (const [index, ask] of asks.entries()) ask.resolve(shares[index] ?? NONE)
      } catch (error) {
        for (const ask of asks)
          if (takesNoWrites(error)) ask.resolve(wholeWindow(ask.limit))
          else ask.reject(error)
      }
    }
    running = false
  }
  /** Reads go on while the server is read-only: until it takes writes again, each instance counts by itself. */
  const wholeWindow = (limit: number): RequestShare => ({ share: limit, granted: limit, endsAt: ownEnd() })
  return {
    take: (keyId, limit) => {
      const ask: Ask = { keyId, limit, ...Promise.withResolvers<RequestShare>() }
      waiting.push(ask)
      if (!running) void answerAll()
      return ask.promise
    },
  }
}

const NONE: RequestShare = { share: 0, granted: 0, endsAt: 0 }

const builder = queryBuilder<ControlSchema>()

const windowOf = prepareQuery<{ keyId: string }>()('rate window', (parameter) =>
  builder.selectFrom('rate_window').selectAll().where('key_id', '=', parameter('keyId')),
)

const writeWindow = prepareQuery<{ keyId: string; endsAt: number; granted: number }>()(
  'write rate window',
  (parameter) =>
    builder
      .insertInto('rate_window')
      .values({ key_id: parameter('keyId'), ends_at: parameter('endsAt'), granted: parameter('granted') })
      .onConflict((conflict) =>
        conflict
          .column('key_id')
          .doUpdateSet((set) => ({ ends_at: set.ref('excluded.ends_at'), granted: set.ref('excluded.granted') })),
      ),
)
