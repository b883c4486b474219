import type { ColumnMap, Columns } from './columns.ts'

/** An open file of rows and columns; only its form has been checked. */
export interface Table {
  format: 'csv' | 'xlsx'
  /** CSV only: the encoding of its text, e.g. `utf-8` or `windows-1252`. */
  encoding?: string
  /** CSV only. */
  delimiter?: string
  /** XLSX only: the names of all sheets of the workbook. */
  sheets?: string[]
  /** XLSX only: the one that is read. */
  sheet?: string
  /** The titles of the columns; blank for a column without one. */
  header: string[]
  /** The non-empty rows below the header. Can be read once; those of a CSV file come from disk on demand. */
  rows: AsyncIterable<TableRow>
}

export interface TableRow {
  /** Where the row begins in the file, counted from 1: a line of a CSV file, a row of a sheet. */
  line: number
  /** As many cells as the row has, which in a CSV file may be more than titles. */
  cells: string[]
}

export interface ReadTableOptions {
  signal?: AbortSignal | undefined
  /** XLSX: name of the sheet, or its number counted from 1. Default: the first with known titles, or else the first. */
  sheet?: string | number | undefined
  /** CSV: the delimiter; detected by default. */
  delimiter?: string | undefined
  /** CSV: the encoding; detected by default. */
  encoding?: string | undefined
  /** Columns named by a person: they identify a header line just as known titles do. */
  map?: ColumnMap | undefined
  /** Take the first line as the header if none is recognised, for a screen where a person assigns the columns. */
  anyHeader?: boolean | undefined
}

export interface UntitledColumns {
  /** Returns whether the row holds something in a column where none before it did. */
  see(cells: readonly string[]): boolean
  found(): number[]
}

/** The columns that nobody reads, counted from 0, in which some of these rows hold something although they have no title. */
export function untitledColumns(header: readonly string[], columns: Columns): UntitledColumns {
  const read = new Set(Object.values(columns))
  let unseen = header.flatMap((title, index) => (title.trim() === '' && !read.has(index) ? [index] : []))
  const found = new Set<number>()
  return {
    see: (cells) => {
      const before = found.size
      for (const index of unseen) if ((cells[index] ?? '').trim() !== '') found.add(index)
      if (found.size === before) return false
      unseen = unseen.filter((index) => !found.has(index))
      return true
    },
    found: () => [...found].sort((one, other) => one - other),
  }
}

/** Whether a row is empty; spreadsheets leave such rows below a table. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}
