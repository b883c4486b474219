import type { ChangeNotes } from './change-notes.ts'
import type { SqliteConnection } from './connection.ts'
import { classify } from './database-error.ts'

/** How long one commit may gather works, in milliseconds: half of the 8 ms that a synchronous stretch may take. */
const GATHER_MS = 4

interface Work {
  run: () => unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export interface WriteQueue {
  /** Runs `run` in a transaction soon; resolves once it is on disk. */
  push<Result>(run: () => Result): Promise<Result>
  /** Keeps what waits, and what comes, from being committed until the returned function is called. */
  hold(): () => void
  /** Resolves once nothing waits. */
  drain(): Promise<void>
  /** The number of the last commit; no two commits of this process have the same, whatever the file. */
  lastCommit(): number
}

let commits = 0

/** Counted over all files, so that one that is opened again after a restore is never taken for what it was. */
function nextCommit(): number {
  commits += 1
  return commits
}

/** Serialises writes and lets those that wait together share one transaction, and so one fsync. */
export function createWriteQueue(sqlite: SqliteConnection, file: string, notes: ChangeNotes): WriteQueue {
  const waiting: Work[] = []
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
    commitTogether(sqlite, file, notes, waiting, () => {
      lastCommit = nextCommit()
    })
    if (waiting.length > 0) schedule()
    else {
      const told = idle
      idle = []
      for (const resolve of told) resolve()
    }
  }
  return {
    push: <Result>(run: () => Result) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ run, resolve: resolve as (value: unknown) => void, reject })
        schedule()
      }),
    hold: () => {
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
    drain: () => (waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  }
}

/** @param onCommit called before anyone hears of the commit */
function commitTogether(sqlite: SqliteConnection, file: string, notes: ChangeNotes, waiting: Work[], onCommit: () => void): void {
  if (waiting.length === 0) return
  const settled: (() => void)[] = []
  const taken: Work[] = []
  const started = performance.now()
  try {
    sqlite.exec('BEGIN IMMEDIATE')
    do {
      const work = waiting.shift()
      if (work === undefined) break
      taken.push(work)
      settled.push(runInSavepoint(sqlite, notes, work))
    } while (performance.now() - started < GATHER_MS)
    sqlite.exec('COMMIT')
    onCommit()
  } catch (error) {
    // The commit, or SQLite itself, failed: nothing of this round is on disk, and each caller must know.
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
    notes.undo(0)
    if (taken.length === 0) taken.push(...waiting.splice(0))
    const reason = classify(error, file)
    for (const work of taken) work.reject(reason)
    return
  }
  notes.tell()
  for (const settle of settled) settle()
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
