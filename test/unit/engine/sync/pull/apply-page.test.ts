import { expect, test } from 'vitest'
import type { BulkWriter } from '../../../../../src-main/database/store.ts'
import type { EnvironmentSchema } from '../../../../../src-main/database/schema.ts'
import { cardByProviderId } from '../../../../../src-main/engine/ledger/card-store.ts'
import { pulledPages } from '../../../../support/portal/pulled-pages.ts'

/** A writer that ends after that many transactions; those that ran are on disk. */
function killedAfter(works: number, writer: BulkWriter<EnvironmentSchema>): BulkWriter<EnvironmentSchema> {
  let left = works
  return {
    ...writer,
    write: async (work) => {
      if (left === 0) throw new Error('killed')
      left -= 1
      const result = await writer.write(work)
      await writer.conclude(async () => undefined)
      return result
    },
  }
}

const known = { cardNumber: '7002000000000000001', providerCardId: 'PC-1' }
const others = Array.from({ length: 3 }, (_, index) => ({
  cardNumber: `700200000000000001${index}`,
  providerCardId: `PC-1${index}`,
}))
const page = {
  cards: [known, { ...known, providerCardId: 'PC-2' }, ...others],
  refused: [{ position: 7, cardNumber: null, providerCardId: 'PC-7', reason: 'Not readable: status.' }],
}

test.for([0, 1, 2])('a page interrupted by a crash after step %i counts each of its cards once', async (works) => {
  const { core, row, apply } = await pulledPages()
  await apply({ cards: [known] })
  await expect(apply(page, killedAfter(works, core.database.bulk()))).rejects.toThrow('killed')
  await apply(page)
  expect(await row()).toMatchObject({ pages: 2, created: 4, updated: 0, unchanged: 0, failed: 2, refused_kept: 2 })
})

test('a page requested before a card was changed, or in the very millisecond, does not overwrite the change', async () => {
  const { core, row, apply, clock } = await pulledPages()
  const before = clock.now().getTime()
  const driverOf = async () =>
    (await core.database.first(cardByProviderId, { providerCardId: 'PC-1', projectKey: 1 }))?.driver
  await apply({ cards: [{ ...known, driver: 'Ours' }] })
  for (const askedAt of [before - 1, before]) {
    await apply({ cards: [{ ...known, driver: 'Theirs' }], askedAt: new Date(askedAt).toISOString() })
    expect(await driverOf()).toBe('Ours')
  }
  expect(await row()).toMatchObject({ updated: 0 })
  clock.advance(1)
  await apply({ cards: [{ ...known, driver: 'Theirs' }] })
  expect(await driverOf()).toBe('Theirs')
})
