import * as fc from 'fast-check'
import { CARD_REASONS } from '../../../src-main/domain/cards/card-reason.ts'
import { PEOPLE } from './desk.ts'

/** What random clerks choose from: few words, so that they meet. */

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const DRIVERS = ['Ada Lovelace', 'ada lovelace', 'Jörg Müller', 'Joerg Mueller', 'Vera Novak'] as const
export const PLATES = ['B-XY 12', 'M AB 7', 'HH-C 3'] as const
const COST_CENTRES = ['North', 'South'] as const
/** Six cards at first, and two that files may bring. */
export const NUMBERS = Array.from({ length: 8 }, (_, index) => `7825210090001537${String(index).padStart(2, '0')}`)

const APRIL = { from: '2028-04-01', before: '2028-05-01' }
const MAY = { from: '2028-05-01', before: '2028-06-01' }
/** The months in which cards end, too far ahead to be announced; and both. */
export const DAYS = [APRIL, MAY, { from: APRIL.from, before: MAY.before }] as const
export function lastDayOf(cardNumber: string): string {
  return Number(cardNumber.at(-1)) % 2 === 0 ? '2028-04-30' : '2028-05-31'
}

export const position = fc.nat({ max: NUMBERS.length - 1 })
/** Which card: one that suits, often the one before, so that something comes of what was done to it. */
export interface Choice {
  position: number
  how: 'suitable' | 'latest' | 'any'
}
export const card: fc.Arbitrary<Choice> = fc.record({
  position,
  how: fc.constantFrom('suitable', 'suitable', 'suitable', 'latest', 'any'),
})
export const cards = fc.uniqueArray(position, { minLength: 1, maxLength: 6 })
export const by = fc.constantFrom(...PEOPLE)
export const driver = fc.constantFrom(...DRIVERS)
export const licensePlate = fc.constantFrom(...PLATES)
export const reason = fc.constantFrom(...CARD_REASONS)
export const note = fc.constantFrom('On holiday', 'By phone', 'Ümlaut & Co')
export const costCentre = fc.constantFrom(...COST_CENTRES)
export const reference = fc.constantFrom('FL-7', 'Order 12')

/** How far ahead, in ms; some are refused. */
export const ahead = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(SECOND_MS, 1_500, HOUR_MS, 3 * HOUR_MS, 2 * DAY_MS, 400 * DAY_MS) },
  { weight: 1, arbitrary: fc.constantFrom(0, -SECOND_MS, 6 * 366 * DAY_MS) },
)
/** How far a clock is moved, in ms. */
export const passing = fc.constantFrom(1, SECOND_MS, 59 * 60_000, HOUR_MS, 4 * HOUR_MS, 3 * DAY_MS)
export const waiting = fc.constantFrom(SECOND_MS, 4 * 60_000, 11 * 60_000)

export function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq: 2 })
}

export function rarely<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
}

export { isCardReason as isReason } from '../../../src-main/domain/cards/card-reason.ts'
