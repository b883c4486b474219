import type { CompiledQuery, Kysely } from 'kysely'
import type { ChangeNote, OnChanges } from './change-notes.ts'
import type { Compilable, PreparedQuery } from './query-builder.ts'

/** Reads what is committed; inside a transaction, what the transaction has written as well. */
export interface Session<Schema> {
  /** The typed builder; hand what it builds to one of the methods below. */
  readonly build: Kysely<Schema>
  all<Row>(query: Compilable<Row>): Promise<Row[]>
  all<Parameters, Row>(query: PreparedQuery<Parameters, Row>, parameters: Parameters): Promise<Row[]>
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>
  first<Parameters, Row>(query: PreparedQuery<Parameters, Row>, parameters: Parameters): Promise<Row | undefined>
}

/** A session inside a write transaction, valid only until its work ends. */
export interface Transaction<Schema> extends Session<Schema> {
  /** Runs an insert, update or delete; returns the number of rows changed. */
  run(query: Compilable<unknown>): Promise<number>
  run<Parameters>(query: PreparedQuery<Parameters, unknown>, parameters: Parameters): Promise<number>
  /** Runs `work` and undoes its changes if it throws, while the transaction around it goes on. One at a time. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Hands `item` to `write` at the end of the work: for what every work locks, and so must lock last. Items for the
   * same `write` come together; those of an undone `attempt` do not come.
   */
  atEnd<Item>(write: EndingWork<Item>, item: Item): void
  /** Leaves a note for listeners to changes. They get it after the commit, and never if the work was undone. */
  note(note: ChangeNote): void
}

/** Ends a work in its transaction with what the work has handed to it. */
export type EndingWork<Item> = (
  transaction: Pick<Transaction<unknown>, 'first' | 'run'>,
  items: readonly Item[],
) => Promise<void>

/**
 * What runs in one transaction. It reads and writes through its transaction alone, awaits nothing else, and has no
 * other effect: what it found out it returns, so that a store may run it again.
 */
export type Work<Schema, Result> = (transaction: Transaction<Schema>) => Promise<Result>

export interface Store<Schema> extends Session<Schema> {
  /** Where its file lies. */
  readonly file: string
  /** Runs `work` in a transaction of its own and resolves once it is on disk. A work that throws changes nothing. */
  write<Result>(work: Work<Schema, Result>): Promise<Result>
  /** A writer for much at once, in many short works. */
  bulk(): BulkWriter<Schema>
  /** Changes with every commit and every opening: while it stays the same, so does every answer from the store. */
  version(): number
  /** Calls the listener with the notes of each commit; returns how to stop. It must be quick and never throw. */
  onChanges(listener: OnChanges): () => void
  /** Reads whose cost grows with what they match run here, off the main thread. */
  readonly reader: Reader
  /**
   * Removes what was erased from the search index and the log as well. False while a reader holds the log: try later.
   */
  forgetErased(): Promise<boolean>
  /** Holds back writes until the returned function is called, so that several stores can be copied as of one moment. */
  holdWrites(): Promise<() => void>
  /** Checks the whole store in a thread of its own; an empty list means it is sound. */
  findDamage(): Promise<string[]>
  /** Waits for what is queued, then closes. */
  close(): Promise<void>
}

/**
 * Writes much in short works that share commits: a work resolves as soon as it has run and is on disk 200 ms later
 * at most, or with the next ordinary write. Until then only works see it. When works are lost on their way to the disk,
 * every later one of the same writer fails, so that nothing is recorded on top of them.
 */
export interface BulkWriter<Schema> {
  write<Result>(work: Work<Schema, Result>): Promise<Result>
  /** The same, but resolves once this work and all before it are on disk. */
  conclude<Result>(work: Work<Schema, Result>): Promise<Result>
}

/** Reads off the main thread, each query seeing what is committed when it runs. */
export interface Reader {
  /** Runs a compiled query; `name` appears in the log when it is slow. */
  all<Row>(name: string, query: CompiledQuery<Row>): Promise<Row[]>
}
