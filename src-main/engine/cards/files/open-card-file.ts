import { validationError } from '../../../domain/errors.ts'
import { parseMapOption, resolveColumns, type Columns, type FileMap } from './columns.ts'
import { FileFormatError } from './file-format-error.ts'
import { readTable, type Table } from './read-table.ts'
import type { ValueMap } from './value-map.ts'

/** A file of cards, and how to read it. */
export interface CardFile {
  file: string
  /** For example `cardNumber=Karte Nr,status:ja=active`; without it headers and words are recognised. */
  map?: string | undefined
  sheet?: string | undefined
}

/** A file whose columns are known; its rows are read as they are taken. */
export interface OpenedCardFile {
  table: Table
  columns: Columns
  /** What a person says that words of the file mean. */
  values: ValueMap
  /** Headers that no field was found for. */
  ignored: string[]
}

/**
 * Opens a file of cards and finds its columns.
 *
 * @throws ServiceError `error.validation` when the file or its columns cannot be understood
 */
export async function openCardFile(input: CardFile, signal: AbortSignal | undefined): Promise<OpenedCardFile> {
  try {
    const map = parseMap(input.map)
    const table = await readTable(input.file, { signal, sheet: input.sheet, map: map.columns })
    const { columns, ignored, problems } = resolveColumns(table.header, map.columns)
    if (problems.length > 0) throw validationError(problems.map((fault) => ({ field: 'file', ...fault })))
    return { table, columns, values: map.values, ignored }
  } catch (error) {
    throw asRefusal(error)
  }
}

/** @throws ServiceError `error.validation` naming what is wrong with the map */
export function parseMap(text: string | undefined): FileMap {
  if (text === undefined) return { columns: {}, values: {} }
  const map = parseMapOption(text)
  if (!map.ok) throw validationError([{ field: 'map', message: map.reason }])
  return map.value
}

/** What is wrong with a file, as a border shows it; anything else comes back as it is. */
export function asRefusal(error: unknown): unknown {
  return error instanceof FileFormatError
    ? validationError([{ field: 'file', message: error.message, problem: error.problem }])
    : error
}
