import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Card } from '../../../../src-main/domain/card.ts'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock } from '../../../support/clock.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { rowsOf } from '../../../support/rows.ts'

let test: TestEngine
beforeEach(async () => {
  test = await openTestEngine({ wallClock: fakeClock() })
})
afterEach(() => test.close())

async function cardsOf(projectId: string): Promise<Card[]> {
  const { docs } = await test.engine
    .environment('sandbox')
    .cards.list(projectId, cardListInputSchema.parse({ limit: 100, sortField: 'cardNumber' }))
  return docs
}

function mocks() {
  const { mockCards } = test.engine.environment('sandbox')
  if (mockCards === null) throw new Error('a sandbox makes mock cards')
  return mockCards
}

describe('mock cards', () => {
  it('are the same for the same seed, in whichever project', async () => {
    const [one, two] = [
      await test.engine.projects.create('One', CLERK),
      await test.engine.projects.create('Two', CLERK),
    ]
    await mocks().create(one.id, { count: 60, seed: 7 }, CLERK)
    await mocks().create(two.id, { count: 60, seed: 7 }, CLERK)
    const identity = (card: Card) => ({ ...card, id: '', projectId: '' })
    expect((await cardsOf(one.id)).map(identity)).toEqual((await cardsOf(two.id)).map(identity))
  })

  it('are recorded as far as they came when they are stopped', async () => {
    const project = await test.engine.projects.create('One', CLERK)
    const stop = new AbortController()
    const stopped = mocks().create(project.id, { count: 100_000, seed: 7 }, CLERK, {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    await expect(stopped).rejects.toMatchObject({ code: 'error.unavailable' })
    const [{ after } = { after: '{}' }] = rowsOf(
      test.dataDir,
      'sandbox',
      "SELECT after FROM audit_entry WHERE action = 'cards.mock'",
    ) as { after: string }[]
    const { created } = JSON.parse(after) as { created: number }
    expect(created).toBeGreaterThan(0)
    expect(rowsOf(test.dataDir, 'sandbox', 'SELECT count(*) AS created FROM card')).toEqual([{ created }])
  })

  it('of a seed that already exists are left; those of another are added', async () => {
    const project = await test.engine.projects.create('One', CLERK)
    expect(await mocks().create(project.id, { count: 20, seed: 7 }, CLERK)).toEqual({ created: 20, seed: 7 })
    expect(await mocks().create(project.id, { count: 30, seed: 7 }, CLERK)).toEqual({ created: 10, seed: 7 })
    expect(await mocks().create(project.id, { count: 5 }, CLERK)).toMatchObject({ created: 5 })
    expect(await cardsOf(project.id)).toHaveLength(35)
  })

  it('raise no events and leave one audit entry', async () => {
    const project = await test.engine.projects.create('One', CLERK)
    await mocks().create(project.id, { count: 500, seed: 1 }, CLERK)
    expect(rowsOf(test.dataDir, 'sandbox', "SELECT 1 FROM event WHERE name <> 'card.expiring'")).toHaveLength(0)
    expect(rowsOf(test.dataDir, 'sandbox', 'SELECT action FROM audit_entry')).toEqual([{ action: 'cards.mock' }])
  })

  it('exist in the sandbox only', () => {
    expect(test.engine.environment('production').mockCards).toBeNull()
  })

  it('of the demo are 48 in every state, with one failed synchronisation, and repeating them adds none', async () => {
    const project = await test.engine.projects.create('Demo', CLERK)
    expect(await mocks().createDemo(project.id, CLERK)).toEqual({ created: 48 })
    expect(await mocks().createDemo(project.id, CLERK)).toEqual({ created: 0 })
    const cards = await cardsOf(project.id)
    expect(cards).toHaveLength(48)
    expect(new Set(cards.map((card) => card.status))).toEqual(new Set(['new', 'active', 'inactive']))
    expect(cards.filter((card) => card.syncStatus === 'failed')).toHaveLength(1)
  })
})
