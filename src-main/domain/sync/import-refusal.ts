import { z } from 'zod'
import { CARD_REASONS } from '../cards/card-reason.ts'
import { AUTHORIZATIONS } from '../card.ts'
import { OWN_FIELDS } from '../cards/card-fields.ts'

/** A text from the file, shortened and made safe to quote. */
const text = z.string()
const cardNumber = z.string()
const providerCardId = z.string()
const textField = z.enum(['providerCardId', 'licensePlate', 'driver', ...OWN_FIELDS])

/** One fault in a row of an import: a stable code and its values, for every language to word. */
export const importRefusalSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('card_number_missing') }),
  z.object({ code: z.literal('card_number_length'), text, digits: z.int() }),
  z.object({ code: z.literal('card_number_masked'), text }),
  z.object({ code: z.literal('card_number_form'), text }),
  /** A spreadsheet stored it as a quantity. */
  z.object({ code: z.literal('lost_digits'), field: z.enum(['cardNumber', 'providerCardId']) }),
  /** `.` or `..`, which no gateway path can contain. */
  z.object({ code: z.literal('id_of_dots') }),
  z.object({ code: z.literal('control_characters'), field: textField }),
  z.object({ code: z.literal('too_long'), field: textField, maximum: z.int() }),
  z.object({ code: z.literal('empty'), field: textField }),
  z.object({ code: z.literal('status_unknown'), text }),
  z.object({ code: z.literal('reason_unknown'), text }),
  z.object({ code: z.literal('authorization_unknown'), field: z.enum(AUTHORIZATIONS), text }),
  z.object({ code: z.literal('expiry_date_form'), text }),
  z.object({ code: z.literal('expiry_date_years'), text }),
  z.object({ code: z.literal('expiry_date_calendar'), text }),
  /** Values may stand in the wrong columns: a delimiter stands in a cell without quotation marks. */
  z.object({ code: z.literal('too_many_cells'), cells: z.int(), columns: z.int() }),
  z.object({ code: z.literal('card_repeated'), cardNumber }),
  z.object({ code: z.literal('number_is_id_of_another'), cardNumber }),
  z.object({ code: z.literal('two_cards'), cardNumber, providerCardId }),
  z.object({ code: z.literal('number_has_another_id'), cardNumber, providerCardId }),
])

export type ImportRefusal = z.infer<typeof importRefusalSchema>

/** All faults in a row, in English, for the command line and scripts. */
export function englishOf(refusals: readonly ImportRefusal[]): string {
  return refusals.map(sentenceOf).join(' ')
}

/**
 * Like `englishOf`, for rows kept with a run: only numbers and dates are quoted, because in a wrongly mapped column any
 * other cell may be a driver's name.
 */
export function keptEnglishOf(refusals: readonly ImportRefusal[]): string {
  const sentences = englishOf(
    refusals.map((refusal) =>
      'text' in refusal && !isLikeNumbers(refusal.text) ? { ...refusal, text: '…' } : refusal,
    ),
  )
  return sentences.endsWith('.') ? sentences : `${sentences}.`
}

/** The faults in a row, for programs. */
export function codesOf(refusals: readonly ImportRefusal[]): string {
  return refusals.map(({ code }) => code).join(', ')
}

/** Whether a text has only digits, masks and separators: anything else in place of a card number may be personal. */
export function isLikeCardNumber(text: string): boolean {
  return /^[\d\s.*xX•-]+$/.test(text)
}

function isLikeNumbers(text: string): boolean {
  return /^[\d\s.,:/*xX•…+-]+$/.test(text)
}

const SUBJECTS = {
  cardNumber: 'The card number',
  providerCardId: "The provider's card id",
  licensePlate: 'The licence plate',
  driver: "The driver's name",
  internalReference: 'The internal reference',
  costCentre: 'The cost centre',
  notes: 'The text of the notes',
} as const
const FUELS = { authGasoline: 'gasoline', authDiesel: 'diesel', authLpg: 'LPG', authHeatingOil: 'heating oil' } as const

function sentenceOf(refusal: ImportRefusal): string {
  switch (refusal.code) {
    case 'card_number_missing':
      return 'The card number is missing.'
    case 'card_number_length':
      return `The card number "${refusal.text}" has ${refusal.digits} digits; it must have 4 to 20.`
    case 'card_number_masked':
      return `The card number "${refusal.text}" is masked; the file must hold all its digits.`
    case 'card_number_form':
      return `The card number "${refusal.text}" must consist of 4 to 20 digits.`
    case 'lost_digits':
      return `${SUBJECTS[refusal.field]} was stored as a number and has lost digits; format the column as text and export the file again.`
    case 'id_of_dots':
      return `${SUBJECTS.providerCardId} must be something other than dots.`
    case 'control_characters':
      return `${SUBJECTS[refusal.field]} must not contain control characters.`
    case 'too_long':
      return `${SUBJECTS[refusal.field]} must be at most ${refusal.maximum} characters.`
    case 'empty':
      return `${SUBJECTS[refusal.field]} is empty.`
    case 'status_unknown':
      return `The status "${refusal.text}" is not known; use new, active or inactive.`
    case 'reason_unknown':
      return `The reason "${refusal.text}" is not known; use ${CARD_REASONS.join(', ')}.`
    case 'authorization_unknown':
      return `The authorization for ${FUELS[refusal.field]} "${refusal.text}" is not known; use yes or no.`
    case 'expiry_date_form':
      return `The expiry date "${refusal.text}" is not understood; write it like 2027-12-31, 31.12.2027 or 12/2027.`
    case 'expiry_date_years':
      return `The expiry date "${refusal.text}" must lie between the years 2000 and 2099.`
    case 'expiry_date_calendar':
      return `The expiry date "${refusal.text}" does not exist in the calendar.`
    case 'too_many_cells':
      return `The row has ${refusal.cells} cells and the file only ${refusal.columns} columns, so its values may stand in the wrong ones; a delimiter in a value needs quotation marks around it.`
    // Only ever a row's single fault; the caller ends the sentence.
    case 'card_repeated':
      return `The card ${refusal.cardNumber} is in this file more than once`
    case 'number_is_id_of_another':
      return `The number ${refusal.cardNumber} is the provider's id of another card`
    case 'two_cards':
      return `The provider's id ${refusal.providerCardId} and the number ${refusal.cardNumber} belong to two different cards`
    case 'number_has_another_id':
      return `The number ${refusal.cardNumber} belongs to the card with the provider's id ${refusal.providerCardId}`
  }
}
