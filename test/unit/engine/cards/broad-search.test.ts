import { expect, onTestFinished, test } from 'vitest'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import { collectedAtMost } from '../../../../src-main/engine/cards/card-listing.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine } from '../../../support/engine.ts'

test('a search for what most cards of a large fleet share gives the pages and totals of the list without it', async () => {
  const { engine, close } = await openTestEngine()
  onTestFinished(close)
  const { cards, mockCards } = engine.environment('sandbox')
  const { id } = await engine.projects.create('Large fleet', CLERK)
  await mockCards?.create(id, { count: 10_100 }, CLERK)
  const list = (asked: object) => cards.list(id, cardListInputSchema.parse({ limit: 3, ...asked }))
  const shared = (await list({})).docs[0]?.cardNumber.slice(0, 4) ?? ''
  for (const asked of [
    {},
    { page: 40, sortField: 'driver', sortDirection: 'desc' },
    { status: 'active', sortField: 'notes' },
    { page: 3_366 },
    { page: 3_368 },
  ])
    expect(await list({ ...asked, search: shared }), JSON.stringify(asked)).toEqual(await list(asked))
  const { total } = await list({ search: `${shared}x` })
  expect(total).toBe(0)
  const { docs } = await list({})
  expect(await list({ search: docs[1]?.cardNumber })).toEqual({ docs: [docs[1]], total: 1 })
  // The number of a view leads to so many rows; one by one, no more than 10,000 are counted.
  const views = [
    {},
    { status: 'active' as const },
    { search: shared, status: 'active' as const },
    { search: docs[1]?.cardNumber },
    { driver: docs[1]?.driver ?? 'Nobody' },
    { expiresFrom: '2028-01-01', expiresBefore: '2028-07-01' },
    { reason: 'lost' as const },
    { costCentre: 'none', syncStatus: 'failed' as const },
  ]
  const totals = await Promise.all(views.map(async (view) => (await list(view)).total))
  expect(await cards.counts(id, views)).toEqual(totals.map((count) => ({ count, more: false })))
  expect(await cards.counts(id, [{ search: shared }])).toEqual([{ count: 10_000, more: true }])
  expect(await cards.counts('no such project', [{}, { search: shared }])).toEqual([
    { count: 0, more: false },
    { count: 0, more: false },
  ])
})

test('how many matches are collected is a whole number in a fleet of any size, as SQLite demands of a limit', () => {
  expect([1, 100_005, 123_456, 1_000_000].map(collectedAtMost)).toEqual([10_000, 10_000, 12_345, 100_000])
})
