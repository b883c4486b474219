import type * as locksModule from '../../../src-main/database/sql/locks.ts'
import type * as transactionModule from '../../../src-main/database/sqlite/transaction.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CLERK } from '../../support/context.ts'
import { pulledPages } from '../../support/portal/pulled-pages.ts'
import { cardOf, openPushFleet, type PushFleet } from '../../support/portal/push-fleet.ts'
import { bulkRequestSchema } from '../../../src-main/domain/cards/bulk.ts'

/** A statement as SQLite ran it, or the cards that a store with several writers would lock. */
type Step = { sql: string; parameters: unknown } | { locked: string[] }

/** The steps of each transaction, in order. */
const works = vi.hoisted((): Step[][] => [])

vi.mock('../../../src-main/database/sql/locks.ts', async (original): Promise<typeof locksModule> => ({
  ...(await original<typeof locksModule>()),
  lockCards: async (transaction, select) => {
    const cards = select(transaction.build.selectFrom('card').select('id')).orderBy('id')
    works.at(-1)?.push({ locked: (await transaction.all(cards)).map(({ id }) => id) })
  },
}))

vi.mock('../../../src-main/database/sqlite/transaction.ts', async (original) => {
  const { createTransactions } = await original<typeof transactionModule>()
  return {
    createTransactions: (...[sqlite, build, statements, notes]: Parameters<typeof createTransactions>) => {
      const spied: typeof statements = {
        ...statements,
        all: (query, parameters) => seen(query, parameters) && statements.all(query, parameters),
        run: (query, parameters) => seen(query, parameters) && statements.run(query, parameters),
      }
      const run = createTransactions(sqlite, build, spied, notes)
      return (...args: Parameters<typeof run>) => {
        works.push([])
        return run(...args)
      }
    },
  }
  function seen(query: object, parameters: unknown): true {
    const sql = 'sql' in query ? String(query.sql) : (query as { compile(): { sql: string } }).compile().sql
    works.at(-1)?.push({ sql, parameters })
    return true
  }
})

type Lock = { what: 'card'; card: string } | { what: 'job' | 'audit' }

/** The locks that a step takes. A new card's row is not locked: no other transaction sees it. */
function locksOf(step: Step): Lock[] {
  if ('locked' in step) return step.locked.map((card) => ({ what: 'card', card }))
  const [, verb, table] = /^(insert into|update|delete from) "(\w+)"/.exec(step.sql) ?? []
  if (table === 'card' && verb === 'update')
    return [{ what: 'card', card: String((step.parameters as { id?: unknown }).id) }]
  if (table === 'job') return [{ what: 'job' }]
  return table === 'audit_chain' || table === 'audit_entry' ? [{ what: 'audit' }] : []
}

/** The locks of each transaction that changes a card and records it, each card's when it is first taken. */
function changes(): Lock[][] {
  return works
    .map((work) => {
      const taken = new Set<string>()
      return work
        .flatMap(locksOf)
        .filter((lock) => lock.what !== 'card' || (!taken.has(lock.card) && taken.add(lock.card)))
    })
    .filter((locks) => locks.some(({ what }) => what === 'card') && locks.some(({ what }) => what === 'audit'))
}

/** Whether some transaction changed several cards. */
function changedTogether(): boolean {
  const changed = (work: Step[]) =>
    new Set(
      work.flatMap((step) =>
        'locked' in step ? [] : locksOf(step).flatMap((lock) => (lock.what === 'card' ? [lock.card] : [])),
      ),
    )
  return works.some((work) => changed(work).size > 1)
}

function expectInOrder(): void {
  expect(changes()).not.toEqual([])
  for (const locks of changes()) {
    const kinds = locks.map(({ what }) => what)
    expect(kinds.slice(kinds.indexOf('audit')).filter((what) => what !== 'audit')).toEqual([])
    const cards = locks.flatMap((lock) => (lock.what === 'card' ? [lock.card] : []))
    expect(cards).toEqual(cards.toSorted())
    if (kinds.includes('job')) expect(kinds.indexOf('job')).toBeGreaterThan(kinds.lastIndexOf('card'))
  }
}

const REFUSAL = { code: '4102', message: 'The contract is suspended' }

describe('locks are taken in one order: cards by id, jobs, the head of the audit chain', () => {
  let fleet: PushFleet
  beforeEach(async () => {
    fleet = await openPushFleet()
    works.length = 0
  })

  async function refused(): Promise<string[]> {
    const cards = fleet.cards.filter(({ status }) => status === 'active').slice(0, 3)
    await fleet.portal.setFaults({
      refuse: Object.fromEntries(cards.map(({ providerCardId }) => [providerCardId, REFUSAL])),
    })
    for (const card of cards) await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    return cards.map(({ id }) => id).toReversed()
  }

  it('by a command, the answer of the provider, and a second command', async () => {
    await fleet.command(cardOf(fleet, 'active'), { type: 'disable' })
    await fleet.settled()
    expectInOrder()
  })

  it('by a refusal, and by its retry', async () => {
    const cardIds = await refused()
    expectInOrder()
    works.length = 0
    await fleet.pushing().pushes.retry(fleet.projectId, { cardIds }, CLERK)
    expectInOrder()
  })

  it.for(['ours', 'theirs'] as const)('by drift that is resolved by %s', async (resolution) => {
    const cardIds = await refused()
    await fleet.pull()
    works.length = 0
    await fleet.pushing().drift.resolve(fleet.projectId, { cardIds }, resolution, CLERK)
    expectInOrder()
  })

  it('by a pull that reports many changes, and confirms a pending one', async () => {
    await refused()
    for (const { providerCardId } of fleet.cards.toReversed())
      await fleet.portal.changeCard(providerCardId, { licensePlate: `P ${providerCardId}` })
    works.length = 0
    await fleet.pull()
    expectInOrder()
  })

  it('by a page of a list in another order', async () => {
    const { apply, clock } = await pulledPages()
    const cards = Array.from({ length: 5 }, (_, index) => ({
      cardNumber: `700200000000000000${index}`,
      providerCardId: `PC-${index}`,
    }))
    await apply({ cards })
    works.length = 0
    clock.advance(1)
    await apply({ cards: cards.toReversed().map((card) => ({ ...card, driver: 'Ada' })) })
    expectInOrder()
  })

  it('by a bulk command, whatever the order of its cards', async () => {
    const active = fleet.cards.filter(({ status }) => status === 'active')
    const { bulk } = fleet.production()
    const request = bulkRequestSchema.parse({
      command: { type: 'disable' },
      selection: { kind: 'cards', cardIds: active.map(({ id }) => id).toReversed() },
    })
    await bulk.finished((await bulk.start(fleet.projectId, request, CLERK)).id)
    expectInOrder()
    expect(changedTogether()).toBe(true)
  })

  it('by a hand-over and its undo, whichever card came first', async () => {
    const { cards, bulk } = fleet.production()
    const [active, fresh] = [cardOf(fleet, 'active'), cardOf(fleet, 'new')]
    await cards.handOver(fleet.projectId, { cardId: fresh.id, replacesCardId: active.id }, CLERK)
    for (const card of [active, fresh]) {
      await bulk.undoCard(fleet.projectId, card.id, CLERK)
      await cards.handOver(fleet.projectId, { cardId: fresh.id }, CLERK)
    }
    expectInOrder()
    expect(changedTogether()).toBe(true)
  })

  it('by an import, whatever the order of its rows', async () => {
    const file = join(fleet.test.dataDir, 'reversed.csv')
    const rows = fleet.cards.map(
      (card) => `${card.cardNumber},${card.providerCardId},${card.status},P ${card.cardNumber}`,
    )
    writeFileSync(file, ['Card number,Card ID,Status,License plate', ...rows.toReversed()].join('\n'))
    await fleet.production().imports.run(fleet.projectId, { file, apply: true }, CLERK)
    expectInOrder()
    expect(changedTogether()).toBe(true)
  })

  it('by answers of the provider that are recorded together', async () => {
    const together = await openPushFleet({ bulkChanges: 100, connected: false })
    const active = together.cards.filter(({ status }) => status === 'active')
    for (const card of active.toReversed()) await together.command(card, { type: 'disable' })
    works.length = 0
    await together.connect()
    await together.settled()
    expectInOrder()
    expect(changedTogether()).toBe(true)
  })
})
