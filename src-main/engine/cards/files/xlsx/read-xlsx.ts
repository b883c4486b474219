import type { Thread } from '../../../../database/thread.ts'
import { FileFormatError } from '../file-format-error.ts'
import { findHeader, HEADER_SEARCH_LINES, requireHeader } from '../header-row.ts'
import { isBlank, type ReadTableOptions, type Table, type TableRow } from '../table.ts'
import { ROWS_AT_A_TIME, type XlsxCalls } from './xlsx-protocol.ts'
import { startXlsxThread } from './xlsx-thread.ts'

/** How many sheets to search for known titles; an overview or a legend often comes before the table. */
const SEARCHED_SHEETS = 10

/** Reads a whole sheet of an Excel workbook, in a worker thread: by default the first one with known titles. */
export async function readXlsx(path: string, options: ReadTableOptions): Promise<Table> {
  const thread = startXlsxThread(options.signal)
  try {
    const { rows, sheets, sheet } = await chosenSheet(thread, path, options)
    const { header, line } = requireHeader(findHeader(firstOf(rows), options))
    const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), header.length)
    // In a sheet, what stands beside the titles is a column like any other.
    const titles = Array.from({ length: width }, (_, index) => header[index] ?? '')
    return { format: 'xlsx', sheets, sheet, header: titles, rows: rowsAfter(rows, line) }
  } finally {
    await thread.end()
  }
}

interface Sheet {
  rows: TableRow[]
  sheets: string[]
  /** Its name. */
  sheet: string
}

async function chosenSheet(thread: Thread<XlsxCalls>, path: string, options: ReadTableOptions): Promise<Sheet> {
  const first = await readSheet(thread, path, options.sheet ?? 1)
  const isTable = ({ rows }: Sheet) => {
    const found = findHeader(firstOf(rows), { map: options.map })
    return found !== undefined && (found.fields > 0 || found.line === 0)
  }
  if (options.sheet !== undefined || isTable(first)) return first
  for (let number = 2; number <= Math.min(first.sheets.length, SEARCHED_SHEETS); number++) {
    const other = await readSheet(thread, path, number).catch((error: unknown) => {
      // Not every sheet has cells.
      if (error instanceof FileFormatError) return null
      throw error
    })
    if (other !== null && isTable(other)) return other
  }
  return first
}

async function readSheet(thread: Thread<XlsxCalls>, path: string, which: string | number): Promise<Sheet> {
  const rows: TableRow[] = []
  const { rows: count, sheets } = await thread.ask('open', { path, sheet: which })
  for (let from = 0; from < count; from += ROWS_AT_A_TIME) {
    const taken = await thread.ask('take', { from, count: ROWS_AT_A_TIME })
    for (const [index, cells] of taken.entries()) if (!isBlank(cells)) rows.push({ line: from + index + 1, cells })
  }
  return { rows, sheets, sheet: typeof which === 'number' ? (sheets[which - 1] ?? '') : which }
}

function firstOf(rows: readonly TableRow[]): TableRow[] {
  return rows.filter((row) => row.line <= HEADER_SEARCH_LINES)
}

async function* rowsAfter(rows: readonly TableRow[], line: number): AsyncGenerator<TableRow> {
  for (const row of rows) if (row.line > line) yield row
}
