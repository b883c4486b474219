import { recogniseField } from './column-names.ts'
import { FIELDS, findColumn } from './columns.ts'
import { FileFormatError } from './file-format-error.ts'
import { parseCardNumber } from './row-values.ts'
import type { ReadTableOptions, TableRow } from './table.ts'

/** How many lines to search for the header: some portals put a title, the customer and the date above the table. */
export const HEADER_SEARCH_LINES = 20

export interface HeaderRow {
  header: string[]
  /** The line of the header; 0 if there is none and the first row is data. */
  line: number
  /** How many fields it names, for comparing readings of one file with different delimiters. */
  fields: number
}

type Hints = Pick<ReadTableOptions, 'map' | 'anyHeader'>

/** The header among a file's first rows: the row that names the most fields; undefined if none qualifies. */
export function findHeader(rows: readonly TableRow[], { map = {}, anyHeader = false }: Hints): HeaderRow | undefined {
  let best: HeaderRow | undefined
  for (const { line, cells } of rows) {
    if (line > HEADER_SEARCH_LINES) break
    const named = fieldsNamedBy(cells, map)
    // A single known word, as in `Status: active`, is a remark above the table rather than its header.
    if (!named.has('cardNumber') && named.size < 2) continue
    if (best === undefined || named.size > best.fields) best = { header: cells, line, fields: named.size }
  }
  return best ?? headerByNumbers(rows, map) ?? (anyHeader ? anyRow(rows) : undefined)
}

/** @throws FileFormatError saying what was looked for */
export function requireHeader(found: HeaderRow | undefined): HeaderRow {
  if (found !== undefined) return found
  throw new FileFormatError(
    'no_header',
    `No header was recognised in the first ${HEADER_SEARCH_LINES} lines. One line must name the columns, with a title such as "Card number", "Kartennummer", "Numéro de carte" or "Kaartnummer", or the columns must be mapped.`,
    { code: 'header_unknown', lines: HEADER_SEARCH_LINES },
  )
}

function fieldsNamedBy(cells: readonly string[], map: NonNullable<Hints['map']>): Set<string> {
  const named = new Set<string>(cells.map((cell) => recogniseField(cell)).filter((field) => field !== undefined))
  for (const field of FIELDS) {
    const wanted = map[field]
    if (wanted !== undefined && !isNumber(wanted) && findColumn(cells, wanted).ok) named.add(field)
  }
  return named
}

/** With columns given by number, no titles are needed: a row with a card number in its column is data. */
function headerByNumbers(rows: readonly TableRow[], map: NonNullable<Hints['map']>): HeaderRow | undefined {
  if (map.cardNumber === undefined || !isNumber(map.cardNumber)) return undefined
  const column = Number(map.cardNumber) - 1
  return headerOrData(widestRow(rows), (cells) => /\d{4}/.test(cells[column] ?? ''))
}

/** For a person who says what the columns are: titles, or data where a cell could be a card number. */
function anyRow(rows: readonly TableRow[]): HeaderRow | undefined {
  return headerOrData(widestRow(rows), (cells) => cells.some((cell) => parseCardNumber(cell).ok))
}

/** Data has columns without titles, and loses no row to them. */
function headerOrData(row: TableRow | undefined, isData: (cells: readonly string[]) => boolean): HeaderRow | undefined {
  if (row === undefined) return undefined
  const { line, cells } = row
  return isData(cells) ? { header: cells.map(() => ''), line: 0, fields: 0 } : { header: cells, line, fields: 0 }
}

/** The first with the most cells: a title above a table has fewer. */
function widestRow(rows: readonly TableRow[]): TableRow | undefined {
  const filled = ({ cells }: TableRow) => cells.filter((cell) => cell.trim() !== '').length
  let widest: TableRow | undefined
  for (const row of rows) {
    if (row.line > HEADER_SEARCH_LINES) break
    if (widest === undefined || filled(row) > filled(widest)) widest = row
  }
  return widest
}

function isNumber(column: string): boolean {
  return /^\s*\d+\s*$/.test(column)
}
