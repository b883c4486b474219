import { afterEach, beforeEach, expect, it } from 'vitest'
import { cardListInputSchema } from '../../../src-main/domain/cards/card-list.ts'
import { bulkRequestSchema } from '../../../src-main/domain/cards/bulk.ts'
import type { Overview } from '../../../src-main/domain/desk/overview.ts'
import { CLERK } from '../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock, type TestEngine } from '../../support/engine.ts'
import { changeRows, rowsOf } from '../../support/rows.ts'
import { fleetOf, run, statesOf, undo } from './bulk/fleet.ts'

const DAY_MS = 86_400_000

let test: TestEngine
let clock: FakeClock
beforeEach(async () => {
  clock = fakeClock()
  test = await openTestEngine({ wallClock: clock, runsWork: true })
})
afterEach(() => test.close())

const sandbox = () => test.engine.environment('sandbox')
const count = (where: string) =>
  Number(rowsOf(test.dataDir, 'sandbox', `SELECT count(*) AS n FROM card WHERE ${where}`)[0]?.['n'])

/** The expected overview, computed from every single card. */
function counted(): Pick<Overview, 'cards' | 'sync' | 'authorizations'> & {
  expiring: Omit<Overview['expiring'], 'days'>
} {
  const within = (days: number) => count(`substr(expiration_date, 1, 10) BETWEEN '${day(0)}' AND '${day(days)}'`)
  return {
    cards: {
      total: count('true'),
      new: count(`status = 'new'`),
      active: count(`status = 'active'`),
      inactive: count(`status = 'inactive'`),
    },
    sync: {
      synced: count(`sync_status = 'synced'`),
      pending: count(`sync_status = 'pending'`),
      failed: count(`sync_status = 'failed'`),
    },
    authorizations: {
      gasoline: count('auth_gasoline = 1'),
      diesel: count('auth_diesel = 1'),
      lpg: count('auth_lpg = 1'),
      heatingOil: count('auth_heating_oil = 1'),
    },
    expiring: { in30: within(30), in60: within(60), in90: within(90) },
  }
}

const day = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
const cardsOf = ({ cards, sync, authorizations, expiring: { days: _days, ...expiring } }: Overview) => ({
  cards,
  sync,
  authorizations,
  expiring,
})

function change(sql: string): void {
  changeRows(test.dataDir, 'sandbox', sql)
}

it('counts what a scan of every card would count, whatever happens to them', async () => {
  const projectId = await fleetOf(test, 600)
  const overview = () => sandbox().overview(projectId)
  expect(cardsOf(await overview())).toEqual(counted())
  expect((await overview()).expiring.in90).toBeGreaterThan(0)
  expect((await overview()).expiring.days.reduce((sum, { count: cards }) => sum + cards, 0)).toBe(
    (await overview()).expiring.in90,
  )

  const job = await run(
    sandbox(),
    projectId,
    bulkRequestSchema.parse({ selection: { kind: 'query', query: {} }, command: { type: 'disable' } }),
  )
  expect(cardsOf(await overview())).toEqual(counted())
  await undo(sandbox(), job.id)
  change(
    `UPDATE card SET expiration_date = '${day(30)}T00:00:00.000Z' WHERE seq % 7 = 0; UPDATE card SET expiration_date = NULL WHERE seq % 11 = 0; UPDATE card SET auth_diesel = 1 - auth_diesel WHERE seq % 5 = 0; DELETE FROM card WHERE seq % 13 = 0`,
  )
  expect(cardsOf(await overview())).toEqual(counted())
  clock.advance(20 * DAY_MS)
  expect(cardsOf(await overview())).toEqual(counted())
})

it('links each day and each range to just the cards that it counts', async () => {
  const projectId = await fleetOf(test, 600)
  // Some have expired: no range starting today includes them.
  change(
    `UPDATE card SET expiration_date = '${day(-3)}T00:00:00.000Z' WHERE seq % 7 = 0; UPDATE card SET expiration_date = '${day(0)}T00:00:00.000Z' WHERE seq % 11 = 0`,
  )
  const { days, in30, in60, in90 } = (await sandbox().overview(projectId)).expiring
  const listed = async (from: string, before: string) =>
    (
      await sandbox().cards.list(
        projectId,
        cardListInputSchema.parse({ expiresFrom: from, expiresBefore: before, limit: 1 }),
      )
    ).total
  const dayAfter = (date: string) => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)
  expect(days.length).toBeGreaterThan(3)
  expect(await Promise.all(days.map(({ date }) => listed(date, dayAfter(date))))).toEqual(
    days.map(({ count: cards }) => cards),
  )
  expect(await Promise.all([31, 61, 91].map((until) => listed(day(0), day(until))))).toEqual([in30, in60, in90])
})

it('shows how the counts moved in a week, and nothing from before', async () => {
  const projectId = await fleetOf(test, 300)
  change(`UPDATE overview_count SET count = 0 WHERE about = 'change'`)
  const of = (status: string) => statesOf(test.dataDir).filter((card) => card.status === status)
  const command = (cardId: string, type: 'enable' | 'disable') =>
    sandbox().cards.command(projectId, cardId, { type }, CLERK)
  await command(of('active')[0]?.id ?? '', 'disable')
  clock.advance(5 * DAY_MS)
  await command(of('active')[0]?.id ?? '', 'disable')
  await command(of('inactive')[0]?.id ?? '', 'enable')
  for (const card of of('new').slice(0, 3))
    await sandbox().cards.command(projectId, card.id, { type: 'activate', licensePlate: 'B-1', driver: 'Ada' }, CLERK)
  expect((await sandbox().overview(projectId)).week).toEqual({ created: 0, activated: 3, enabled: 1, disabled: 2 })
  clock.advance(2 * DAY_MS)
  expect((await sandbox().overview(projectId)).week).toEqual({ created: 0, activated: 3, enabled: 1, disabled: 1 })
})

it('counts the deliveries of seven days by their outcome', async () => {
  const projectId = await fleetOf(test, 20)
  const webhook = { url: 'https://example.com/hook', events: ['card.updated' as const] }
  await sandbox().change((transaction) => sandbox().webhooks.createWithin(transaction, projectId, webhook, CLERK))
  await sandbox().change((transaction) => sandbox().webhooks.disableWithin(transaction, projectId, CLERK))
  const card = statesOf(test.dataDir).find(({ status }) => status === 'active')
  for (const driver of ['Ada', 'Grace', 'Edsger'])
    await sandbox().cards.command(projectId, card?.id ?? '', { type: 'update', driver }, CLERK)
  change(`UPDATE delivery SET status = 'failed' WHERE seq = 1; UPDATE delivery SET status = 'cancelled' WHERE seq = 2`)
  const { deliveries, attention } = await sandbox().overview(projectId)
  expect(deliveries.map(({ date }) => date)).toEqual([day(-6), day(-5), day(-4), day(-3), day(-2), day(-1), day(0)])
  expect(deliveries.at(-1)).toEqual({ date: day(0), succeeded: 0, failed: 1, skipped: 1, pending: 0 })
  expect(attention).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'webhook_disabled', message: 'manual' }),
      expect.objectContaining({ kind: 'delivery_failed', count: 1 }),
    ]),
  )
  change('DELETE FROM delivery')
  expect(
    rowsOf(
      test.dataDir,
      'sandbox',
      `SELECT what FROM overview_count WHERE about = 'delivery' GROUP BY what HAVING sum(count) <> 0`,
    ),
  ).toEqual([])
})

it('lists the failed cards with the words of the provider, and one row for all if there are more', async () => {
  const projectId = await fleetOf(test, 60)
  change(
    `UPDATE card SET sync_status = 'synced', sync_error_message = NULL; UPDATE card SET sync_status = 'failed', sync_error_message = 'Blocked: ' || seq WHERE seq <= 37`,
  )
  const { attention, sync } = await sandbox().overview(projectId)
  expect(sync.failed).toBe(37)
  expect(attention).toHaveLength(11)
  expect(attention[0]).toMatchObject({
    kind: 'card_failed',
    count: 1,
    cardId: expect.any(String) as string,
    message: expect.stringMatching(/^Blocked: \d+$/) as string,
  })
  expect(attention.at(-1)).toEqual({
    kind: 'card_failed',
    count: 37,
    cardId: null,
    cardNumber: null,
    message: null,
    claim: null,
    failureKind: null,
    at: null,
  })
})

it('reports for production that no provider receives its changes, and that it is held', async () => {
  const projectId = await fleetOf(test, 5)
  const production = test.engine.environment('production')
  expect(await production.overview(projectId)).toMatchObject({ cards: { total: 0 }, attention: [] })
  changeRows(
    test.dataDir,
    'production',
    `INSERT INTO project_scope (project_id) VALUES ('${projectId}');
    INSERT INTO card (id, project_key, card_number, provider_card_id, status, auth_gasoline, auth_diesel, auth_lpg, auth_heating_oil, sync_status, created_at, updated_at)
      VALUES ('c1', 1, '782521009000153701', 'p1', 'active', 1, 1, 1, 1, 'pending', '${day(0)}T00:00:00.000Z', '${day(0)}T00:00:00.000Z');
    INSERT INTO drifted_card VALUES (1, 1, '${day(0)}T00:00:00.000Z');
    INSERT INTO environment_state VALUES ('held', '{"since":"${day(0)}T00:00:00.000Z","reason":"restored","backup":"x"}')`,
  )
  expect((await production.overview(projectId)).attention.map(({ kind, count: things }) => [kind, things])).toEqual([
    ['held', 1],
    ['no_provider', 1],
    ['drift', 1],
  ])
})
