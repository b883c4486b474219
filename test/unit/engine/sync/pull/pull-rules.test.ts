import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Card } from '../../../../../src-main/domain/card.ts'
import { cardListInputSchema } from '../../../../../src-main/domain/cards/card-list.ts'
import type { LiveEvent } from '../../../../../src-main/domain/desk/live-event.ts'
import { nextPullDelayMs } from '../../../../../src-main/domain/sync/sync-schedule.ts'
import { jsonAnswer, startBrokenGateway } from '../../../../support/portal/broken-gateway.ts'
import { BY_HAND, connectedFleet, connectionTo, type ConnectedFleet } from '../../../../support/portal/connected.ts'
import { CLERK } from '../../../../support/context.ts'
import { fakeClock } from '../../../../support/engine.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { listedCards } from '../../../../support/portal/portal.ts'
import { startReceiver } from '../../../../support/receiver.ts'
import { eventually } from '../../../../support/eventually.ts'

const MINUTE_MS = 60_000
const GONE = 'No longer reported by the provider'

const production = ({ test }: ConnectedFleet) => test.engine.environment('production')
async function cardOf(fleet: ConnectedFleet, providerCardId: string): Promise<Card> {
  const [row] = fleet.rows(`SELECT id FROM card WHERE provider_card_id = '${providerCardId}'`)
  return production(fleet).cards.get(fleet.projectId, String(row?.['id']))
}
async function activeCard(fleet: ConnectedFleet): Promise<Card> {
  const [card] = (
    await production(fleet).cards.list(fleet.projectId, cardListInputSchema.parse({ status: 'active', limit: 1 }))
  ).docs
  if (card === undefined) throw new Error('No card is active')
  return card
}
const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `PC1-${String(from + index).padStart(7, '0')}`)
const failedCards = ({ rows }: ConnectedFleet) =>
  rows("SELECT provider_card_id AS id FROM card WHERE sync_status = 'failed' ORDER BY seq").map(({ id }) => id)

describe('a card missing from a complete listing', () => {
  it('is marked, never deleted, and is synced again when it is reported again', async () => {
    const fleet = await connectedFleet({ cards: 60 })
    await fleet.pull()
    await fleet.portal.setFaults({ vanish: ids(3, 2) })
    expect(await fleet.pull({ full: true })).toMatchObject({ state: 'completed', updated: 2, unchanged: 58 })
    expect(await cardOf(fleet, 'PC1-0000003')).toMatchObject({ syncStatus: 'failed', syncErrorMessage: GONE })
    expect(fleet.rows("SELECT action, actor_type, channel FROM audit_entry WHERE action = 'card.gone'")).toEqual(
      Array.from({ length: 2 }, () => ({ action: 'card.gone', actor_type: 'provider', channel: 'provider' })),
    )
    // Already gone: not marked again.
    expect(await fleet.pull({ full: true })).toMatchObject({ updated: 0, unchanged: 58 })
    await fleet.portal.setFaults({})
    expect(await fleet.pull({ full: true })).toMatchObject({ state: 'completed', updated: 2, unchanged: 58 })
    expect(await cardOf(fleet, 'PC1-0000003')).toMatchObject({ syncStatus: 'synced', syncErrorMessage: null })
    expect(fleet.rows('SELECT * FROM gone_card')).toEqual([])
  })

  it('is not marked as gone by a delta, nor by a listing that calls itself incomplete', async () => {
    const fleet = await connectedFleet({ cards: 60 })
    await fleet.pull()
    await fleet.portal.setFaults({ vanish: ids(3, 2) })
    expect(await fleet.pull()).toMatchObject({ state: 'completed', updated: 0 })
    await fleet.portal.setFaults({ vanish: ids(3, 2), incomplete: true })
    expect(await fleet.pull({ full: true })).toMatchObject({ state: 'completed', updated: 0, unchanged: 58 })
    expect(failedCards(fleet)).toEqual([])
  })

  it('keeps its pending change if it has one', async () => {
    const fleet = await connectedFleet({ cards: 60 })
    await fleet.pull()
    const card = await activeCard(fleet)
    await fleet.portal.setFaults({ vanish: [card.providerCardId], errors: { '503': 1 }, routes: ['change', 'changes'] })
    await production(fleet).cards.command(fleet.projectId, card.id, { type: 'disable' }, CLERK)
    await fleet.pull({ full: true })
    expect(await cardOf(fleet, card.providerCardId)).toMatchObject({ status: 'inactive', syncErrorMessage: null })
    expect(fleet.rows('SELECT * FROM gone_card')).toEqual([])
  })

  it('is not marked if more than a fifth are missing, and a clerk is asked', async () => {
    const fleet = await connectedFleet({ cards: 60 })
    const heard: LiveEvent[] = []
    onTestFinished(fleet.test.engine.onLive((event) => heard.push(event)))
    await fleet.pull()
    // A fifth is accepted, one more is not.
    await fleet.portal.setFaults({ vanish: ids(0, 13) })
    expect(await fleet.pull({ full: true })).toMatchObject({
      state: 'failed',
      missing: 13,
      failureKind: 'missing_cards',
      error: expect.stringMatching(/lacks 13 of the 60 cards.*None was marked/) as string,
    })
    expect(failedCards(fleet)).toEqual([])
    expect(fleet.events().at(-1)).toBe('sync.failed')
    await eventually(() =>
      expect(heard.filter(({ name }) => name === 'notice.raised')).toMatchObject([
        { data: { kind: 'sync_failed', projectId: fleet.projectId } },
      ]),
    )
    await fleet.portal.setFaults({ vanish: ids(0, 12) })
    expect(await fleet.pull({ full: true })).toMatchObject({
      state: 'completed',
      updated: 12,
      missing: null,
      failureKind: null,
    })
    expect(failedCards(fleet)).toHaveLength(12)
  })

  it('is marked, however many are missing, once a clerk accepts that, or if fewer than ten are', async () => {
    const fleet = await connectedFleet({ cards: 20 })
    await fleet.pull()
    await fleet.portal.setFaults({ vanish: ids(0, 9) })
    expect(await fleet.pull({ full: true })).toMatchObject({ state: 'completed', updated: 9 })
    await fleet.portal.setFaults({ vanish: ids(0, 19) })
    expect(await fleet.pull({ full: true })).toMatchObject({ state: 'failed' })
    expect(await fleet.pull({ acceptMissing: true })).toMatchObject({ state: 'completed', updated: 10 })
    expect(failedCards(fleet)).toHaveLength(19)
  })

  it('is a pending change again after a command, and no longer gone', async () => {
    const fleet = await connectedFleet({ cards: 20 })
    await fleet.pull()
    const card = await activeCard(fleet)
    await fleet.portal.setFaults({ vanish: [card.providerCardId] })
    await fleet.pull({ full: true })
    await production(fleet).cards.command(fleet.projectId, card.id, { type: 'disable' }, CLERK)
    expect(fleet.rows('SELECT * FROM gone_card')).toEqual([])
  })
})

describe('a card with a pending change', () => {
  it.each(['pending', 'failed'] as const)(
    'that is %s is never overwritten: what is reported against it is drift, written once',
    async (state) => {
      const fleet = await connectedFleet({ cards: 30, faults: { errors: { '503': 1 }, routes: ['change', 'changes'] } })
      await fleet.pull()
      const card = await activeCard(fleet)
      await production(fleet).cards.command(fleet.projectId, card.id, { type: 'disable' }, CLERK)
      if (state === 'failed') {
        await production(fleet).change(async (transaction) => {
          await transaction.run(
            transaction.build
              .updateTable('card')
              .set({ sync_status: 'failed', sync_error_message: 'The contract is suspended' })
              .where('id', '=', card.id),
          )
        })
      }
      const before = await cardOf(fleet, card.providerCardId)
      await fleet.portal.changeCard(card.providerCardId, { driver: 'Someone Else', expirationDate: '2031-05-31' })
      expect(await fleet.pull({ full: true })).toMatchObject({ state: 'completed', updated: 1, unchanged: 29 })
      // Number and expiry always follow the provider.
      expect(await cardOf(fleet, card.providerCardId)).toMatchObject({
        ...before,
        expirationDate: '2031-05-31T00:00:00.000Z',
        updatedAt: expect.any(String) as string,
      })
      const drift = fleet.rows('SELECT field, ours, theirs, seen_at FROM drift ORDER BY field')
      expect(drift).toMatchObject(
        expect.arrayContaining([
          { field: 'driver', ours: card.driver, theirs: 'Someone Else', seen_at: expect.any(String) as string },
          { field: 'status', ours: 'inactive', theirs: 'active', seen_at: expect.any(String) as string },
        ]) as object,
      )
      expect(await fleet.pull({ full: true })).toMatchObject({ updated: 0, unchanged: 30 })
      expect(fleet.rows('SELECT field, ours, theirs, seen_at FROM drift ORDER BY field')).toEqual(drift)
    },
  )
})

describe('a page older than the known state', () => {
  it('reverts nothing that the provider has confirmed since it was requested', async () => {
    const fleet = await connectedFleet({ cards: 30 })
    await fleet.pull()
    const card = await activeCard(fleet)
    const listed = await fleet.portal.card(card.providerCardId)
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const held = Promise.withResolvers<void>()
    receiver.answer((response, { path }) => {
      const answer = (body: object) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (path.endsWith('/oauth/token')) answer({ access_token: 'x', token_type: 'Bearer' })
      else if (path.includes('/cards?'))
        held.promise.then(() => answer({ cards: [listed], nextCursor: null, complete: false })).catch(() => {})
      else if (path.endsWith('/changes')) answer({ state: 'done' })
      else answer({})
    })
    await fleet
      .sync()
      .providers.set(fleet.projectId, connectionTo({ ...fleet.portal, baseUrl: receiver.url }), BY_HAND, CLERK)
    const { id } = await fleet.sync().pull(fleet.projectId, {}, CLERK)
    await eventually(() => expect(receiver.arrivals.some(({ path }) => path.includes('/cards?'))).toBe(true))
    await production(fleet).cards.command(fleet.projectId, card.id, { type: 'disable' }, CLERK)
    await eventually(async () =>
      expect(await cardOf(fleet, card.providerCardId)).toMatchObject({ status: 'inactive', syncStatus: 'synced' }),
    )
    held.resolve()
    expect(await fleet.sync().wait(fleet.projectId, id, {})).toMatchObject({
      state: 'completed',
      updated: 0,
      unchanged: 1,
    })
    expect(await cardOf(fleet, card.providerCardId)).toMatchObject({ status: 'inactive', syncStatus: 'synced' })
  })
})

describe('one run of a project at a time', () => {
  it('answers a second request with the running one', async () => {
    const fleet = await connectedFleet({ cards: 100, largestPage: 50, faults: { routes: ['cards'], latencyMs: 300 } })
    const [first, second] = await Promise.all([
      fleet.sync().pull(fleet.projectId, {}, CLERK),
      fleet.sync().pull(fleet.projectId, { full: true }, CLERK),
    ])
    expect(second.id).toBe(first.id)
    expect(first.state).toBe('running')
    expect((await fleet.sync().state(fleet.projectId)).running).toMatchObject({ id: first.id })
    expect(await fleet.sync().wait(fleet.projectId, first.id, {})).toMatchObject({ state: 'completed', created: 100 })
    expect(await fleet.sync().state(fleet.projectId)).toMatchObject({ running: null, lastRun: { id: first.id } })
  })

  it('keeps an import waiting for its turn, and says so', async () => {
    const fleet = await connectedFleet({ cards: 100, faults: { routes: ['cards'], latencyMs: 600_000 } })
    const file = join(temporaryFolder(), 'a.csv')
    writeFileSync(file, 'Card number;Status\n782521009000153701;active\n')
    const { id } = await fleet.sync().pull(fleet.projectId, {}, CLERK)
    await expect(production(fleet).imports.run(fleet.projectId, { file, apply: true }, CLERK)).rejects.toMatchObject({
      code: 'error.validation',
      message: expect.stringMatching(/is running/) as string,
    })
    await fleet.sync().cancel(fleet.projectId, CLERK)
    await fleet.sync().wait(fleet.projectId, id, {})
    expect(await production(fleet).imports.run(fleet.projectId, { file, apply: true }, CLERK)).toMatchObject({
      create: 1,
    })
  })

  it('ends when it is cancelled, keeps what it did, and records who cancelled it', async () => {
    const fleet = await connectedFleet({ cards: 100, largestPage: 20 })
    await fleet.portal.setFaults({ routes: ['cards'], afterRequests: 3, latencyMs: 600_000 })
    const { id } = await fleet.sync().pull(fleet.projectId, {}, CLERK)
    await eventually(() => expect(fleet.rows('SELECT created FROM sync_run')).toEqual([{ created: 60 }]))
    expect(await fleet.sync().cancel(fleet.projectId, CLERK)).toBe(true)
    expect(await fleet.sync().wait(fleet.projectId, id, {})).toMatchObject({
      state: 'cancelled',
      created: 60,
      error: 'Cancelled',
      failureKind: 'cancelled',
    })
    expect(await fleet.sync().cancel(fleet.projectId, CLERK)).toBe(false)
    expect(
      fleet.rows("SELECT action FROM audit_entry WHERE action LIKE 'sync.%' ORDER BY seq").map(({ action }) => action),
    ).toEqual(['sync.start', 'sync.cancel'])
    await fleet.portal.setFaults({})
    expect(await fleet.pull()).toMatchObject({ state: 'completed', created: 40, unchanged: 60 })
  })

  it('ends when its connection is changed or removed', async () => {
    const fleet = await connectedFleet({
      cards: 100,
      largestPage: 20,
      faults: { routes: ['cards'], afterRequests: 2, latencyMs: 600_000 },
    })
    const { id } = await fleet.sync().pull(fleet.projectId, {}, CLERK)
    await fleet.sync().providers.remove(fleet.projectId, CLERK)
    expect(await fleet.sync().wait(fleet.projectId, id, {})).toMatchObject({
      state: 'cancelled',
      error: 'Cancelled: the connection was changed',
      failureKind: 'cancelled',
    })
    await expect(fleet.sync().pull(fleet.projectId, {}, CLERK)).rejects.toMatchObject({ code: 'error.validation' })
  })

  it('reports its progress', async () => {
    const fleet = await connectedFleet({ cards: 100, largestPage: 20, faults: { routes: ['cards'], latencyMs: 200 } })
    const heard: LiveEvent[] = []
    onTestFinished(fleet.test.engine.onLive((event) => heard.push(event)))
    const { id } = await fleet.pull()
    await eventually(() =>
      expect(heard.flatMap((event) => (event.name === 'sync.progressed' ? [event.data.run] : [])).at(-1)).toMatchObject(
        { id, state: 'completed', created: 100 },
      ),
    )
    expect(heard.some((event) => event.name === 'sync.progressed' && event.data.run.state === 'running')).toBe(true)
    expect(heard.map(({ name }) => name)).toEqual(expect.arrayContaining(['card.changed', 'provider.changed']))
  })
})

describe('a card that a listing names twice', () => {
  it('is applied as the later page reports it, whether it was known before or not', async () => {
    const fleet = await connectedFleet({ cards: 4, largestPage: 2 })
    const cards = await listedCards(fleet.portal)
    const twice = (driver: string) =>
      cards
        .filter(({ status }) => status === 'active')
        .slice(0, 1)
        .map((card) => ({ ...card, driver }))
    let listing = 0
    const address = await startBrokenGateway(fleet.portal, async (request, pass) => {
      const page = request.path.startsWith('/cards')
        ? Number(new URL(request.path, 'http://gateway').searchParams.get('cursor') ?? '1')
        : 0
      if (page === 1) listing += 1
      return page === 0
        ? pass(request)
        : jsonAnswer(200, {
            cards: twice(`Page ${page} of listing ${page === 3 ? Math.min(listing, 2) : listing}`),
            nextCursor: page === 3 ? null : String(page + 1),
            complete: page === 3,
          })
    })
    await fleet
      .sync()
      .providers.set(fleet.projectId, connectionTo({ ...fleet.portal, baseUrl: address }), BY_HAND, CLERK)
    for (const wanted of ['Page 3 of listing 1', 'Page 3 of listing 2', 'Page 3 of listing 2']) {
      expect(await fleet.pull({ full: true })).toMatchObject({ state: 'completed', pages: 3 })
      expect(fleet.rows('SELECT driver FROM card')).toEqual([{ driver: wanted }])
    }
  })
})

describe('the schedule', () => {
  it('pulls at its times, once for all that were missed, and continues from now', async () => {
    const clock = fakeClock()
    const fleet = await connectedFleet({ cards: 10 }, { wallClock: clock })
    await fleet.sync().providers.set(fleet.projectId, fleet.connection, { enabled: true, intervalMinutes: 15 }, CLERK)
    production(fleet).wake()
    const completed = (count: number) =>
      eventually(() =>
        expect(fleet.rows("SELECT trigger FROM sync_run WHERE state = 'completed'")).toEqual(
          Array.from({ length: count }, () => ({ trigger: 'schedule' })),
        ),
      )
    await completed(1)
    const next = async () =>
      Date.parse((await fleet.sync().providers.get(fleet.projectId))?.schedule.nextRunAt ?? '') - clock.now().getTime()
    await eventually(async () => expect(await next()).toBeGreaterThan(13 * MINUTE_MS))
    expect(await next()).toBeLessThan(17 * MINUTE_MS)
    clock.advance(13 * MINUTE_MS)
    production(fleet).wake()
    clock.advance(5 * 60 * MINUTE_MS)
    production(fleet).wake()
    await completed(2)
    await eventually(async () => expect(await next()).toBeGreaterThan(13 * MINUTE_MS))
  })

  it('never pulls while it is switched off, and pulls nothing while the environment is held', async () => {
    const fleet = await connectedFleet({ cards: 10 })
    production(fleet).wake()
    await production(fleet).change(async (transaction) => {
      await transaction.run(
        transaction.build.insertInto('environment_state').values({
          name: 'held',
          value: JSON.stringify({ since: '2026-01-01T00:00:00.000Z', reason: 'restored', backup: 'x' }),
        }),
      )
    })
    await expect(fleet.pull()).rejects.toMatchObject({ code: 'error.unavailable' })
    await fleet.sync().providers.schedule(fleet.projectId, { enabled: true }, CLERK)
    production(fleet).wake()
    await fleet.test.reopen()
    expect(fleet.rows('SELECT * FROM sync_run')).toEqual([])
    expect((await fleet.portal.requests()).total).toBe(0)
  })

  it('pulls everything once a held environment is released, and only then lets pushes go', async () => {
    const fleet = await connectedFleet({ cards: 10 })
    await fleet.pull()
    const [{ project_key: projectKey } = {}] = fleet.rows('SELECT project_key FROM provider')
    await production(fleet).change(async (transaction) => {
      await transaction.run(
        transaction.build.insertInto('environment_state').values({
          name: 'held',
          value: JSON.stringify({ since: '2026-01-01T00:00:00.000Z', reason: 'restored', backup: 'x' }),
        }),
      )
    })
    const told: Promise<boolean>[] = []
    onTestFinished(fleet.sync().portals.onChange((key) => told.push(fleet.sync().portals.mayPush(key))))
    await production(fleet).hold.release(CLERK)
    await eventually(() =>
      expect(fleet.rows('SELECT trigger, updated_since, state FROM sync_run ORDER BY seq DESC LIMIT 1')).toEqual([
        { trigger: 'restore', updated_since: null, state: 'completed' },
      ]),
    )
    await eventually(async () => expect(await Promise.all(told)).toEqual([true]))
    expect(await fleet.sync().portals.mayPush(Number(projectKey))).toBe(true)
    expect((await fleet.sync().providers.get(fleet.projectId))?.schedule.nextRunAt).toBeNull()
  })

  it('waits for as long as the portal asks; a pull by a person does not', async () => {
    const clock = fakeClock()
    const fleet = await connectedFleet({ cards: 10 }, { wallClock: clock })
    await fleet.portal.setFaults({
      rateLimit: { retryAfterSeconds: 86_400 },
      routes: ['capabilities', 'cards'],
      times: 1,
    })
    await fleet.sync().providers.schedule(fleet.projectId, { enabled: true, intervalMinutes: 15 }, CLERK)
    expect(await fleet.pull()).toMatchObject({ state: 'failed', failureKind: 'rate_limited' })
    const nextRunAt = (await fleet.sync().providers.get(fleet.projectId))?.schedule.nextRunAt ?? ''
    expect(Date.parse(nextRunAt) - clock.now().getTime()).toBe(86_400_000)
    clock.advance(MINUTE_MS)
    expect(await fleet.pull()).toMatchObject({ state: 'completed', created: 10 })
  })

  it('waits longer with each failure, up to four hours, and never less than the portal asks', () => {
    const minutes = (interval: number, failures: number, asked = 0) =>
      nextPullDelayMs(interval, failures, asked, 0.5) / MINUTE_MS
    expect([0, 1, 2, 3, 4, 5, 99].map((failures) => minutes(15, failures))).toEqual([15, 30, 60, 120, 240, 240, 240])
    expect(minutes(1_440, 5)).toBe(1_440)
    expect(minutes(15, 0, 7_200)).toBe(120)
    expect(nextPullDelayMs(15, 0, 0, 0)).toBeLessThan(nextPullDelayMs(15, 0, 0, 1))
  })
})
