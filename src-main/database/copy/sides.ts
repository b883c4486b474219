import type { SchemaName } from '../postgres/store-address.ts'
import type { Row } from './table-digest.ts'
import type { TableShape } from './table-shape.ts'

/** Rows at a time, so that memory does not grow with the store. */
export const BATCH_ROWS = 1_000

/** A store that is read as of one moment. */
export interface ReadSide {
  /** Where it is, for people. */
  readonly place: string
  /** A setting of the service. */
  setting(name: string): Promise<string | null>
  shapes(schema: SchemaName): Promise<TableShape[]>
  count(schema: SchemaName, table: string): Promise<number>
  /** All rows in the order of the key, in batches. */
  rows(schema: SchemaName, table: TableShape): AsyncIterable<Row[]>
  /** Totals of a table of counters, without those that are 0, in the order of their columns. */
  totals(schema: SchemaName, table: string): Promise<Row[]>
  /** The highest number that was ever given out, of each table that numbers its rows. */
  numbers(schema: SchemaName): Promise<Map<string, number>>
}

/** A store that a copy fills. It is of no use to anyone until `complete`. */
export interface WriteSide extends ReadSide {
  write(schema: SchemaName, table: TableShape, rows: readonly Row[]): Promise<void>
  /** Writes one row over the one with its key. */
  replace(schema: SchemaName, table: TableShape, row: Row): Promise<void>
  /** Replaces the history among the counters. */
  replaceHistory(schema: SchemaName, rows: readonly Row[]): Promise<void>
  /** Makes each table number its rows from there on. */
  setNumbers(schema: SchemaName, numbers: ReadonlyMap<string, number>): Promise<void>
}
