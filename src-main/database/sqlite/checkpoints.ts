import type { SqliteConnection } from './connection.ts'

/** From this many pages in the write-ahead log on, they are moved into the file. */
const MANY_PAGES = 4_000
/** Up to this many are moved on the main thread: that takes less time than a commit. */
const FEW_PAGES = 200
/** If the other thread cannot keep up, SQLite itself moves them during a commit from this many on. */
const MOST_PAGES = 40_000

/** Keeps the write-ahead log short. */
export interface Checkpoints {
  /** Call after each commit. Never throws: the commit stands. */
  afterCommit(): void
  /** Resolves once the other thread has finished moving pages; null if it is idle. */
  underWay(): Promise<void> | null
}

/**
 * Moving thousands of pages takes tens of milliseconds, so another thread does it. SQLite reuses the log only once
 * it is moved completely, and a busy writer keeps extending it meanwhile: bulk work therefore waits for it.
 *
 * @param moveElsewhere moves what is committed so far, in another thread
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
        // The commit is on disk either way: the log grows until the next commit tries again.
      }
    },
  }
}
