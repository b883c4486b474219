import type { CallOutput } from '../../../src-preload/contract.ts'
import { text } from '../../locales/messages.ts'

export type Look = CallOutput<'imports.look'>

/** The fields a column can hold, in the order people check them. */
export const IMPORT_FIELDS = [
  'cardNumber',
  'licensePlate',
  'driver',
  'status',
  'expirationDate',
  'authGasoline',
  'authDiesel',
  'authLpg',
  'authHeatingOil',
  'providerCardId',
  'reason',
  'internalReference',
  'costCentre',
  'notes',
  'replacesCardNumber',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]
/** What a bulk command reads. */
export const COMMAND_FIELDS = {
  activate: ['cardNumber', 'licensePlate', 'driver', 'replacesCardNumber'],
  update: ['cardNumber', 'licensePlate', 'driver', 'internalReference', 'costCentre', 'notes'],
} as const satisfies Record<string, readonly ImportField[]>

/** Which column holds a field, counted from 0; null if none does. */
export type ColumnChoice = Readonly<Partial<Record<ImportField, number | null>>>

/** The service's choice, recognised or remembered. */
export function choiceOf(
  look: Look,
  fields: readonly ImportField[],
  columns: Look['columns'] = look.columns,
): ColumnChoice {
  return Object.fromEntries(
    fields.map((field) => {
      const named = columns[field]
      return [field, named === undefined ? null : columnNamed(look.headers, named)]
    }),
  )
}

/** By title, or by number if titles repeat. */
function columnNamed(headers: readonly string[], name: string): number | null {
  const index = headers.findIndex((header) => header.trim() === name)
  if (index >= 0) return index
  return /^[1-9]\d*$/.test(name) && Number(name) <= headers.length ? Number(name) - 1 : null
}

/** A column holds one field: giving it to another takes it away. */
export function changed(choice: ColumnChoice, field: ImportField, column: number | null): ColumnChoice {
  const others = Object.entries(choice).map(([other, held]) => [
    other,
    held === column && column !== null ? null : held,
  ])
  return { ...Object.fromEntries(others), [field]: column }
}

/** The columns that no field reads, but for this product's own remarks on refused rows. */
export function unreadColumns({ headers, untitled, remarks }: Look, choice: ColumnChoice): number[] {
  const read = new Set([...Object.values(choice), ...remarks])
  const isThere = (header: string, index: number) => header.trim() !== '' || untitled.includes(index)
  return headers.flatMap((header, index) => (isThere(header, index) && !read.has(index) ? [index] : []))
}

export function columnTitle({ headers }: Look, column: number): string {
  const title = headers[column]?.trim() ?? ''
  return title === '' ? text('columns.number', { number: column + 1 }) : title
}

/** Marks a field as not read, even if a header looks like it. */
const NO_COLUMN = '-'

/** The selection as the service takes it. A header that occurs twice, or contains a quote, is named by its number. */
export function mapOf(choice: ColumnChoice, headers: readonly string[]): string {
  return Object.entries(choice)
    .map(([field, column]) => {
      const header = column === null ? undefined : headers[column]
      if (header === undefined || column === null || column === undefined) return `${field}=${NO_COLUMN}`
      const isPlain =
        header.trim() !== '' && !header.includes('"') && headers.indexOf(header) === headers.lastIndexOf(header)
      return `${field}=${isPlain ? `"${header}"` : String(column + 1)}`
    })
    .join(',')
}

/** A column's first values. */
export function sampleOf(look: Look, column: number | null | undefined): string {
  if (column === null || column === undefined) return ''
  const values = look.sample.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '')
  return [...new Set(values)].slice(0, 3).join(' · ')
}
