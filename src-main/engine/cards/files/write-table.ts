import { createWriteStream } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { guardFormula } from './formula-guard.ts'
import { replaceFile } from './replace-file.ts'
import { createSheetMeter } from './xlsx/sheet-limits.ts'
import { ROWS_AT_A_TIME } from './xlsx/xlsx-protocol.ts'
import { startXlsxThread } from './xlsx/xlsx-thread.ts'

export type Rows = AsyncIterable<string[]> | Iterable<string[]>

export interface WriteOptions {
  signal?: AbortSignal | undefined
}

export interface WriteCsvOptions extends WriteOptions {
  /** Excel expects `;` where the decimal separator is a comma. Default `,`. */
  delimiter?: ',' | ';' | undefined
}

/**
 * Writes a CSV file in bounded memory: RFC 4180, in UTF-8 with a byte order mark for Excel. Cells that a spreadsheet
 * would run as a formula begin with an apostrophe. The file appears, or is replaced, only once complete.
 */
export async function writeCsv(
  path: string,
  header: readonly string[],
  rows: Rows,
  { delimiter = ',', signal }: WriteCsvOptions = {},
): Promise<void> {
  await replaceFile(path, async (temporary) => {
    const target = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(csvText(header, rows, delimiter), target, signal === undefined ? {} : { signal })
  })
}

async function* csvText(header: readonly string[], rows: Rows, delimiter: string): AsyncGenerator<string> {
  const text = (batch: readonly (readonly string[])[]): string =>
    stringify(
      batch.map((row) => row.map(guardFormula)),
      { delimiter, record_delimiter: '\r\n', quote_record_delimiter: true },
    )
  yield `\ufeff${text([header])}`
  for await (const batch of batches(rows)) yield text(batch)
}

/**
 * Writes an Excel workbook of one sheet, every cell as text, so that long numbers keep all their digits and nothing is
 * a formula. The table is held in memory; the file appears, or is replaced, only once complete.
 *
 * @throws FileFormatError `too_large` beyond 250,000 rows or 2,500,000 cells
 */
export async function writeXlsx(
  path: string,
  header: readonly string[],
  rows: Rows,
  { signal }: WriteOptions = {},
): Promise<void> {
  await replaceFile(path, async (temporary) => {
    const thread = startXlsxThread(signal)
    try {
      const meter = createSheetMeter()
      for await (const batch of batches(rows)) {
        meter.add(batch)
        await thread.ask('append', { rows: batch })
      }
      await thread.ask('save', { path: temporary, header: [...header] })
    } finally {
      await thread.end()
    }
  })
}

async function* batches(rows: Rows): AsyncGenerator<string[][]> {
  let batch: string[][] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < ROWS_AT_A_TIME) continue
    yield batch
    batch = []
    // Lets other work run in between, even if all rows are available at once.
    await setImmediate()
  }
  if (batch.length > 0) yield batch
}
