import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import writeXlsxFile from 'write-excel-file/node'
import { answerCalls } from '../../../../database/thread.ts'
import { FileFormatError } from '../file-format-error.ts'
import { applyFormats, telltaleStyles } from './cell-formats.ts'
import { cellText, escapeForXlsx, numberText } from './xlsx-cells.ts'
import { sheetNames, sheetPart } from './sheet-names.ts'
import type { XlsxCalls } from './xlsx-protocol.ts'
import { checkZip, RELATIONS, STYLES, WORKBOOK } from './zip-check.ts'

// The worker thread for Excel files: both libraries work synchronously, for seconds on a large sheet.
let sheet: string[][] = []

answerCalls<XlsxCalls>({
  open: ({ path, sheet: which }) => openSheet(path, which),
  take: ({ from, count }) => sheet.slice(from, from + count),
  append: ({ rows }) => {
    sheet.push(...rows)
    return null
  },
  save: async ({ path, header }) => {
    await write(path, [header, ...sheet])
    return null
  },
})

async function openSheet(path: string, which: string | number): Promise<XlsxCalls['open']['output']> {
  const file = await readFile(path)
  const parts = checkZip(file)
  const workbook = parts.get(WORKBOOK) ?? Buffer.alloc(0)
  sheet = await read(file, which)
  const styles = telltaleStyles(parts.get(STYLES)?.toString('utf8') ?? '')
  const part = sheetPart(workbook, parts.get(RELATIONS) ?? Buffer.alloc(0), which)
  if (styles.size > 0 && part !== null) {
    const content = checkZip(file, undefined, (name) => name === part).get(part)
    if (content !== undefined) applyFormats(sheet, content, styles)
  }
  return { rows: sheet.length, sheets: sheetNames(workbook) }
}

async function read(file: Buffer, which: string | number): Promise<string[][]> {
  if (typeof which === 'number' && !(Number.isInteger(which) && which > 0)) throw noSheet(which)
  try {
    const rows = await readSheet<string>(file, which, { trim: false, parseNumber: numberText })
    return rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1).map(cellText))
  } catch (error) {
    if (error instanceof Error && error.name === 'SheetNotFoundError') throw noSheet(which)
    throw new FileFormatError(
      'damaged',
      'The sheet cannot be read. Open the file in Excel and save it again, or save the sheet as CSV.',
      { code: 'sheet_damaged' },
      { cause: error },
    )
  }
}

function noSheet(which: string | number): FileFormatError {
  return new FileFormatError('bad_option', `There is no sheet "${which}" in the file.`, {
    code: 'sheet_unknown',
    sheet: which,
  })
}

async function write(path: string, rows: string[][]): Promise<void> {
  const cells = rows.map((row, index) =>
    row.map((text) =>
      text === ''
        ? null
        : index === 0
          ? { value: escapeForXlsx(text), type: String, fontWeight: 'bold' as const }
          : escapeForXlsx(text),
    ),
  )
  const columns = (rows[0] ?? []).map((title, index) => ({ width: columnWidth(title, rows, index) }))
  await writeXlsxFile(cells, { columns, stickyRowsCount: 1 }).toFile(path)
}

/** In characters: as wide as the longest of the first cells, within limits. */
function columnWidth(title: string, rows: readonly string[][], index: number): number {
  const longest = Math.max(title.length, ...rows.slice(1, 100).map((row) => row[index]?.length ?? 0))
  return Math.min(40, Math.max(8, longest + 2))
}
