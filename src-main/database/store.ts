import type { Kysely } from 'kysely'
import type { ChangeNote, OnChanges } from './change-notes.ts'
import type { Compilable, PreparedQuery } from './query-builder.ts'
import type { StoreOrigin, StoreStatus } from './store-status.ts'

/** Reads committed data; inside a transaction, its own writes as well. */
export interface Session<Schema> {
  /** The typed builder; pass what it builds to one of the methods below. */
  readonly build: Kysely<Schema>
  all<Row>(query: Compilable<Row>): Promise<Row[]>
  all<Parameters, Row>(query: PreparedQuery<Parameters, Row>, parameters: Parameters): Promise<Row[]>
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>
  first<Parameters, Row>(query: PreparedQuery<Parameters, Row>, parameters: Parameters): Promise<Row | undefined>
}

/** A session inside a write transaction, valid only until its work ends. */
export interface Transaction<Schema> extends Session<Schema> {
  /** Whether others may write at the same time, and rows that are read to be changed have to be locked. */
  readonly isShared: boolean
  /** Whether queries go to a server: waiting for its answers holds up nothing else in this process. */
  readonly isRemote: boolean
  /** Runs an insert, update or delete; returns the number of rows changed. */
  run(query: Compilable<unknown>): Promise<number>
  run<Parameters>(query: PreparedQuery<Parameters, unknown>, parameters: Parameters): Promise<number>
  /** Runs `work`; if it throws, undoes its changes while the transaction around it goes on. Cannot be nested. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Hands `item` to `write` at the end of the work: for rows that every unit of work locks and so must lock last. Items
   * for the same `write` arrive together; those of an undone `attempt` are dropped.
   */
  atEnd<Item>(write: EndingWork<Item>, item: Item): void
  /** Leaves a note for the change listeners. They receive it after the commit, and never if the work was undone. */
  note(note: ChangeNote): void
}

/** Writes, at the end of a unit of work, the items that it handed to `atEnd`. */
export type EndingWork<Item> = (
  transaction: Pick<Transaction<unknown>, 'first' | 'run'>,
  items: readonly Item[],
) => Promise<void>

/**
 * A unit of work: runs in one transaction, reads and writes through it alone, awaits nothing else and has no other
 * effect. What it finds out it returns, so that a store may run it again.
 */
export type Work<Schema, Result> = (transaction: Transaction<Schema>) => Promise<Result>

export interface Store<Schema> extends Session<Schema> {
  /** Its file, or the server and schema that it lies in. */
  readonly file: string
  /** Whether several instances of the engine may have it open. A file belongs to the one that holds its folder. */
  readonly isShared: boolean
  /** Runs `work` in a transaction of its own and resolves once it is on disk. A work that throws changes nothing. */
  write<Result>(work: Work<Schema, Result>): Promise<Result>
  /**
   * Like `write`, for a work that locks every row which it reads to change, in the one order: cards by ID, jobs,
   * counters, heads of the audit log. Where a store allows it, such works run beside each other; any other is alone.
   */
  writeBeside<Result>(work: Work<Schema, Result>): Promise<Result>
  /** A writer for large amounts, in many short units of work. */
  bulk(): BulkWriter<Schema>
  /** Changes with every commit and every opening: while it stays the same, so does every answer of the store. */
  version(): number
  /** Calls the listener with the notes of each commit; returns how to stop. It must be quick and never throw. */
  onChanges(listener: OnChanges): () => void
  /** Runs reads whose cost grows with what they match, off the main thread. */
  readonly reader: Reader
  /** Removes erased values from the search index and the log as well. False while a reader holds the log: try later. */
  forgetErased(): Promise<boolean>
  /** Holds back writes until the returned function is called, so that several stores can be copied as of one moment. */
  holdWrites(): Promise<() => void>
  /** Checks the whole store in a thread of its own; an empty list means it is sound. */
  findDamage(): Promise<string[]>
  /** Which server and database it is; null for a file, and where the server does not say. */
  origin(): Promise<StoreOrigin | null>
  /** How the server and the connections to it are, within two seconds; null for a file. */
  status(): Promise<StoreStatus | null>
  /** Waits for queued work, then closes. */
  close(): Promise<void>
}

/**
 * Writes large amounts in short units of work that share commits. A unit resolves as soon as it has run, and is on disk
 * within 200 ms or with the next ordinary write; until then only other work sees it. If work is lost on its way to the
 * disk, every later unit of the same writer fails, so that nothing is recorded on top of it.
 */
export interface BulkWriter<Schema> {
  write<Result>(work: Work<Schema, Result>): Promise<Result>
  /** Like `write`, but resolves once this and all earlier work is on disk. */
  conclude<Result>(work: Work<Schema, Result>): Promise<Result>
}

/** Reads off the main thread; each query sees what is committed when it runs. */
export interface Reader {
  /** Runs a query; `name` appears in the log when it is slow. */
  all<Row>(name: string, query: Compilable<Row>): Promise<Row[]>
}
