import type { CardStatus } from '../card.ts'
import { DEMO_EXPIRY_DAYS, DEMO_FAILURE, DEMO_VEHICLES } from './mock/demo-fleet.ts'
import { FIRST_NAMES, LAST_NAMES } from './mock/names.ts'
import { licensePlate } from './mock/plates.ts'
import { digits, pick, scramble, type Random } from './mock/random.ts'

/** What a made-up provider would report about a card. */
export interface MockCard {
  providerCardId: string
  cardNumber: string
  status: CardStatus
  licensePlate: string | null
  driver: string | null
  /** A calendar date as `…T00:00:00.000Z`. */
  expirationDate: string
  authGasoline: boolean
  authDiesel: boolean
  authLpg: boolean
  authHeatingOil: boolean
  syncStatus: 'synced' | 'failed'
  syncErrorMessage: string | null
}

/**
 * The 48 cards of the demo fleet: 34 active, 8 inactive and 6 new; one failed sync, one card that expires in the week
 * after `now`, six more within 90 days. Always the same cards, except for the expiry dates.
 */
export function demoCards(now: Date): MockCard[] {
  const newCards = 6
  return Array.from({ length: DEMO_VEHICLES.length + newCards }, (_, position) => {
    const vehicle = DEMO_VEHICLES[position]
    const days = DEMO_EXPIRY_DAYS.get(position)
    return mockCard({
      id: `DEMO-${digits(position + 1, 10_000)}`,
      number: cardNumber(DEMO_BLOCK, position),
      status: vehicle === undefined ? 'new' : position < 34 ? 'active' : 'inactive',
      licensePlate: vehicle?.licensePlate ?? null,
      driver: vehicle?.driver ?? null,
      expirationDate: days === undefined ? monthEndIn(now, 12 + ((position * 7) % 36)) : dateInDays(now, days),
      error: position === DEMO_FAILURE.position ? DEMO_FAILURE.message : null,
    })
  })
}

/**
 * Any number of lifelike cards: about 80 % active, 12 % inactive, 8 % new, one in 500 with a failed sync.
 *
 * A card depends only on `seed`, its index and the calendar day (UTC) of `now`: `startAt` continues a set where an
 * earlier call ended. Card numbers and provider IDs are unique within a seed up to 10,000,000 cards, and between seeds
 * that differ modulo 99,999. With 100 × 100 names, a driver occurs some 90 times among 1,000,000 cards.
 */
export function* mockCards(count: number, seed: number, now: Date, startAt = 0): Generator<MockCard> {
  const wholeSeed = Math.trunc(seed)
  const block = ((wholeSeed % SEED_BLOCKS) + SEED_BLOCKS) % SEED_BLOCKS
  const idPrefix = `PC${wholeSeed.toString(36).toUpperCase()}-`
  const seedHash = scramble(wholeSeed | 0) ^ scramble(Math.floor(wholeSeed / 2 ** 32) ^ 0x5bd1e995)
  const soon = Array.from({ length: 90 }, (_, day) => dateInDays(now, day + 1))
  const later = Array.from({ length: 36 }, (_, month) => monthEndIn(now, month + 12))
  let state = 0
  // SplitMix32, reseeded for every card: card 999,999 does not need the 999,998 before it.
  const next: Random = (bound) => {
    state = (state + 0x9e3779b9) | 0
    return scramble(state) % bound
  }
  for (let index = startAt; index < startAt + count; index++) {
    state = scramble(seedHash ^ scramble(index))
    const lot = next(100)
    const status = lot < 80 ? 'active' : lot < 92 ? 'inactive' : 'new'
    const activated = status !== 'new'
    yield mockCard({
      id: idPrefix + digits(index, CARDS_PER_BLOCK),
      number: cardNumber(block, index),
      status,
      licensePlate: activated ? licensePlate(next) : null,
      driver: activated ? `${pick(FIRST_NAMES, next)} ${pick(LAST_NAMES, next)}` : null,
      expirationDate: pick(next(100) < 3 ? soon : later, next),
      error: activated && next(500) === 0 ? pick(PROVIDER_ERRORS, next) : null,
    })
  }
}

interface Facts {
  id: string
  number: string
  status: CardStatus
  licensePlate: string | null
  driver: string | null
  expirationDate: string
  error: string | null
}

function mockCard(facts: Facts): MockCard {
  const on = facts.status === 'active'
  return {
    providerCardId: facts.id,
    cardNumber: facts.number,
    status: facts.status,
    licensePlate: facts.licensePlate,
    driver: facts.driver,
    expirationDate: facts.expirationDate,
    authGasoline: on,
    authDiesel: on,
    authLpg: on,
    authHeatingOil: on,
    syncStatus: facts.error === null ? 'synced' : 'failed',
    syncErrorMessage: facts.error,
  }
}

const CARDS_PER_BLOCK = 10_000_000
const SEED_BLOCKS = 99_999
/** The block after those of all seeds, so that generated cards never collide with the demo fleet. */
const DEMO_BLOCK = SEED_BLOCKS
const ISSUER_PREFIX = '782521'
const HALF = 1_000_000

/**
 * 18 digits: the issuer's prefix and 12 that look random. Block and index form a number below 10^12; four Feistel
 * rounds over its two six-digit halves are a bijection, so no two cards of any block share a number.
 */
function cardNumber(block: number, index: number): string {
  const position = block * CARDS_PER_BLOCK + index
  let left = Math.floor(position / HALF) % HALF
  let right = position % HALF
  for (let round = 1; round <= 4; round++) {
    const mixed = (left + scramble(right ^ Math.imul(round, 0x27d4eb2f))) % HALF
    left = right
    right = mixed
  }
  return ISSUER_PREFIX + digits(left, HALF) + digits(right, HALF)
}

const PROVIDER_ERRORS = [
  'Card is blocked at the provider after three wrong PIN entries (code 4031)',
  'Change rejected: the contract of this card is suspended (code 4102)',
  'The provider did not confirm the change in time (code 5040)',
]

/** Midnight UTC, a number of days after the calendar day of `now`. */
function dateInDays(now: Date, days: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days)).toISOString()
}

/** The last day of the month this many months after that of `now`: cards expire at the end of a month. */
function monthEndIn(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + 1, 0)).toISOString()
}
