import { FIELDS } from '../../cards/files/column-names.ts'
import { englishOf, type ImportRefusal } from '../../../domain/sync/import-refusal.ts'
import type { ImportRow, ImportRowKind } from '../../../domain/sync/import-row.ts'
import { REASON_TITLES } from '../../cards/files/remarks.ts'
import { ROWS_PER_PAGE, type LoggedRows } from './row-log.ts'

/** The words of a file of rows; English unless a page sends its own. */
export interface RowWords {
  line: string
  /** Must be one of `REASON_TITLES`, so that the file can be read again once it is corrected. */
  because: string
  cardNumber: string
  field: string
  before: string
  after: string
  /** The names of fields. */
  fields: Readonly<Record<string, string>>
  /** A fault in a row. */
  sentence: (problem: ImportRefusal) => string
}

export const ENGLISH: RowWords = {
  line: 'Line in the file',
  because: REASON_TITLES[0],
  cardNumber: 'Card number',
  field: 'Field',
  before: 'Before',
  after: 'After',
  fields: {},
  sentence: (problem) => {
    const sentence = englishOf([problem])
    return sentence.endsWith('.') ? sentence : `${sentence}.`
  },
}

/**
 * The rows of a kind as a table: the refused ones as they are in the file, beside the line and the reasons; of the
 * changed ones each field before and after; of the others the card and its values.
 */
export function rowsTable(
  rows: LoggedRows,
  kind: ImportRowKind,
  words: RowWords,
): { header: string[]; rows: AsyncIterable<string[]> } {
  switch (kind) {
    case 'refuse':
      return {
        header: [...rows.header, words.because, words.line],
        rows: each(rows, kind, ({ cells, problems, line }) => [
          [...padded(cells, rows.header.length), problems.map(words.sentence).join(' '), String(line)],
        ]),
      }
    case 'change':
      return {
        header: [words.line, words.cardNumber, words.field, words.before, words.after],
        rows: each(rows, kind, ({ line, cardNumber, before, after }) =>
          Object.entries(after ?? {}).map(([field, value]) => [
            String(line),
            cardNumber ?? '',
            words.fields[field] ?? field,
            cellOf(before?.[field]),
            cellOf(value),
          ]),
        ),
      }
    case 'create':
      return {
        header: [words.line, words.cardNumber, ...VALUES.map((field) => words.fields[field] ?? field)],
        rows: each(rows, kind, ({ line, cardNumber, after }) => [
          [String(line), cardNumber ?? '', ...VALUES.map((field) => cellOf(after?.[field]))],
        ]),
      }
    case 'leave':
      return {
        header: [words.line, words.cardNumber],
        rows: each(rows, kind, ({ line, cardNumber }) => [[String(line), cardNumber ?? '']]),
      }
  }
}

const VALUES = FIELDS.filter((field) => field !== 'cardNumber')

async function* each(
  rows: LoggedRows,
  kind: ImportRowKind,
  linesOf: (row: ImportRow) => string[][],
): AsyncGenerator<string[]> {
  for (let page = 1; (page - 1) * ROWS_PER_PAGE < rows.totals[kind]; page += 1)
    for (const row of await rows.page(kind, page)) yield* linesOf(row)
}

/** A row may have fewer cells than the file has columns, or more. */
function padded(cells: readonly string[], columns: number): string[] {
  return Array.from({ length: columns }, (_, index) =>
    index === columns - 1 ? cells.slice(index).join(' ') : (cells[index] ?? ''),
  )
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value.replace(/T00:00:00\.000Z$/, '') : JSON.stringify(value)
}
