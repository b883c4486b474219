import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Card } from '../../../../src-main/domain/card.ts'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import { expiringInputSchema, type ReplacementState } from '../../../../src-main/domain/cards/expiring.ts'
import { queryBuilder } from '../../../../src-main/database/query-builder.ts'
import type { EnvironmentSchema } from '../../../../src-main/database/schema.ts'
import {
  arrivedByMonth,
  arrivedPairs,
  expiringByMonth,
  expiringPage,
  expiringTotal,
} from '../../../../src-main/engine/cards/expiring-query.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock, type TestEngine } from '../../../support/engine.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { changeRows, rowsOf } from '../../../support/rows.ts'
import { fleetOf } from '../bulk/fleet.ts'

/** `fakeClock` says 14 March 2026. */
const TODAY = '2026-03-14'
const AHEAD = { from: TODAY, before: '2027-04-01' }

let test: TestEngine
let clock: FakeClock
let projectId: string
beforeEach(async () => {
  clock = fakeClock()
  test = await openTestEngine({ wallClock: clock })
})
afterEach(() => test.close())

const sandbox = () => test.engine.environment('sandbox')
const cards = async (query: object) => (await sandbox().cards.list(projectId, cardListInputSchema.parse(query))).docs
const expiring = (query: object) => sandbox().expiring.list(projectId, expiringInputSchema.parse(query))
const handOver = (from: Card | undefined, to: Card | undefined) =>
  sandbox().cards.handOver(projectId, { cardId: to?.id ?? '', replacesCardId: from?.id ?? '' }, CLERK)
const change = (card: Card | undefined, set: string) =>
  changeRows(test.dataDir, 'sandbox', `UPDATE card SET ${set} WHERE id = '${card?.id}'`)

async function statesByNumber(): Promise<Map<string, ReplacementState>> {
  const { docs } = await expiring({ ...AHEAD, limit: 100 })
  return new Map(docs.map(({ card, state }) => [card.cardNumber, state]))
}

describe('the expiry workbench', () => {
  let active: Card[]
  let fresh: Card[]
  beforeEach(async () => {
    projectId = await fleetOf(test, 60)
    active = await cards({ status: 'active', sortField: 'cardNumber', limit: 100 })
    fresh = await cards({ status: 'new', sortField: 'cardNumber', limit: 100 })
    for (const [index, card] of active.entries())
      change(card, `expiration_date = '2026-0${4 + (index % 3)}-30T00:00:00.000Z'`)
    for (const card of fresh) change(card, "expiration_date = '2029-12-31T00:00:00.000Z'")
  })

  it('lists the cards in use by their last day, each once, page by page', async () => {
    const seen: Card[] = []
    for (let page = 1; ; page++) {
      const { docs, total } = await expiring({ ...AHEAD, page, limit: 7 })
      expect(total).toBe(active.length)
      if (docs.length === 0) break
      seen.push(...docs.map(({ card }) => card))
    }
    expect(seen.map(({ id }) => id).toSorted()).toEqual(active.map(({ id }) => id).toSorted())
    const days = seen.map(({ expirationDate }) => expirationDate ?? '')
    expect(days).toEqual(days.toSorted())
    expect((await expiring({ from: '2026-05-01', before: '2026-06-01' })).docs).not.toEqual([])
  })

  it('tells who waits, whose replacement is there, and who handed over', async () => {
    await handOver(active[0], fresh[0])
    await handOver(active[1], fresh[1])
    await sandbox().bulk.undoCard(projectId, active[1]?.id ?? '', CLERK)
    change(fresh[2], `replaces_card_id = '${active[2]?.id}'`)
    const states = await statesByNumber()
    expect(active.slice(0, 4).map(({ cardNumber }) => states.get(cardNumber))).toEqual([
      'handed_over',
      'arrived',
      'arrived',
      'none',
    ])
    const arrived = await expiring({ ...AHEAD, state: 'arrived' })
    expect(arrived.total).toBe(2)
    expect(new Map(arrived.docs.map(({ card, replacement }) => [card.id, replacement?.id]))).toEqual(
      new Map([
        [active[1]?.id, fresh[1]?.id],
        [active[2]?.id, fresh[2]?.id],
      ]),
    )
    expect((await expiring({ ...AHEAD, state: 'handed_over' })).docs).toMatchObject([
      { card: { id: active[0]?.id }, replacement: { id: fresh[0]?.id, status: 'active' }, suggested: false },
    ])
  })

  it('leaves out a card that was blocked for another reason, and one whose replacement was lost', async () => {
    await sandbox().cards.command(projectId, active[0]?.id ?? '', { type: 'disable', reason: 'lost' }, CLERK)
    await handOver(active[1], fresh[1])
    await sandbox().bulk.undoCard(projectId, active[1]?.id ?? '', CLERK)
    change(fresh[1], "reason = 'lost'")
    const states = await statesByNumber()
    expect(states.has(active[0]?.cardNumber ?? '')).toBe(false)
    expect(states.get(active[1]?.cardNumber ?? '')).toBe('none')
  })

  it('suggests the one new card with the same plate that ends later, and none of two', async () => {
    const plate = active[0]?.licensePlate ?? ''
    const suggestion = async () => {
      const { docs } = await expiring({ ...AHEAD, limit: 100 })
      const row = docs.find(({ card }) => card.id === active[0]?.id)
      return row?.suggested === true ? row.replacement?.id : null
    }
    expect(await suggestion()).toBeNull()
    change(fresh[0], `license_plate = '${plate}'`)
    expect(await suggestion()).toBe(fresh[0]?.id)
    expect(await statesByNumber()).toContainEqual([active[0]?.cardNumber, 'none'])
    change(fresh[0], "expiration_date = '2026-01-31T00:00:00.000Z'")
    expect(await suggestion()).toBeNull()
    change(fresh[0], "expiration_date = '2029-12-31T00:00:00.000Z'")
    change(fresh[1], `license_plate = '${plate}'`)
    expect(await suggestion()).toBeNull()
  })

  it('counts each period as its lists do', async () => {
    await handOver(active[0], fresh[0])
    change(fresh[2], `replaces_card_id = '${active[2]?.id}'`)
    change(active[3], "expiration_date = '2026-02-28T00:00:00.000Z'")
    change(active[4], `expiration_date = '${TODAY}T00:00:00.000Z'`)
    change(active[5], "expiration_date = '2025-11-30T00:00:00.000Z'")
    const { ended, months } = await sandbox().expiring.periods(projectId)
    expect([ended.from, ended.before, ended.counts]).toEqual([
      '2025-12-01',
      TODAY,
      { none: 1, arrived: 0, handed_over: 0 },
    ])
    expect(months.map(({ from }) => from).slice(0, 3)).toEqual([TODAY, '2026-04-01', '2026-05-01'])
    expect(months).toHaveLength(13)
    expect(months.at(-1)).toMatchObject({ from: '2027-03-01', before: '2027-04-01' })
    for (const { counts, ...days } of [ended, ...months])
      for (const state of ['none', 'arrived', 'handed_over'] as const)
        expect((await expiring({ ...days, state })).total).toBe(counts[state])
    const all = months.reduce((sum, { counts }) => sum + counts.none + counts.arrived + counts.handed_over, 0)
    expect((await expiring(AHEAD)).total).toBe(all)
  })

  it('shows no card of another project', async () => {
    const other = await test.engine.projects.create('Other', CLERK)
    expect(await sandbox().expiring.list(other.id, expiringInputSchema.parse(AHEAD))).toEqual({ docs: [], total: 0 })
    expect((await sandbox().expiring.periods(other.id)).months.every(({ counts }) => counts.none === 0)).toBe(true)
  })
})

it('announces a card as early as its project wants, and those of others 30 days before', async () => {
  projectId = await fleetOf(test, 30)
  const [early] = await cards({ status: 'active' })
  const otherId = await fleetOf(test, 30, 2)
  const [usual] = (await sandbox().cards.list(otherId, cardListInputSchema.parse({ status: 'active' }))).docs
  for (const card of [early, usual]) change(card, "expiration_date = '2026-04-28T00:00:00.000Z'")
  await sandbox().expiring.setWarningDays(projectId, 60, CLERK)
  expect((await sandbox().expiring.periods(projectId)).warningDays).toBe(60)
  expect((await sandbox().expiring.periods(otherId)).warningDays).toBe(30)
  clock.advance(11 * 60 * 1000)
  sandbox().wake()
  const announced = () =>
    rowsOf(test.dataDir, 'sandbox', "SELECT card_id FROM event WHERE name = 'card.expiring' ORDER BY seq").map(
      (row) => row['card_id'],
    )
  await expect.poll(announced).toContain(early?.id)
  // The projects that said nothing come first.
  expect(announced()).not.toContain(usual?.id)
  const [entry] = rowsOf(
    test.dataDir,
    'sandbox',
    "SELECT after FROM audit_entry WHERE action = 'project.expiry_warning'",
  )
  expect(JSON.parse(String(entry?.['after']))).toEqual({ expiryWarningDays: 60 })
})

it('reads along one index what a page and its numbers need, however large the fleet', async () => {
  projectId = await fleetOf(test, 2_000)
  changeRows(test.dataDir, 'sandbox', 'ANALYZE')
  const [scope] = rowsOf(test.dataDir, 'sandbox', `SELECT key FROM project_scope WHERE project_id = '${projectId}'`)
  const build = queryBuilder<EnvironmentSchema>()
  const days = { projectKey: Number(scope?.['key']), ...AHEAD }
  const plans = [
    expiringPage(build, days, { limit: 50, offset: 100 }),
    expiringTotal(build, days),
    expiringByMonth(build, days),
    arrivedByMonth(build, days),
    arrivedPairs(days),
    ...(['none', 'arrived', 'handed_over'] as const).flatMap((state) => [
      expiringPage(build, { ...days, state }, { limit: 50, offset: 100 }),
      expiringTotal(build, { ...days, state }),
    ]),
  ].map((query) => planOf(query.compile()))
  for (const plan of plans) {
    // Those that have arrived may also be found from their replacements, of which there are fewer.
    expect(plan).toMatch(/card_expiring|card_by_replaced/)
    expect(plan).not.toMatch(/SCAN (card|replacement|replaced)\b|Seq Scan on card\b|card_by_created/)
  }
})

function planOf({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): string {
  const values = [...parameters]
  const filled = sql.replaceAll('?', () => {
    const value = values.shift()
    return typeof value === 'number' ? String(value) : `'${String(value)}'`
  })
  // A few thousand rows are read at once rather than along an index, unless PostgreSQL plans as for many.
  const asForMany = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; EXPLAIN'
  const rows = rowsOf(test.dataDir, 'sandbox', `${OVER_POSTGRES ? asForMany : 'EXPLAIN QUERY PLAN'} ${filled}`)
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
}
