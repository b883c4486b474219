import { FIELDS, findColumn, resolveColumns, type ColumnMap } from './columns.ts'
import { asRefusal } from './open-card-file.ts'
import { readTable } from './read-table.ts'
import { isRemark } from './remarks.ts'
import { untitledColumns } from './table.ts'

/** The beginning of a file, for a person to assign its columns. */
export interface FileLook {
  /** The sheets of a workbook; empty for a CSV file. */
  sheets: string[]
  /** The one that is looked at; null for a CSV file. */
  sheet: string | null
  headers: string[]
  /** The first rows, each with as many cells as there are headers. */
  sample: string[][]
  /** Field to header, or to the column's number if its header is not unique. */
  columns: Record<string, string>
  /** Columns without a title that hold something, counted from 0. */
  untitled: number[]
  /** Columns that are this product's own remarks on refused rows, counted from 0. */
  remarks: number[]
}

const SAMPLE_ROWS = 8
const SHOWN_CHARACTERS = 200

/**
 * Looks at the beginning of a file.
 *
 * @param mapOf what a person said about columns with these headers
 * @throws ServiceError `error.validation` when it is no table
 */
export async function lookAtFile(
  file: string,
  options: { sheet?: string | undefined; map?: ColumnMap | undefined; signal?: AbortSignal | undefined },
  mapOf: (header: readonly string[]) => Promise<ColumnMap>,
): Promise<FileLook> {
  try {
    const table = await readTable(file, { ...options, anyHeader: true })
    const sample: string[][] = []
    const untitled = untitledColumns(table.header, {})
    const hasTitles = table.header.every((title) => title.trim() !== '')
    for await (const { cells } of table.rows) {
      if (sample.length < SAMPLE_ROWS)
        sample.push(table.header.map((_, index) => (cells[index] ?? '').slice(0, SHOWN_CHARACTERS)))
      // Whether a column without a title holds anything may show in its last row only.
      else if (hasTitles) break
      untitled.see(cells)
    }
    const { columns } = resolveColumns(table.header, await mapOf(table.header))
    return {
      sheets: table.sheets ?? [],
      sheet: table.sheet ?? null,
      headers: table.header,
      sample,
      columns: namedColumns(table.header, columns),
      untitled: untitled.found(),
      remarks: table.header.flatMap((title, index) => (isRemark(title) ? [index] : [])),
    }
  } catch (error) {
    throw asRefusal(error)
  }
}

function namedColumns(header: readonly string[], columns: Partial<Record<string, number>>): Record<string, string> {
  const named: Record<string, string> = {}
  for (const field of FIELDS) {
    const index = columns[field]
    if (index === undefined) continue
    const title = header[index]?.trim() ?? ''
    const found = findColumn(header, title)
    // A map cannot express a title that contains a quotation mark.
    named[field] = found.ok && found.index === index && !title.includes('"') ? title : String(index + 1)
  }
  return named
}
