import type { ColumnMap } from './columns.ts'

/** A file of rows and columns, opened; nothing of it is judged yet but its form. */
export interface Table {
  format: 'csv' | 'xlsx'
  /** CSV only: how its bytes were read, e.g. `utf-8` or `windows-1252`. */
  encoding?: string
  /** CSV only. */
  delimiter?: string
  /** XLSX only: the names of all sheets of the workbook. */
  sheets?: string[]
  /** The titles of the columns. */
  header: string[]
  /** The rows below the header that hold anything. To be read once; a CSV file is read from disk as they are taken. */
  rows: AsyncIterable<TableRow>
}

export interface TableRow {
  /** Where the row begins in the file, counted from 1: the line of a CSV file, the row of a sheet. */
  line: number
  /** As many cells as the row has, which can be more or fewer than there are titles. */
  cells: string[]
}

export interface ReadTableOptions {
  signal?: AbortSignal | undefined
  /** XLSX: name of the sheet, or its number counted from 1. Default: the first. */
  sheet?: string | number | undefined
  /** CSV: the delimiter, where detecting it goes wrong. */
  delimiter?: string | undefined
  /** CSV: the encoding, where detecting it goes wrong. */
  encoding?: string | undefined
  /** The columns as a person named them: they identify a header line as well as known titles do. */
  map?: ColumnMap | undefined
  /** Take the first line for the header when none is recognised, for a screen where a person then names the columns. */
  anyHeader?: boolean | undefined
}

/** A row without anything in it, as spreadsheets leave them below a table. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}
