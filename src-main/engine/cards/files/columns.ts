import type { Fault } from '../../../domain/problem.ts'
import type { MappedWord } from '../../../domain/sync/mapped-word.ts'
import { FIELDS, recogniseField, type Field } from './column-names.ts'
import { foldText } from './fold-text.ts'
import { isRemark } from './remarks.ts'
import { isSameWord, parseValuePart, type ValueMap } from './value-map.ts'

export { FIELDS, type Field }

/** In a map: no column has this field, even if a header looks like it. */
export const NO_COLUMN = '-'

/** Which column has a field: its header, its number counted from 1, or `NO_COLUMN`. */
export type ColumnMap = Partial<Record<Field, string>>
/** The index, counted from 0, of the column of each field in the file. */
export type Columns = Partial<Record<Field, number>>

export interface ResolvedColumns {
  columns: Columns
  /** Headers of columns that are not imported. */
  ignored: string[]
  /** Why the columns cannot be imported; empty if they can. */
  problems: Fault[]
}

/**
 * Finds the fields in a header. `map` takes precedence over recognised headers. Two columns recognised as the same
 * field are a problem, and so is a file without card numbers.
 */
export function resolveColumns(header: readonly string[], map: ColumnMap = {}): ResolvedColumns {
  const problems: Fault[] = []
  const columns: Columns = {}
  const taken = new Map<number, Field>()
  for (const field of FIELDS) {
    const wanted = map[field]
    if (wanted === undefined || wanted === NO_COLUMN) continue
    const found = findColumn(header, wanted)
    const other = found.ok ? taken.get(found.index) : undefined
    if (!found.ok) problems.push(found.fault)
    else if (other !== undefined) {
      problems.push({
        message: `The column "${wanted}" cannot be both ${TITLES[other]} and ${TITLES[field]}.`,
        problem: { code: 'column_for_two_fields', column: wanted, field, other },
      })
    } else {
      columns[field] = found.index
      taken.set(found.index, field)
    }
  }
  const recognised = recognisedColumns(header, map, taken)
  for (const [field, indexes] of recognised) {
    const [only, ...more] = indexes
    if (only !== undefined && more.length === 0) columns[field] = only
    else {
      const columnNames = (word: string) =>
        indexes.map((index) => `"${header[index]}" (${word}${index + 1})`).join(', ')
      problems.push({
        message: `Several columns seem to be ${TITLES[field]}: ${columnNames('column ')}. Say which one it is.`,
        problem: { code: 'columns_for_one_field', field, columns: columnNames('') },
      })
    }
  }
  if ((map.cardNumber === undefined || map.cardNumber === NO_COLUMN) && !recognised.has('cardNumber')) {
    problems.push({
      message: `No column was recognised as ${TITLES.cardNumber}. Say which one it is.`,
      problem: { code: 'no_card_number_column' },
    })
  }
  const used = new Set(Object.values(columns))
  return {
    columns,
    ignored: header.filter((title, index) => title.trim() !== '' && !used.has(index) && !isRemark(title)),
    problems,
  }
}

/** The column that a person means: by its header, or else by its number, counted from 1. */
export function findColumn(
  header: readonly string[],
  wanted: string,
): { ok: true; index: number } | { ok: false; fault: Fault } {
  for (const same of [
    (title: string) => title.trim() === wanted.trim(),
    (title: string) => foldText(title) !== '' && foldText(title) === foldText(wanted),
  ]) {
    const [first, ...more] = header.flatMap((title, index) => (same(title) ? [index] : []))
    if (first !== undefined && more.length === 0) return { ok: true, index: first }
    if (first !== undefined)
      return {
        ok: false,
        fault: {
          message: `Several columns are called "${wanted}"; give the number of the column instead.`,
          problem: { code: 'column_ambiguous', column: wanted },
        },
      }
  }
  const number = /^[1-9]\d{0,4}$/.test(wanted.trim()) ? Number(wanted) : 0
  if (number >= 1 && number <= header.length) return { ok: true, index: number - 1 }
  if (number === 0)
    return {
      ok: false,
      fault: { message: `There is no column "${wanted}".`, problem: { code: 'column_unknown', column: wanted } },
    }
  return {
    ok: false,
    fault: {
      message: `There is no column ${number}: the file has ${header.length}.`,
      problem: { code: 'column_number_unknown', column: number, columns: header.length },
    },
  }
}

/** A person's explanation of a file: which column has which field, and what its words mean. */
export interface FileMap {
  columns: ColumnMap
  values: ValueMap
}

/**
 * Parses a map as written on the command line: `cardNumber=Karte Nr,driver="Name, Vorname",expirationDate=7`. A header
 * that contains a comma goes in double quotes; `status=-` says that no column has the status, and `status:ja=active`
 * what a word in its column means, `dates=month-first` that `05/06/2027` is 6 May.
 */
export function parseMapOption(text: string): { ok: true; value: FileMap } | { ok: false; reason: string } {
  const value: ColumnMap = {}
  const words: MappedWord[] = []
  let monthFirst: boolean | undefined
  for (const part of text.match(/(?:[^,"]|"[^"]*"?)+/g) ?? []) {
    const worded = parseValuePart(part)
    if (worded?.ok === false) return worded
    if (worded !== null) {
      const { field, word, meaning } = worded
      if (words.some((other) => isSameWord(other, worded)))
        return { ok: false, reason: `A word of ${field} is given two meanings.` }
      words.push({ field, word, meaning })
      continue
    }
    const dates = DATES_PART.exec(part)
    if (dates !== null) {
      monthFirst = dates[1]?.toLowerCase() === 'month-first'
      continue
    }
    const [name = '', ...rest] = part.split('=')
    const field = FIELDS.find((candidate) => foldText(candidate) === foldText(name))
    const column = rest
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim()
    if (field === undefined)
      return { ok: false, reason: `"${name.trim()}" is not a field; the fields are ${FIELDS.join(', ')}.` }
    if (column === '') return { ok: false, reason: `Say which column holds ${field}, as in ${field}=Header.` }
    if (value[field] !== undefined) return { ok: false, reason: `${field} is given twice.` }
    value[field] = column
  }
  if (Object.keys(value).length + words.length === 0 && monthFirst === undefined)
    return { ok: false, reason: 'The map is empty; it reads like cardNumber=Header,driver=Header.' }
  return { ok: true, value: { columns: value, values: { words, ...(monthFirst === true ? { monthFirst } : {}) } } }
}

const DATES_PART = /^\s*dates\s*=\s*(month-first|day-first)\s*$/i

function recognisedColumns(
  header: readonly string[],
  map: ColumnMap,
  taken: ReadonlyMap<number, Field>,
): Map<Field, number[]> {
  const found = new Map<Field, number[]>()
  for (const [index, title] of header.entries()) {
    const field = taken.has(index) ? undefined : recogniseField(title)
    if (field !== undefined && map[field] === undefined) found.set(field, [...(found.get(field) ?? []), index])
  }
  return found
}

const TITLES: Record<Field, string> = {
  cardNumber: 'the card number',
  providerCardId: "the provider's card id",
  status: 'the status',
  licensePlate: 'the licence plate',
  driver: 'the driver',
  expirationDate: 'the expiry date',
  authGasoline: 'the gasoline authorization',
  authDiesel: 'the diesel authorization',
  authLpg: 'the LPG authorization',
  authHeatingOil: 'the heating oil authorization',
  reason: 'the reason',
  internalReference: 'the internal reference',
  costCentre: 'the cost centre',
  notes: 'the notes',
  replacesCardNumber: 'the replaced card',
}
