import { describe, expect, it } from 'vitest'
import { demoCards, mockCards, type MockCard } from '../../../../src-main/domain/cards/mock-cards.ts'

const now = new Date('2026-03-14T15:09:26.535Z')
const DAY_MS = 24 * 60 * 60 * 1000
const today = Date.UTC(2026, 2, 14)

const daysLeft = (card: MockCard): number => (Date.parse(card.expirationDate) - today) / DAY_MS
const switches = (card: MockCard): boolean[] => [card.authGasoline, card.authDiesel, card.authLpg, card.authHeatingOil]
const countOf = (cards: readonly MockCard[], status: string): number =>
  cards.filter((card) => card.status === status).length

function expectWellFormed(card: MockCard): void {
  expect(card.cardNumber).toMatch(/^782521\d{12}$/)
  expect(card.expirationDate).toMatch(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/)
  expect(switches(card)).toEqual(Array.from({ length: 4 }, () => card.status === 'active'))
  expect(card.syncErrorMessage === null).toBe(card.syncStatus === 'synced')
  if (card.status === 'new') {
    expect([card.licensePlate, card.driver]).toEqual([null, null])
  } else {
    expect(card.licensePlate?.length).toBeGreaterThan(3)
    expect(card.licensePlate?.length).toBeLessThanOrEqual(20)
    expect(card.driver).toMatch(/^\S+ \S/)
  }
}

describe('the demo fleet', () => {
  const fleet = demoCards(now)

  it('has 48 well-formed cards in every state', () => {
    expect(fleet).toHaveLength(48)
    expect([countOf(fleet, 'active'), countOf(fleet, 'inactive'), countOf(fleet, 'new')]).toEqual([34, 8, 6])
    for (const card of fleet) expectWellFormed(card)
  })

  it('has no two cards with the same number, id, plate or driver', () => {
    for (const field of ['cardNumber', 'providerCardId'] as const)
      expect(new Set(fleet.map((card) => card[field])).size).toBe(48)
    for (const field of ['licensePlate', 'driver'] as const)
      expect(new Set(fleet.map((card) => card[field])).size).toBe(43)
  })

  it('has one failed sync, in the words of the provider', () => {
    const failed = fleet.filter((card) => card.syncStatus === 'failed')
    expect(failed).toHaveLength(1)
    expect(failed[0]?.syncErrorMessage).toMatch(/\S+ \S+/)
  })

  it.each(['2026-03-14T15:09:26Z', '2028-02-29T00:00:00Z', '2026-12-31T23:59:59.999Z', '2027-01-31T12:00:00Z'])(
    'has one card that expires in the week after %s, a few in 90 days, and the rest in one to four years',
    (time) => {
      const at = new Date(time)
      const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
      const left = demoCards(at).map((card) => (Date.parse(card.expirationDate) - midnight) / DAY_MS)
      const within = (from: number, to: number): number => left.filter((days) => days > from && days <= to).length
      expect([within(-1, 0), within(0, 7), within(7, 30), within(30, 60), within(60, 90)]).toEqual([0, 1, 2, 2, 2])
      expect(within(364, 4 * 365 + 1)).toBe(41)
    },
  )

  it('is the same every time, and moves only its expiry dates with the day', () => {
    expect(demoCards(now)).toEqual(fleet)
    const withoutExpiry = (card: MockCard) => ({ ...card, expirationDate: '' })
    expect(demoCards(new Date('2031-01-01')).map(withoutExpiry)).toEqual(fleet.map(withoutExpiry))
  })
})

describe('generated mock cards', () => {
  it('are well formed', () => {
    for (const card of mockCards(2_000, 7, now)) expectWellFormed(card)
  })

  it('depend only on the seed, the index and the day', () => {
    const laterThatDay = new Date('2026-03-14T23:59:59Z')
    expect([...mockCards(300, 7, laterThatDay)]).toEqual([...mockCards(300, 7, now)])
    expect([...mockCards(300, 8, now)]).not.toEqual([...mockCards(300, 7, now)])
  })

  it('continue a set where an earlier call ended', () => {
    expect([...mockCards(100, 7, now), ...mockCards(200, 7, now, 100)]).toEqual([...mockCards(300, 7, now)])
  })

  it('have unique numbers and ids within a seed, between seeds, and apart from the demo fleet', () => {
    const numbers = new Set(demoCards(now).map((card) => card.cardNumber))
    const ids = new Set<string>()
    for (const seed of [-1, 0, 1, 2, 99_998, 4_294_967_296]) {
      for (const card of mockCards(50_000, seed, now)) {
        numbers.add(card.cardNumber)
        ids.add(card.providerCardId)
      }
    }
    // -1 and 99,998 agree modulo 99,999, so they generate the same numbers as one seed.
    expect(numbers.size).toBe(48 + 5 * 50_000)
    expect(ids.size).toBe(6 * 50_000)
  })

  it('mix the statuses 80 to 12 to 8, and fail a sync now and then', () => {
    const cards = [...mockCards(50_000, 3, now)]
    expect(countOf(cards, 'active') / 50_000).toBeCloseTo(0.8, 1)
    expect(countOf(cards, 'inactive') / 50_000).toBeCloseTo(0.12, 1)
    expect(countOf(cards, 'new') / 50_000).toBeCloseTo(0.08, 1)
    const failed = cards.filter((card) => card.syncStatus === 'failed').length
    expect(failed).toBeGreaterThan(40)
    expect(failed).toBeLessThan(200)
  })

  it('expire after today and within four years', () => {
    for (const card of mockCards(5_000, 3, now)) {
      expect(daysLeft(card)).toBeGreaterThan(0)
      expect(daysLeft(card)).toBeLessThanOrEqual(4 * 365 + 1)
    }
  })

  it('spread over so many names and last digits that a search finds few of them', () => {
    const drivers = new Map<string, number>()
    const lastSix = new Map<string, number>()
    const count = (map: Map<string, number>, key: string): unknown => map.set(key, (map.get(key) ?? 0) + 1)
    for (const card of mockCards(200_000, 5, now)) {
      if (card.driver !== null) count(drivers, card.driver)
      count(lastSix, card.cardNumber.slice(-6))
    }
    expect(drivers.size).toBe(10_000)
    const perDriver = [...drivers.values()]
    expect(Math.max(...perDriver)).toBeLessThan(50)
    expect(Math.min(...perDriver)).toBeGreaterThan(1)
    expect([...lastSix.values()].filter((times) => times >= 10)).toEqual([])
  })

  it('are none when none are asked for', () => {
    expect([...mockCards(0, 1, now)]).toEqual([])
  })
})
