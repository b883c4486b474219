import type * as transactionModule from '../../../src-main/database/sqlite/transaction.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CLERK } from '../../support/context.ts'
import { pulledPages } from '../../support/portal/pulled-pages.ts'
import { cardOf, openPushFleet, type PushFleet } from '../../support/portal/push-fleet.ts'
import { bulkRequestSchema } from '../../../src-main/domain/cards/bulk.ts'

/** The statements of each transaction, in the order in which SQLite ran them. */
const works = vi.hoisted((): { sql: string; parameters: unknown }[][] => [])

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

/** The locks of a statement, in lock order: a card's row, jobs, the head of the audit chain. */
function lockOf({ sql, parameters }: { sql: string; parameters: unknown }): { what: string; card?: string } | null {
  const table = /^(?:insert into|update|delete from) "(\w+)"/.exec(sql)?.[1]
  if (table === 'card') return { what: 'card', card: String((parameters as { id?: unknown }).id) }
  if (table === 'job') return { what: 'job' }
  return table === 'audit_head' || table === 'audit_entry' ? { what: 'audit' } : null
}

/** The locks of each transaction that changes a card and records it. */
function changes() {
  return works
    .map((work) => work.flatMap((statement) => lockOf(statement) ?? []))
    .filter((locks) => locks.some(({ what }) => what === 'card') && locks.some(({ what }) => what === 'audit'))
}

function expectInOrder(): void {
  expect(changes()).not.toEqual([])
  for (const locks of changes()) {
    const kinds = locks.map(({ what }) => what)
    expect(kinds.slice(kinds.indexOf('audit')).filter((what) => what !== 'audit')).toEqual([])
    const cards = locks.flatMap(({ card }) => card ?? [])
    expect(cards).toEqual(cards.toSorted())
    if (new Set(cards).size === 1) expect(kinds.indexOf('job')).not.toBe(0)
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
    expect(changes().some((locks) => locks.filter(({ what }) => what === 'card').length > 1)).toBe(true)
  })
})
