import { AUTHORIZATIONS, driverSchema, licensePlateSchema, type CardStatus } from '../../../domain/card.ts'
import type { Columns, Field } from './columns.ts'
import { parseExpiryDate } from './expiry-date.ts'
import { statusMeantBy, truthMeantBy } from './import-words.ts'
import { accept, quote, refuse, type Parsed } from './result.ts'

/** What a row says of a card. A field that is absent stays as it is: its column is missing, or its cell is empty. */
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
}

/**
 * Reads the cells of a row. Never throws; a refused row has a reason that names everything that is wrong with it, in
 * sentences. Digits are never taken for a number.
 */
export function parseRow(cells: readonly string[], columns: Columns): Parsed<ImportRow> {
  const reasons: string[] = []
  const read = <Value>(field: Field, parse: (cell: string) => Parsed<Value>): Value | undefined => {
    const index = columns[field]
    const cell = index === undefined ? undefined : cells[index]
    if (cell === undefined || cell.trim() === '') return undefined
    const parsed = parse(cell)
    if (parsed.ok) return parsed.value
    reasons.push(parsed.reason)
    return undefined
  }
  const row: ImportRow = { cardNumber: read('cardNumber', parseCardNumber) ?? '' }
  if (row.cardNumber === '' && reasons.length === 0) reasons.push('The card number is missing.')
  assign(row, 'providerCardId', read('providerCardId', parseProviderCardId))
  assign(row, 'status', read('status', parseStatus))
  assign(row, 'licensePlate', read('licensePlate', parseLicensePlate))
  assign(row, 'driver', read('driver', parseDriver))
  assign(row, 'expirationDate', read('expirationDate', (cell) => parseExpiryDate(unwrapped(cell))))
  for (const field of AUTHORIZATIONS) assign(row, field, read(field, (cell) => parseAuthorization(field, cell)))
  return reasons.length === 0 ? accept(row) : refuse(reasons.join(' '))
}

function assign<Key extends keyof ImportRow>(row: ImportRow, key: Key, value: ImportRow[Key] | undefined): void {
  if (value !== undefined) row[key] = value
}

// `7,82521E+17`: what is left of a long number after a spreadsheet took it for a quantity.
const SCIENTIFIC = /^\d+(?:[.,]\d+)?E[+-]?\d+$/i
// As spreadsheets write it. Without the sign and the decimals it could be an id of letters and digits, `12E5`.
const SCIENTIFIC_FOR_SURE = /^\d[.,]\d+E[+-]\d+$/i
const LOST_DIGITS = 'was stored as a number and has lost digits; format the column as text and export the file again.'

/** The digits of a card number, however a file spells it. */
export function parseCardNumber(cell: string): Parsed<string> {
  const text = unwrapped(cell).replace(/^'/, '').trim()
  if (SCIENTIFIC.test(text)) return refuse(`The card number ${LOST_DIGITS}`)
  const digits = text.replaceAll(/[\p{Zs}\p{Pd}]/gu, '')
  if (/^\d{4,20}$/.test(digits)) return accept(digits)
  if (/^\d+$/.test(digits)) return refuse(`The card number ${quote(text)} has ${digits.length} digits; it must have 4 to 20.`)
  if (/^[\dxX*•.]+$/.test(digits) && /[xX*•]/.test(digits)) return refuse(`The card number ${quote(text)} is masked; the file must hold all its digits.`)
  return refuse(`The card number ${quote(text)} must consist of 4 to 20 digits.`)
}

const PROVIDER_CARD_ID_LENGTH = 100

function parseProviderCardId(cell: string): Parsed<string> {
  const text = unwrapped(cell)
  if (SCIENTIFIC_FOR_SURE.test(text)) return refuse(`The provider's card id ${LOST_DIGITS}`)
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) return refuse("The provider's card id must not contain control characters.")
  if (text.length > PROVIDER_CARD_ID_LENGTH) return refuse(`The provider's card id must be at most ${PROVIDER_CARD_ID_LENGTH} characters.`)
  return text === '' ? refuse("The provider's card id is empty.") : accept(text)
}

function parseStatus(cell: string): Parsed<CardStatus> {
  const status = statusMeantBy(unwrapped(cell))
  return status === undefined ? refuse(`The status ${quote(cell.trim())} is not known; use new, active or inactive.`) : accept(status)
}

function parseLicensePlate(cell: string): Parsed<string> {
  const parsed = licensePlateSchema.safeParse(cell)
  return parsed.success ? accept(parsed.data) : refuse(sentence('The licence plate', parsed.error.issues[0]?.message))
}

function parseDriver(cell: string): Parsed<string> {
  const parsed = driverSchema.safeParse(cell)
  return parsed.success ? accept(parsed.data) : refuse(sentence("The driver's name", parsed.error.issues[0]?.message))
}

/** `Must be at most 20 characters` as a sentence about its subject. */
function sentence(subject: string, message = 'Is not valid'): string {
  return `${subject} ${message.charAt(0).toLowerCase()}${message.slice(1)}.`
}

const FUELS = { authGasoline: 'gasoline', authDiesel: 'diesel', authLpg: 'LPG', authHeatingOil: 'heating oil' } as const

function parseAuthorization(field: keyof typeof FUELS, cell: string): Parsed<boolean> {
  const truth = truthMeantBy(unwrapped(cell))
  return truth === undefined ? refuse(`The authorization for ${FUELS[field]} ${quote(cell.trim())} is not known; use yes or no.`) : accept(truth)
}

/** `="782521009000153701"` is how exports keep a spreadsheet from taking text for a number. Names are left as they are. */
function unwrapped(cell: string): string {
  const text = cell.trim()
  return /^="[^]*"$/.test(text) ? text.slice(2, -1).replaceAll('""', '"').trim() : text
}
