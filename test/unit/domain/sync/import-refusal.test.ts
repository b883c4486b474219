import { expect, it } from 'vitest'
import { englishOf, importRefusalSchema, type ImportRefusal } from '../../../../src-main/domain/sync/import-refusal.ts'

// The sentences that scripts and run records have always received.
const SENTENCES: [ImportRefusal, string][] = [
  [{ code: 'card_number_missing' }, 'The card number is missing.'],
  [{ code: 'card_number_length', text: '12', digits: 2 }, 'The card number "12" has 2 digits; it must have 4 to 20.'],
  [
    { code: 'card_number_masked', text: '7825XX' },
    'The card number "7825XX" is masked; the file must hold all its digits.',
  ],
  [{ code: 'card_number_form', text: 'abc' }, 'The card number "abc" must consist of 4 to 20 digits.'],
  [
    { code: 'lost_digits', field: 'cardNumber' },
    'The card number was stored as a number and has lost digits; format the column as text and export the file again.',
  ],
  [
    { code: 'lost_digits', field: 'providerCardId' },
    "The provider's card id was stored as a number and has lost digits; format the column as text and export the file again.",
  ],
  [{ code: 'id_of_dots' }, "The provider's card id must be something other than dots."],
  [{ code: 'control_characters', field: 'driver' }, "The driver's name must not contain control characters."],
  [{ code: 'too_long', field: 'licensePlate', maximum: 20 }, 'The licence plate must be at most 20 characters.'],
  [{ code: 'empty', field: 'providerCardId' }, "The provider's card id is empty."],
  [{ code: 'status_unknown', text: '?' }, 'The status "?" is not known; use new, active or inactive.'],
  [
    { code: 'reason_unknown', text: '?' },
    'The reason "?" is not known; use lost, stolen, damaged, returned, vehicle_sold, driver_left, replaced, other.',
  ],
  [
    { code: 'authorization_unknown', field: 'authGasoline', text: '2' },
    'The authorization for gasoline "2" is not known; use yes or no.',
  ],
  [
    { code: 'authorization_unknown', field: 'authLpg', text: '2' },
    'The authorization for LPG "2" is not known; use yes or no.',
  ],
  [
    { code: 'expiry_date_form', text: 'soon' },
    'The expiry date "soon" is not understood; write it like 2027-12-31, 31.12.2027 or 12/2027.',
  ],
  [
    { code: 'expiry_date_years', text: '1999-01-01' },
    'The expiry date "1999-01-01" must lie between the years 2000 and 2099.',
  ],
  [
    { code: 'expiry_date_calendar', text: '2027-02-30' },
    'The expiry date "2027-02-30" does not exist in the calendar.',
  ],
  [
    { code: 'too_many_cells', cells: 8, columns: 7 },
    'The row has 8 cells and the file only 7 columns, so its values may stand in the wrong ones; a delimiter in a value needs quotation marks around it.',
  ],
  [{ code: 'card_repeated', cardNumber: '1234' }, 'The card 1234 is in this file more than once'],
  [{ code: 'number_is_id_of_another', cardNumber: '1234' }, "The number 1234 is the provider's id of another card"],
  [
    { code: 'two_cards', cardNumber: '1234', providerCardId: 'P-1' },
    "The provider's id P-1 and the number 1234 belong to two different cards",
  ],
  [
    { code: 'number_has_another_id', cardNumber: '1234', providerCardId: 'P-1' },
    "The number 1234 belongs to the card with the provider's id P-1",
  ],
]

it.each(SENTENCES)('%o has its English sentence', (refusal, sentence) => {
  expect(englishOf([refusal])).toBe(sentence)
  expect(importRefusalSchema.parse(refusal)).toEqual(refusal)
})

it('every code is covered', () => {
  expect(new Set(SENTENCES.map(([{ code }]) => code))).toEqual(
    new Set(importRefusalSchema.options.map((option) => option.shape.code.value)),
  )
})

it('several are reported one after the other', () => {
  expect(englishOf([{ code: 'card_number_missing' }, { code: 'empty', field: 'driver' }])).toBe(
    "The card number is missing. The driver's name is empty.",
  )
})
