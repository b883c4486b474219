import type { ChangeNotes } from '../change-notes.ts'
import { classify } from '../database-error.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { SqliteConnection } from './connection.ts'
import { runInTurn, type OnLateWork, type Turn } from './turn.ts'

/** How long one commit may gather work, in milliseconds: half of the 8 ms that a synchronous stretch may take. */
const GATHER_MS = 4
/**
 * How much bulk work one transaction gathers, in milliseconds of processor time: a commit writes whole pages, as many
 * for 30 rows as for 500. Measured in wall-clock time, a busy machine would commit more often and get busier still.
 */
const BULK_WORK_MS = 50
/** How long it stays open at most, in milliseconds: something else may take its time between units of work. */
const BULK_OPEN_MS = 200

export type { OnLateWork, Turn }

interface Work {
  run: (turn: Turn) => unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /** The bulk it belongs to. Bulk work resolves once it has run, and is committed with what follows. */
  bulk: BulkState | null
}

/** The open transaction, and the bulks that have run work in it. */
interface OpenTransaction {
  since: number
  workedMs: number
  /** Commit before anything else runs. */
  isLong: boolean
  bulks: Set<BulkState>
  timer: ReturnType<typeof setTimeout>
}

/** What became of a bulk's work. */
interface BulkState {
  /** Why work that had run did not reach the disk; null if it did. */
  lost: unknown
}

export interface WriteQueue {
  /** Runs `run` in a transaction soon; resolves once it is on disk. */
  push<Result>(run: (turn: Turn) => Result | Promise<Result>): Promise<Result>
  /** A writer for large amounts of work: see `BulkWriter`. */
  bulk(): BulkQueue
  /** Commits what bulk work left open. Does nothing while work is running. */
  publish(): void
  /** Lets running work finish, then commits nothing until the returned function is called. */
  hold(): Promise<() => void>
  /** Resolves once the queue is empty and everything is committed. */
  drain(): Promise<void>
  /** The number of the last commit, unique within this process, across files. */
  lastCommit(): number
}

/** Bulk work runs without savepoints, which saves a third of its time. */
interface BulkQueue {
  push<Result>(run: (turn: Turn) => Result | Promise<Result>): Promise<Result>
  conclude<Result>(run: (turn: Turn) => Result | Promise<Result>): Promise<Result>
}

interface WriteQueueOptions {
  /** Runs after each commit, before the listeners; bulk work waits while a checkpoint is under way. */
  checkpoints?: Checkpoints
  /** Called when a unit of work outlives its turn; without it such work fails. */
  onLateWork?: OnLateWork | undefined
}

let commits = 0

/** Counts over all files, so that a file reopened after a restore is not mistaken for its former self. */
function nextCommit(): number {
  commits += 1
  return commits
}

/** Serialises writes, and lets those that are waiting share one transaction, and so one fsync. */
export function createWriteQueue(
  sqlite: SqliteConnection,
  notes: ChangeNotes,
  { checkpoints, onLateWork }: WriteQueueOptions = {},
): WriteQueue {
  const waiting: Work[] = []
  let open: OpenTransaction | null = null
  /** The last round of work: one turn of the event loop, unless some of it was late. */
  let round = Promise.resolve()
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
    if (holds > 0 || running) return
    // Commits in a turn of its own: after a slice of work, it would hold up the main thread for too long.
    if (open?.isLong === true) publish()
    else if (waiting.length > 0) {
      round = goRound()
      return
    }
    goOn()
  }
  const goRound = async (): Promise<void> => {
    await runTogether()
    goOn()
  }
  const goOn = () => {
    if (waiting.length > 0 || open?.isLong === true) schedule()
    else settle()
  }
  const settle = () => {
    if (idle.length === 0) return
    publish()
    const drained = idle
    idle = []
    for (const resolve of drained) resolve()
  }
  const runTogether = async (): Promise<void> => {
    const settled: (() => void)[] = []
    const taken: Work[] = []
    const started = performance.now()
    const before = processorMs()
    const turn = runInTurn(onLateWork)
    running = true
    try {
      if (open === null) sqlite.exec('BEGIN IMMEDIATE')
      open ??= {
        since: started,
        workedMs: 0,
        isLong: false,
        bulks: new Set(),
        timer: setTimeout(publish, BULK_OPEN_MS),
      }
      let ordinary = false
      for (
        let work = waiting[0];
        work !== undefined && !turn.late() && performance.now() - started < GATHER_MS;
        work = waiting[0]
      ) {
        // Failing bulk work rolls back everything uncommitted, so nothing else may be in the transaction with it.
        if (ordinary && work.bulk !== null) break
        waiting.shift()
        taken.push(work)
        if (work.bulk === null) ordinary = true
        else open.bulks.add(work.bulk)
        settled.push(await (work.bulk === null ? runInSavepoint(work, turn.run) : runBare(work, turn.run)))
      }
      open.workedMs += processorMs() - before
      open.isLong = open.workedMs >= BULK_WORK_MS || performance.now() - open.since >= BULK_OPEN_MS
      if (ordinary) commit()
    } catch (error) {
      const reason = undo(error)
      if (taken.length === 0) taken.push(...waiting.splice(0))
      for (const work of taken) work.reject(reason)
      return
    } finally {
      running = false
      turn.end()
    }
    for (const settle of settled) settle()
  }
  const runInSavepoint = async ({ run, resolve, reject }: Work, inTurn: RunInTurn): Promise<() => void> => {
    sqlite.exec('SAVEPOINT work')
    const mark = notes.mark()
    try {
      const value = await inTurn(run)
      sqlite.exec('RELEASE work')
      return () => resolve(value)
    } catch (error) {
      // A full disk can end the whole transaction by itself: then there is nothing to roll back to.
      if (!sqlite.inTransaction) throw error
      sqlite.exec('ROLLBACK TO work; RELEASE work')
      notes.undo(mark)
      return () => reject(error)
    }
  }
  const runBare = async ({ run, resolve }: Work, inTurn: RunInTurn): Promise<() => void> => {
    const value = await inTurn(run)
    return () => resolve(value)
  }
  const commit = () => {
    sqlite.exec('COMMIT')
    closeOpen()
    lastCommit = nextCommit()
    checkpoints?.afterCommit()
    notes.publish()
  }
  /** After the commit, bulk work or SQLite itself failed: rolls back the open transaction and notifies its writers. */
  const undo = (error: unknown): unknown => {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
    notes.undo(0)
    const reason = classify(error, sqlite.name)
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
  const enqueue = <Result>(run: (turn: Turn) => Result | Promise<Result>, bulk: BulkState | null) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ run, resolve: resolve as (value: unknown) => void, reject, bulk })
      schedule()
    })
  return {
    push: (run) => enqueue(run, null),
    bulk: () => {
      const state: BulkState = { lost: null }
      const unlessLost =
        <Result>(run: (turn: Turn) => Result | Promise<Result>) =>
        (turn: Turn) => {
          if (state.lost !== null) throw state.lost
          return run(turn)
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
    hold: async () => {
      holds += 1
      if (running) await round
      publish()
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
      waiting.length === 0 && open === null && !running
        ? Promise.resolve()
        : new Promise((resolve) => {
            idle.push(resolve)
            schedule()
          }),
  }
}

type RunInTurn = ReturnType<typeof runInTurn>['run']

/** Of this thread, so far. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
