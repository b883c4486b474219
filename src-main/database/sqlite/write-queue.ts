import type { ChangeNotes } from '../change-notes.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { SqliteConnection } from './connection.ts'
import { classify } from '../database-error.ts'

/** How long one commit may gather works, in milliseconds: half of the 8 ms that a synchronous stretch may take. */
const GATHER_MS = 4

/** How much bulk work one transaction may gather, in milliseconds of it: a commit costs as much for five hundred rows as for thirty. */
const BULK_WORK_MS = 50
/** How long it may stay open all the same, in milliseconds: where each work waits for something, or for the processor. */
const BULK_OPEN_MS = 200

interface Work {
  run: () => unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /** The bulk that it belongs to: it is content with having run, and is committed with what follows. */
  bulk: BulkState | null
}

/** What became of a bulk's works. */
interface BulkState {
  /** Why works that had run are not on disk. */
  lost: unknown
}

export interface WriteQueue {
  /** Runs `run` in a transaction soon; resolves once it is on disk. */
  push<Result>(run: () => Result): Promise<Result>
  /** A writer for much at once: see `BulkWriter`. */
  bulk(): BulkQueue
  /** Commits what bulk works left open, so that whoever reads now sees only what is on disk. Nothing within a work. */
  publish(): void
  /** Keeps what waits, and what comes, from being committed until the returned function is called. */
  hold(): () => void
  /** Resolves once nothing waits and nothing is open. */
  drain(): Promise<void>
  /** The number of the last commit; no two commits of this process have the same, whatever the file. */
  lastCommit(): number
}

/** A bulk's works run without a savepoint each, which costs a third of their time. */
interface BulkQueue {
  push<Result>(run: () => Result): Promise<Result>
  conclude<Result>(run: () => Result): Promise<Result>
}

let commits = 0

/** Counted over all files, so that one that is opened again after a restore is never taken for what it was. */
function nextCommit(): number {
  commits += 1
  return commits
}

/**
 * Serialises writes and lets those that wait together share one transaction, and so one fsync.
 *
 * @param checkpoints told of each commit before anyone hears of it; bulk works wait while it is under way
 */
export function createWriteQueue(
  sqlite: SqliteConnection,
  file: string,
  notes: ChangeNotes,
  checkpoints?: Checkpoints,
): WriteQueue {
  const waiting: Work[] = []
  /** The transaction that is open, and whose bulk works have run in it. */
  let open: { workedMs: number; bulks: Set<BulkState>; timer: ReturnType<typeof setTimeout> } | null = null
  let running = false
  let scheduled = false
  let holds = 0
  let lastCommit = nextCommit()
  let idle: (() => void)[] = []

  const schedule = () => {
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }
  const flush = () => {
    scheduled = false
    if (holds > 0) return
    if (waiting.length > 0) runTogether()
    if (waiting.length > 0) return schedule()
    if (idle.length === 0) return
    publish()
    const told = idle
    idle = []
    for (const resolve of told) resolve()
  }
  const runTogether = () => {
    const settled: (() => void)[] = []
    const taken: Work[] = []
    const started = performance.now()
    try {
      if (open === null) sqlite.exec('BEGIN IMMEDIATE')
      running = true
      open ??= { workedMs: 0, bulks: new Set(), timer: setTimeout(publish, BULK_OPEN_MS) }
      let ordinary = false
      for (let work = waiting[0]; work !== undefined && performance.now() - started < GATHER_MS; work = waiting[0]) {
        // A bulk work that throws takes with it what is not on disk yet, which must not be another's.
        if (ordinary && work.bulk !== null) break
        waiting.shift()
        taken.push(work)
        settled.push(work.bulk === null ? runInSavepoint(sqlite, notes, work) : runBare(work))
        if (work.bulk === null) ordinary = true
        else open.bulks.add(work.bulk)
      }
      open.workedMs += performance.now() - started
      if (ordinary || open.workedMs >= BULK_WORK_MS) commit()
    } catch (error) {
      const reason = undo(error)
      if (taken.length === 0) taken.push(...waiting.splice(0))
      for (const work of taken) work.reject(reason)
      return
    } finally {
      running = false
    }
    for (const settle of settled) settle()
  }
  const commit = () => {
    sqlite.exec('COMMIT')
    closeOpen()
    lastCommit = nextCommit()
    checkpoints?.afterCommit()
    notes.tell()
  }
  /** The commit, a bulk work or SQLite itself failed: nothing of what was open is on disk, and whoever wrote it must know. */
  const undo = (error: unknown): unknown => {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
    notes.undo(0)
    const reason = classify(error, file)
    for (const bulk of closeOpen()) bulk.lost ??= reason
    return reason
  }
  const closeOpen = (): Iterable<BulkState> => {
    const bulks = open?.bulks ?? []
    clearTimeout(open?.timer)
    open = null
    return bulks
  }
  const publish = () => {
    if (open === null || running) return
    try {
      commit()
    } catch (error) {
      undo(error)
    }
  }
  const enqueue = <Result>(run: () => Result, bulk: BulkState | null) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ run, resolve: resolve as (value: unknown) => void, reject, bulk })
      schedule()
    })
  return {
    push: (run) => enqueue(run, null),
    bulk: () => {
      const state: BulkState = { lost: null }
      const unlessLost =
        <Result>(run: () => Result) =>
        () => {
          if (state.lost !== null) throw state.lost
          return run()
        }
      return {
        push: async (run) => {
          await checkpoints?.underWay()
          return enqueue(unlessLost(run), state)
        },
        conclude: (run) => enqueue(unlessLost(run), null),
      }
    },
    publish,
    hold: () => {
      publish()
      holds += 1
      let held = true
      return () => {
        if (!held) return
        held = false
        holds -= 1
        if (waiting.length > 0) schedule()
      }
    },
    lastCommit: () => lastCommit,
    drain: () =>
      waiting.length === 0 && open === null
        ? Promise.resolve()
        : new Promise((resolve) => {
            idle.push(resolve)
            schedule()
          }),
  }
}

function runBare(work: Work): () => void {
  const value = work.run()
  return () => work.resolve(value)
}

function runInSavepoint(sqlite: SqliteConnection, notes: ChangeNotes, work: Work): () => void {
  sqlite.exec('SAVEPOINT work')
  const mark = notes.mark()
  try {
    const value = work.run()
    sqlite.exec('RELEASE work')
    return () => work.resolve(value)
  } catch (error) {
    // A full disk can end the whole transaction by itself: then there is nothing to roll back to.
    if (!sqlite.inTransaction) throw error
    sqlite.exec('ROLLBACK TO work; RELEASE work')
    notes.undo(mark)
    return () => work.reject(error)
  }
}
