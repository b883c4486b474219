import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createChangeNotes, type ChangeNote, type ChangeNotes, type OnChanges } from '../change-notes.ts'
import { BUSY_TIMEOUT_MS, openConnection, type SqliteConnection, type SqliteStatement } from './connection.ts'
import { createCheckpoints } from './checkpoints.ts'
import { beginCheck, type DamageCheck } from './damage-check.ts'
import { classify } from '../database-error.ts'
import { queryBuilder, type Compilable, type PreparedQuery } from '../query-builder.ts'
import { createReader, type Reader } from './reader.ts'
import { createWriteQueue } from './write-queue.ts'

/** Runs queries at once, on the caller's turn of the event loop. */
export interface Session<Schema> {
  /** The typed builder; what it builds is handed to one of the methods below. */
  readonly build: Kysely<Schema>
  all<Row>(query: Compilable<Row>): Row[]
  all<Parameters, Row>(query: PreparedQuery<Parameters, Row>, parameters: Parameters): Row[]
  first<Row>(query: Compilable<Row>): Row | undefined
  first<Parameters, Row>(query: PreparedQuery<Parameters, Row>, parameters: Parameters): Row | undefined
}

/** A session inside a write transaction. It is valid only until the function that received it returns. */
export interface Transaction<Schema> extends Session<Schema> {
  /** Runs an insert, update or delete; returns the number of rows changed. */
  run(query: Compilable<unknown>): number
  run<Parameters>(query: PreparedQuery<Parameters, unknown>, parameters: Parameters): number
  /** Runs `work` so that its changes are undone when it throws, while the transaction around it goes on. */
  attempt<Result>(work: () => Result): Result
  /** Leaves a note for those who listen for changes. They get it once this is on disk, and never when it was undone. */
  note(note: ChangeNote): void
}

export interface Database<Schema> extends Session<Schema> {
  /** Where the file lies. */
  readonly file: string
  /**
   * Runs `work` in a transaction and resolves once it is on disk. Works that arrive together share one commit;
   * one that throws undoes only its own changes. `work` must be synchronous and stay under 8 ms.
   */
  write<Result>(work: Work<Schema, Result>): Promise<Result>
  /** A writer for much at once, in many short works. */
  bulk(): BulkWriter<Schema>
  /** Changes with every commit and every opening: while it stays the same, so does every answer from the file. */
  version(): number
  /** Calls the listener with what the works of each commit noted; returns how to end that. It must be quick and never throw. */
  onChanges(listener: OnChanges): () => void
  /** Reads whose cost grows with what they match run here, on a read-only connection of a worker thread. */
  readonly reader: Reader
  /**
   * Brings what was removed out of the write-ahead log as well. Deleted and overwritten values are zeroed in the file by
   * themselves (`secure_delete`). False where a reader has kept the log for seconds: it goes at the next time.
   */
  forgetErased(): Promise<boolean>
  /** Keeps writes waiting until the returned function is called, so that several files can be caught at one moment. */
  holdWrites(): () => void
  /** Looks through the whole file in a thread of its own, on a connection of its own; an empty list is a sound file. */
  findDamage(): Promise<string[]>
  /** Waits for what is queued, then closes. */
  close(): Promise<void>
}

/**
 * Writes much in short works that share commits: a work resolves as soon as it has run, and is on disk some 50
 * to 200 ms later, with the next ordinary write, or before anyone else reads. Works that were lost on their way to the disk make every
 * later one of the same writer fail, so that what was built on them is not recorded.
 */
export interface BulkWriter<Schema> {
  write<Result>(work: Work<Schema, Result>): Promise<Result>
  /** The same, but resolves once this and everything before it is on disk. */
  conclude<Result>(work: Work<Schema, Result>): Promise<Result>
}

type Work<Schema, Result> = (transaction: Transaction<Schema>) => Result extends PromiseLike<unknown> ? never : Result

export interface DatabaseOptions {
  file: string
  /** Told of every query that took longer than 40 ms, with its name. */
  onSlowQuery?: (name: string, durationMs: number) => void
}

/** A query slower than this is reported by name (architecture, *contracts*). */
const SLOW_QUERY_MS = 40
/** Reads take milliseconds; an export may take longer. */
const FORGET_ATTEMPTS = 40
const FORGET_PAUSE_MS = 100
const STATEMENT_CACHE_SIZE = 400

/** Opens the database of an already prepared file (see `prepareFile`). */
export function openDatabase<Schema>(options: DatabaseOptions): Database<Schema> {
  const sqlite = openConnection(options.file)
  const reader = createReader(options.file, options.onSlowQuery)
  const checks = new Set<DamageCheck>()
  const notes = createChangeNotes()
  const transaction = createTransaction<Schema>(sqlite, options, notes)
  const queue = createWriteQueue(sqlite, options.file, notes, createCheckpoints(sqlite, reader.checkpoint))
  return {
    file: options.file,
    build: transaction.build,
    // Nobody but the work itself sees what is not on disk yet.
    all: (query: Compilable<unknown> | PreparedQuery<unknown, unknown>, parameters?: unknown) => {
      queue.publish()
      return transaction.all(query as never, parameters) as never
    },
    first: (query: Compilable<unknown> | PreparedQuery<unknown, unknown>, parameters?: unknown) => {
      queue.publish()
      return transaction.first(query as never, parameters) as never
    },
    reader,
    version: () => queue.lastCommit(),
    onChanges: notes.listen,
    write: (work) => queue.push(() => work(transaction)),
    bulk: () => {
      const { push, conclude } = queue.bulk()
      return { write: (work) => push(() => work(transaction)), conclude: (work) => conclude(() => work(transaction)) }
    },
    forgetErased: async () => {
      await queue.drain()
      for (let attempt = 0; attempt < FORGET_ATTEMPTS; attempt++) {
        if (attempt > 0) await setTimeout(FORGET_PAUSE_MS)
        // Never waits for a reader itself: that would hold up everything else.
        sqlite.pragma('busy_timeout = 0')
        try {
          const [{ busy } = { busy: 1 }] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
          if (busy === 0) return true
        } finally {
          sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
        }
      }
      return false
    },
    holdWrites: () => queue.hold(),
    findDamage: () => {
      const check = beginCheck(options.file)
      checks.add(check)
      return check.damage.finally(() => checks.delete(check))
    },
    close: async () => {
      await queue.drain()
      await Promise.all([...checks].map((check) => check.end()))
      await reader.close()
      sqlite.close()
    },
  }
}

function createTransaction<Schema>(
  sqlite: SqliteConnection,
  options: DatabaseOptions,
  notes: ChangeNotes,
): Transaction<Schema> {
  const build = queryBuilder<Schema>()
  const statements = createStatementCache(sqlite)
  const timed = <Result>(name: string, work: () => Result): Result => {
    const started = performance.now()
    try {
      return work()
    } catch (error) {
      throw classify(error, options.file)
    } finally {
      const took = performance.now() - started
      if (took > SLOW_QUERY_MS) options.onSlowQuery?.(name, took)
    }
  }
  const resolve = (query: Compilable<unknown> | PreparedQuery<unknown, unknown>, parameters: unknown) => {
    if ('bind' in query) return { name: query.name, statement: statements(query.sql), values: query.bind(parameters) }
    const compiled = query.compile()
    return { name: compiled.sql.slice(0, 120), statement: statements(compiled.sql), values: [...compiled.parameters] }
  }
  return {
    build,
    all: (query: Compilable<unknown> | PreparedQuery<unknown, unknown>, parameters?: unknown) => {
      const { name, statement, values } = resolve(query, parameters)
      return timed(name, () => statement.all(...values)) as never
    },
    first: (query: Compilable<unknown> | PreparedQuery<unknown, unknown>, parameters?: unknown) => {
      const { name, statement, values } = resolve(query, parameters)
      return timed(name, () => statement.get(...values)) as never
    },
    run: (query: Compilable<unknown> | PreparedQuery<unknown, unknown>, parameters?: unknown) => {
      const { name, statement, values } = resolve(query, parameters)
      return timed(name, () => statement.run(...values).changes)
    },
    note: notes.add,
    attempt: (work) => {
      const mark = notes.mark()
      statements('SAVEPOINT attempt').run()
      try {
        const result = work()
        statements('RELEASE attempt').run()
        return result
      } catch (error) {
        statements('ROLLBACK TO attempt').run()
        statements('RELEASE attempt').run()
        notes.undo(mark)
        throw error
      }
    },
  }
}

/** Prepared statements by their text, the least recently used dropped first. */
function createStatementCache(sqlite: SqliteConnection): (sql: string) => SqliteStatement {
  const cache = new Map<string, SqliteStatement>()
  return (sql) => {
    const known = cache.get(sql)
    if (known !== undefined) {
      // Only a full cache needs its order kept.
      if (cache.size >= STATEMENT_CACHE_SIZE) {
        cache.delete(sql)
        cache.set(sql, known)
      }
      return known
    }
    const statement = sqlite.prepare(sql)
    cache.set(sql, statement)
    const oldest = cache.size > STATEMENT_CACHE_SIZE ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    return statement
  }
}
