import { findHeader, HEADER_SEARCH_LINES, requireHeader } from '../header-row.ts'
import { isBlank, type ReadTableOptions, type Table, type TableRow } from '../table.ts'
import { ROWS_AT_A_TIME } from './xlsx-protocol.ts'
import { startXlsxThread } from './xlsx-thread.ts'

/** Reads a whole sheet of an Excel workbook, in a worker thread. */
export async function readXlsx(path: string, options: ReadTableOptions): Promise<Table> {
  const { rows, sheets } = await readRows(path, options)
  const first = rows.filter((row) => row.line <= HEADER_SEARCH_LINES)
  const { header, line } = requireHeader(findHeader(first, options))
  return { format: 'xlsx', sheets, header, rows: rowsAfter(rows, line) }
}

async function readRows(
  path: string,
  { sheet = 1, signal }: ReadTableOptions,
): Promise<{ rows: TableRow[]; sheets: string[] }> {
  const thread = startXlsxThread(signal)
  try {
    const rows: TableRow[] = []
    const { rows: count, sheets } = await thread.ask('open', { path, sheet })
    for (let from = 0; from < count; from += ROWS_AT_A_TIME) {
      const taken = await thread.ask('take', { from, count: ROWS_AT_A_TIME })
      for (const [index, cells] of taken.entries()) if (!isBlank(cells)) rows.push({ line: from + index + 1, cells })
    }
    return { rows, sheets }
  } finally {
    await thread.end()
  }
}

async function* rowsAfter(rows: readonly TableRow[], line: number): AsyncGenerator<TableRow> {
  for (const row of rows) if (row.line > line) yield row
}
