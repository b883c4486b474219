import type { SqliteConnection } from './connection.ts'

/** Pages in the write-ahead log from which they are moved into the file. */
const MANY_PAGES = 4_000
/** So few are moved on the main thread: it takes less than a commit does. */
const FEW_PAGES = 200
/** Where the other thread cannot keep up, SQLite itself moves them at the commit that makes them so many. */
const MOST_PAGES = 40_000

/** Keeps the write-ahead log short. */
export interface Checkpoints {
  /** To be called after each commit. Never throws: what was committed stays so. */
  afterCommit(): void
  /** Resolves once no other thread moves pages any more; null while none does. */
  underWay(): Promise<void> | null
}

/**
 * Moving thousands of pages takes tens of milliseconds, so another thread does it. Only a log of which nothing is left
 * begins anew, and a writer that goes on adds to it meanwhile: bulk works wait until it is done.
 *
 * @param moveElsewhere moves what is committed so far in another thread
 */
export function createCheckpoints(sqlite: SqliteConnection, moveElsewhere: () => Promise<void>): Checkpoints {
  sqlite.pragma(`wal_autocheckpoint = ${MOST_PAGES}`)
  const look = sqlite.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)')
  let underWay: Promise<void> | null = null
  const end = () => {
    underWay = null
  }
  return {
    underWay: () => underWay,
    afterCommit: () => {
      if (underWay !== null) return
      try {
        const { log, checkpointed } = look.get() ?? { log: 0, checkpointed: 0 }
        if (log < MANY_PAGES || log === checkpointed) return
        if (log - checkpointed > FEW_PAGES) underWay = moveElsewhere().then(end, end)
        else sqlite.pragma('wal_checkpoint(PASSIVE)')
      } catch {
        // What was committed is on disk, whether here or in the file: the log grows, until the next commit tries again.
      }
    },
  }
}
