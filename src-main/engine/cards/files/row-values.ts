import { AUTHORIZATIONS, type CardStatus } from '../../../domain/card.ts'
import {
  DRIVER_LENGTH,
  LICENSE_PLATE_LENGTH,
  OWN_FIELD_LENGTHS,
  OWN_FIELDS,
  ownText,
  ownTextFault,
  textFault,
  type OwnField,
} from '../../../domain/cards/card-fields.ts'
import type { CardReason } from '../../../domain/cards/card-reason.ts'
import { isLikeCardNumber, type ImportRefusal } from '../../../domain/sync/import-refusal.ts'
import type { WordedField } from '../../../domain/sync/mapped-word.ts'
import type { Columns, Field } from './columns.ts'
import { orderOfDate, parseExpiryDate, type DateOrder } from './expiry-date.ts'
import { reasonMeantBy, statusMeantBy, truthMeantBy } from './import-words.ts'
import { accept, refuse, shown, type Parsed } from './result.ts'
import { readingOf, type ValueMap } from './value-map.ts'

/** A row's values. An absent field stays as it is on the card: its column is missing or its cell is empty. */
export interface ImportRow {
  /** 4 to 20 digits. */
  cardNumber: string
  providerCardId?: string
  status?: CardStatus
  licensePlate?: string
  driver?: string
  /** `2027-12-31T00:00:00.000Z`. */
  expirationDate?: string
  authGasoline?: boolean
  authDiesel?: boolean
  authLpg?: boolean
  authHeatingOil?: boolean
  reason?: CardReason
  internalReference?: string
  costCentre?: string
  notes?: string
  /** 4 to 20 digits: the card that this one takes the place of. */
  replacesCardNumber?: string
}

export interface RowParser {
  /** Parses the cells of a row, keeping digits as text. Never throws; a refused row lists all its faults. */
  parse(cells: readonly string[]): Parsed<ImportRow>
  /** How the row's expiry date can be read; null if in one way only. */
  dateOrder(cells: readonly string[]): DateOrder | null
}

/** Parses the rows of one file. */
export function rowParser(columns: Columns, values: ValueMap = {}): RowParser {
  const meant = readingOf(values)
  const monthFirst = values.monthFirst === true
  return {
    parse: (cells) => parseRow(cells, columns, meant, monthFirst),
    dateOrder: (cells) => orderOfDate(unwrapped(cells[columns.expirationDate ?? -1] ?? '')),
  }
}

function parseRow(
  cells: readonly string[],
  columns: Columns,
  meant: (field: WordedField, cell: string) => string,
  monthFirst: boolean,
): Parsed<ImportRow> {
  const problems: ImportRefusal[] = []
  const read = <Value>(field: Field, parse: (cell: string) => Parsed<Value>): Value | undefined => {
    const index = columns[field]
    const cell = index === undefined ? undefined : cells[index]
    if (cell === undefined || cell.trim() === '') return undefined
    const parsed = parse(cell)
    if (parsed.ok) return parsed.value
    problems.push(...parsed.problems)
    return undefined
  }
  const readWord = <Value>(field: WordedField, parse: (word: string) => Parsed<Value>): Value | undefined => {
    const word = meant(field, unwrapped(cells[columns[field] ?? -1] ?? ''))
    return word === '' ? undefined : read(field, () => parse(word))
  }
  const row: ImportRow = { cardNumber: read('cardNumber', parseCardNumber) ?? '' }
  if (row.cardNumber === '' && problems.length === 0) problems.push({ code: 'card_number_missing' })
  assign(row, 'providerCardId', read('providerCardId', parseProviderCardId))
  assign(row, 'status', readWord('status', parseStatus))
  assign(
    row,
    'licensePlate',
    read('licensePlate', (cell) => parsePersonalText('licensePlate', LICENSE_PLATE_LENGTH, cell)),
  )
  assign(
    row,
    'driver',
    read('driver', (cell) => parsePersonalText('driver', DRIVER_LENGTH, cell)),
  )
  assign(
    row,
    'expirationDate',
    readWord('expirationDate', (cell) => parseExpiryDate(cell, monthFirst)),
  )
  for (const field of AUTHORIZATIONS)
    assign(
      row,
      field,
      readWord(field, (cell) => parseAuthorization(field, cell)),
    )
  assign(row, 'reason', readWord('reason', parseReason))
  assign(row, 'replacesCardNumber', read('replacesCardNumber', parseCardNumber))
  for (const field of OWN_FIELDS)
    assign(
      row,
      field,
      read(field, (cell) => parseOwnText(field, cell)),
    )
  return problems.length === 0 ? accept(row) : refuse(...problems)
}

/** The number and ID by which a person can find the card of a refused row, as far as they are readable. */
export function namesInRow(
  cells: readonly string[],
  columns: Columns,
): { cardNumber: string | null; providerCardId: string | null } {
  const cellOf = (field: Field) => cells[columns[field] ?? -1] ?? ''
  const number = parseCardNumber(cellOf('cardNumber'))
  const written = shown(unwrapped(cellOf('cardNumber')))
  const id = parseProviderCardId(cellOf('providerCardId'))
  return {
    cardNumber: number.ok ? number.value : isLikeCardNumber(written) ? written : null,
    providerCardId: id.ok ? id.value : null,
  }
}

function assign<Key extends keyof ImportRow>(row: ImportRow, key: Key, value: ImportRow[Key] | undefined): void {
  if (value !== undefined) row[key] = value
}

// `7,82521E+17`: what a spreadsheet leaves of a long number.
const SCIENTIFIC = /^\d+(?:[.,]\d+)?E[+-]?\d+$/i
// As spreadsheets write it. Without sign and decimals it could be an ID of letters and digits, `12E5`.
const SCIENTIFIC_FOR_SURE = /^\d[.,]\d+E[+-]\d+$/i

/** The digits of a card number, in any common spelling. */
export function parseCardNumber(cell: string): Parsed<string> {
  const text = unwrapped(cell).replace(/^'/, '').trim()
  if (SCIENTIFIC.test(text)) return refuse({ code: 'lost_digits', field: 'cardNumber' })
  const digits = text.replaceAll(/[\p{Zs}\p{Pd}]/gu, '')
  if (/^\d{4,20}$/.test(digits)) return accept(digits)
  if (/^\d+$/.test(digits)) return refuse({ code: 'card_number_length', text: shown(text), digits: digits.length })
  if (/^[\dxX*•.]+$/.test(digits) && /[xX*•]/.test(digits))
    return refuse({ code: 'card_number_masked', text: shown(text) })
  return refuse({ code: 'card_number_form', text: shown(text) })
}

const PROVIDER_CARD_ID_LENGTH = 100

function parseProviderCardId(cell: string): Parsed<string> {
  const text = unwrapped(cell)
  if (SCIENTIFIC_FOR_SURE.test(text)) return refuse({ code: 'lost_digits', field: 'providerCardId' })
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) return refuse({ code: 'control_characters', field: 'providerCardId' })
  if (text.length > PROVIDER_CARD_ID_LENGTH)
    return refuse({ code: 'too_long', field: 'providerCardId', maximum: PROVIDER_CARD_ID_LENGTH })
  if (text === '.' || text === '..') return refuse({ code: 'id_of_dots' })
  return text === '' ? refuse({ code: 'empty', field: 'providerCardId' }) : accept(text)
}

function parseStatus(cell: string): Parsed<CardStatus> {
  const status = statusMeantBy(unwrapped(cell))
  return status === undefined ? refuse({ code: 'status_unknown', text: shown(cell.trim()) }) : accept(status)
}

function parseReason(cell: string): Parsed<CardReason> {
  const reason = reasonMeantBy(unwrapped(cell))
  return reason === undefined ? refuse({ code: 'reason_unknown', text: shown(cell.trim()) }) : accept(reason)
}

/** Applies the same rule as the forms and the API. */
function parsePersonalText(field: 'licensePlate' | 'driver', maximum: number, cell: string): Parsed<string> {
  const fault = textFault(cell, maximum)
  if (fault === null) return accept(cell.trim())
  return refuse(fault === 'too_long' ? { code: fault, field, maximum } : { code: fault, field })
}

function parseOwnText(field: OwnField, cell: string): Parsed<string> {
  const text = unwrapped(cell)
  const fault = ownTextFault(field, text)
  if (fault === null) return accept(ownText(text) ?? '')
  return refuse(
    fault === 'too_long' ? { code: fault, field, maximum: OWN_FIELD_LENGTHS[field] } : { code: fault, field },
  )
}

function parseAuthorization(field: (typeof AUTHORIZATIONS)[number], cell: string): Parsed<boolean> {
  const truth = truthMeantBy(unwrapped(cell))
  return truth === undefined
    ? refuse({ code: 'authorization_unknown', field, text: shown(cell.trim()) })
    : accept(truth)
}

/**
 * Removes the `="782521009000153701"` by which exports keep spreadsheets from reading text as a number. Not used for
 * plates and names.
 */
function unwrapped(cell: string): string {
  const text = cell.trim()
  return /^="[^]*"$/.test(text) ? text.slice(2, -1).replaceAll('""', '"').trim() : text
}
