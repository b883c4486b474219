import { validationError } from '../../../domain/errors.ts'
import { parseMapOption, resolveColumns, type Columns, type FileMap } from './columns.ts'
import { FileFormatError } from './file-format-error.ts'
import { readTable, type Table } from './read-table.ts'
import type { ValueMap } from './value-map.ts'

/** A file of cards, and how to read it. */
export interface CardFile {
  file: string
  /** For example `cardNumber=Karte Nr,status:ja=active`; otherwise headers and words are recognised. */
  map?: string | undefined
  sheet?: string | undefined
}

/** An open file with known columns; its rows are read on demand. */
export interface OpenedCardFile {
  table: Table
  columns: Columns
  /** What words of the file mean, according to a person. */
  values: ValueMap
  /** Headers without a matching field. */
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

/** Turns a file's fault into a validation error; returns any other error unchanged. */
export function asRefusal(error: unknown): unknown {
  return error instanceof FileFormatError
    ? validationError([{ field: 'file', message: error.message, problem: error.problem }])
    : error
}
