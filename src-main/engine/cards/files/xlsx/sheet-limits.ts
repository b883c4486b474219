import { FileFormatError } from '../file-format-error.ts'

/** Both libraries hold a whole sheet in memory, and slow down or fail beyond this; CSV has no such limit. */
const MAX_SHEET_ROWS = 250_000
/** Allowance for the header and any lines above it. */
const ROWS_ABOVE = 20
/** The most cells to write: they take some 1.2 GB while the file is assembled. */
const MAX_WRITTEN_CELLS = 2_500_000
const MAX_WRITTEN_CHARACTERS = 100_000_000
/** Excel's own limit for one cell. */
const MAX_CELL_LENGTH = 32_767
/** The most cells to read, as rows times columns: the reader makes every row as wide as the widest. */
const MAX_READ_AREA = 20_000_000

/** Adds up what will be written, and refuses what a sheet cannot hold. */
export function createSheetMeter(): { add(rows: readonly (readonly string[])[]): void } {
  let rowCount = 0
  let cells = 0
  let characters = 0
  return {
    add: (rows) => {
      rowCount += rows.length
      for (const row of rows) {
        cells += row.length
        for (const cell of row) {
          characters += cell.length
          if (cell.length > MAX_CELL_LENGTH)
            throw new FileFormatError(
              'too_large',
              `An Excel cell has room for ${spelled(MAX_CELL_LENGTH)} characters. Export as CSV.`,
              { code: 'cell_too_long', maximum: MAX_CELL_LENGTH },
            )
        }
      }
      if (rowCount > MAX_SHEET_ROWS)
        throw new FileFormatError(
          'too_large',
          `More than ${spelled(MAX_SHEET_ROWS)} rows are too many for an Excel file. Export as CSV.`,
          { code: 'table_too_many_rows', maximum: MAX_SHEET_ROWS },
        )
      if (cells > MAX_WRITTEN_CELLS || characters > MAX_WRITTEN_CHARACTERS)
        throw new FileFormatError('too_large', 'The table is too large for an Excel file. Export as CSV.', {
          code: 'table_too_large',
        })
    },
  }
}

/**
 * Refuses a part of a workbook that is a sheet with too many rows or columns, before it is parsed. The reader fills
 * every gap: two cells in opposite corners of a sheet would take gigabytes and end the whole process.
 *
 * Checks every attribute `r`, which numbers a row or locates a cell, as the reader's XML parser does.
 *
 * @throws FileFormatError `too_large`, or `damaged` if a location is invalid
 */
export function checkSheetExtent(part: Buffer): void {
  if (!part.includes('sheetData')) return
  let rows = 0
  let columns = 1
  for (let at = part.indexOf('r=', 1); at !== -1; at = part.indexOf('r=', at + 2)) {
    const quote = part[at + 2]
    if ((quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) || !isNamedR(part, at)) continue
    const place = readPlace(part, at + 3, quote)
    rows = Math.max(rows, place.row)
    columns = Math.max(columns, place.column)
    if (rows > MAX_SHEET_ROWS + ROWS_ABOVE)
      throw new FileFormatError(
        'too_large',
        `The sheet has more than ${spelled(MAX_SHEET_ROWS)} rows. Delete the empty ones below the table, or save the sheet as CSV, which may have any number.`,
        { code: 'sheet_too_many_rows', maximum: MAX_SHEET_ROWS },
      )
    if (rows * columns > MAX_READ_AREA)
      throw new FileFormatError(
        'too_large',
        'The sheet has too many columns for its many rows. Delete the empty ones beside the table, or save the sheet as CSV.',
        { code: 'sheet_too_many_columns' },
      )
  }
}

const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const COLON = 0x3a
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
const isLetter = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a
const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)

/** Whether the `r` is an attribute's whole name, after any prefix; `xmlns:r` only declares a prefix. */
function isNamedR(part: Buffer, at: number): boolean {
  if (part[at - 1] !== COLON) return isBlank(part[at - 1])
  return !(part.toString('latin1', Math.max(0, at - 6), at) === 'xmlns:' && isBlank(part[at - 7]))
}

/** Parses `12` of a row or `AB12` of a cell. Overlong digits become a number above every limit. */
function readPlace(part: Buffer, start: number, quote: number): { row: number; column: number } {
  let at = start
  let column = 0
  let row = 0
  for (let byte = part[at] ?? 0; isLetter(byte) && at < start + 4; byte = part[++at] ?? 0)
    column = column * 26 + byte - 0x40
  const digits = at
  for (let byte = part[at] ?? 0; isDigit(byte) && at < digits + 9; byte = part[++at] ?? 0) row = row * 10 + byte - 0x30
  if (isDigit(part[at] ?? 0)) row = Number.MAX_SAFE_INTEGER
  else if (at === digits || part[at] !== quote)
    throw new FileFormatError(
      'damaged',
      'The sheet has a cell in no place. Open the file in Excel and save it again, or save the sheet as CSV.',
      { code: 'sheet_damaged' },
    )
  return { row, column }
}

function spelled(count: number): string {
  return count.toLocaleString('en')
}
