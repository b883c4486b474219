import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import writeXlsxFile from 'write-excel-file/node'
import { FileFormatError } from '../file-format-error.ts'
import { cellText, escapeForXlsx, numberText } from './xlsx-cells.ts'
import { sheetNames } from './sheet-names.ts'
import type { XlsxCalls, XlsxReply, XlsxRequest } from './xlsx-protocol.ts'
import { checkZip } from './zip-check.ts'

// The program of the thread for Excel files: both libraries work in one go, for seconds when a sheet is large.
let sheet: string[][] = []

async function answer(request: XlsxRequest): Promise<unknown> {
  switch (request.kind) {
    case 'open':
      return openSheet(request.path, request.sheet)
    case 'take':
      return sheet.slice(request.from, request.from + request.count)
    case 'append':
      sheet.push(...request.rows)
      return null
    case 'save':
      await write(request.path, [request.header, ...sheet])
      return null
  }
}

async function openSheet(path: string, which: string | number): Promise<XlsxCalls['open']['output']> {
  const file = await readFile(path)
  const sheets = sheetNames(checkZip(file))
  sheet = await read(file, which)
  return { rows: sheet.length, sheets }
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

/** In characters: as wide as the longest of the first cells, within reason. */
function columnWidth(title: string, rows: readonly string[][], index: number): number {
  const longest = Math.max(title.length, ...rows.slice(1, 100).map((row) => row[index]?.length ?? 0))
  return Math.min(40, Math.max(8, longest + 2))
}

parentPort?.on('message', (request: XlsxRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const reply = (message: XlsxReply): void => parentPort?.postMessage(message)
  answer(request).then(
    (value) => reply({ ok: true, value }),
    (error: unknown) =>
      reply({
        ok: false,
        refused: error instanceof FileFormatError ? { code: error.code, problem: error.problem } : null,
        message: error instanceof Error ? error.message : String(error),
      }),
  )
})
