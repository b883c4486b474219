import { pipeline } from 'node:stream'
import { CsvError, parse, type Info } from 'csv-parse'
import type { Problem } from '../../../domain/problem.ts'
import { FileFormatError } from './file-format-error.ts'
import { unguardFormula } from './formula-guard.ts'
import { findHeader, HEADER_SEARCH_LINES, requireHeader, type HeaderRow } from './header-row.ts'
import { isBlank, type ReadTableOptions, type Table, type TableRow } from './table.ts'
import { decodeFile, detectEncoding } from './text-encoding.ts'

const DELIMITERS = [';', ',', '\t', '|']
/** In characters. No real row is longer: the line endings are unusual, or a quotation mark is never closed. */
const MAX_RECORD_LENGTH = 128 * 1024

/** Opens a CSV file; its rows are read from disk on demand, in bounded memory. */
export async function readCsv(path: string, sample: Buffer, options: ReadTableOptions): Promise<Table> {
  const encoding = options.encoding ?? (await detectEncoding(path, sample, options.signal))
  const open = (delimiter: string) => csvRows(path, encoding, delimiter, options.signal)
  const { delimiter, header, line } = await chooseDelimiter(open, options)
  return { format: 'csv', encoding, delimiter, header, rows: rowsAfter(open(delimiter), line) }
}

type OpenRows = (delimiter: string) => AsyncGenerator<TableRow>

/** Chooses the delimiter with which the header names the most fields or, on a tie, has the most columns. */
async function chooseDelimiter(open: OpenRows, options: ReadTableOptions): Promise<HeaderRow & { delimiter: string }> {
  let best: (HeaderRow & { delimiter: string }) | undefined
  let failure: unknown
  for (const delimiter of options.delimiter === undefined ? DELIMITERS : [options.delimiter]) {
    try {
      const found = findHeader(await firstRows(open(delimiter)), options)
      if (found !== undefined && (best === undefined || isBetter(found, best))) best = { ...found, delimiter }
    } catch (error) {
      options.signal?.throwIfAborted()
      failure ??= error
    }
  }
  // A single column without a known title is the file read with a wrong delimiter, because the right one failed.
  if (failure !== undefined && (best === undefined || (best.fields === 0 && best.header.length < 2))) throw failure
  return { ...requireHeader(best), delimiter: best?.delimiter ?? '' }
}

function isBetter(found: HeaderRow, best: HeaderRow): boolean {
  return found.fields === best.fields ? found.header.length > best.header.length : found.fields > best.fields
}

async function firstRows(rows: AsyncGenerator<TableRow>): Promise<TableRow[]> {
  const first: TableRow[] = []
  for await (const row of rows) {
    if (row.line > HEADER_SEARCH_LINES) break
    first.push(row)
  }
  return first
}

async function* rowsAfter(rows: AsyncGenerator<TableRow>, line: number): AsyncGenerator<TableRow> {
  for await (const row of rows) if (row.line > line) yield row
}

async function* csvRows(
  path: string,
  encoding: string,
  delimiter: string,
  signal?: AbortSignal,
): AsyncGenerator<TableRow> {
  const lines = createLineCounter()
  const quotes = { seen: false }
  try {
    const parser = parse({
      delimiter,
      info: true,
      max_record_size: MAX_RECORD_LENGTH,
      // All three, for files assembled from the output of several programs.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    // Errors reach the loop below through the parser.
    pipeline(watched(decodeFile(path, encoding, signal), quotes), parser, () => {})
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const line = lines.startOf(record, info.lines)
      if (!isBlank(record)) yield { line, cells: record.map(unguardFormula) }
    }
  } catch (error) {
    throw explained(error, quotes.seen)
  }
}

async function* watched(pieces: AsyncIterable<string>, quotes: { seen: boolean }): AsyncGenerator<string> {
  for await (const piece of pieces) {
    quotes.seen ||= piece.includes('"')
    yield piece
  }
}

/**
 * Finds the line on which a record begins. csv-parse reports the line on which it ends, and counts a two-character line
 * break inside quotes twice.
 */
function createLineCounter(): { startOf(record: readonly string[], lastLine: number): number } {
  let countedTwice = 0
  return {
    startOf: (record, lastLine) => {
      let breaks = 0
      for (const cell of record) {
        if (!cell.includes('\n') && !cell.includes('\r')) continue
        const pairs = cell.split('\r\n').length - 1
        breaks += cell.split(/\r\n|\n|\r/).length - 1
        countedTwice += pairs
      }
      return lastLine - countedTwice - breaks
    },
  }
}

function explained(error: unknown, quoted: boolean): unknown {
  if (!(error instanceof CsvError)) return error
  const line = Number(error['lines'])
  const hasLine = Number.isInteger(line)
  const where = hasLine ? `, near line ${line}` : ''
  const problem = (atLine: Problem): Problem => (hasLine ? atLine : { code: 'file_damaged' })
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new FileFormatError(
      'damaged',
      `A quotation mark is opened and never closed${where}.`,
      problem({ code: 'csv_quote_open', line }),
      { cause: error },
    )
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const hint = quoted ? '; perhaps a quotation mark is opened and never closed' : ''
    return new FileFormatError(
      'damaged',
      `A row is longer than ${MAX_RECORD_LENGTH / 1024} kB${where}, which no row of cards is${hint}.`,
      problem({ code: 'csv_row_too_long', line, kilobytes: MAX_RECORD_LENGTH / 1024 }),
      { cause: error },
    )
  }
  if (error.code.startsWith('CSV_INVALID_OPTION') || error.code === 'CSV_INVALID_ARGUMENT') {
    return new FileFormatError(
      'bad_option',
      'The delimiter must be a single character.',
      { code: 'csv_delimiter' },
      { cause: error },
    )
  }
  return new FileFormatError(
    'damaged',
    `The file cannot be read as CSV${where}.`,
    problem({ code: 'csv_damaged', line }),
    { cause: error },
  )
}
