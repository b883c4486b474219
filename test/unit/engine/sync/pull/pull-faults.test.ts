import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Logger } from '../../../../../src-main/engine/kernel/ports.ts'
import { startBrokenGateway } from '../../../../support/portal/broken-gateway.ts'
import { connectedFleet, BY_HAND, connectionTo, type ConnectedFleet } from '../../../../support/portal/connected.ts'
import { fakeClock } from '../../../../support/clock.ts'
import { CLERK } from '../../../../support/context.ts'
import { startReceiver } from '../../../../support/receiver.ts'
import { eventually } from '../../../../support/eventually.ts'

const HOUR_MS = 3_600_000
/** 400 cards on 20 pages. */
const TWENTY_PAGES = { cards: 400, largestPage: 20 }

const asked = async ({ portal }: ConnectedFleet) => (await portal.requests()).byRoute
const listings = async (fleet: ConnectedFleet) =>
  Object.values((await asked(fleet))['cards'] ?? {}).reduce((sum, count) => sum + count, 0)
const states = (fleet: ConnectedFleet) =>
  fleet.rows('SELECT state, pages, created, unchanged FROM sync_run ORDER BY seq')

describe('a pull of twenty pages', () => {
  it('interrupted by a stop of the service after the sixth goes on with the seventh, as the same run', async () => {
    const fleet = await connectedFleet(TWENTY_PAGES)
    const { portal, sync, projectId, test } = fleet
    // The seventh is never answered.
    await portal.setFaults({ routes: ['cards'], afterRequests: 6, latencyMs: 600_000 })
    const { id } = await sync().pull(projectId, {}, CLERK)
    await eventually(() => expect(states(fleet)).toMatchObject([{ state: 'running', pages: 6, created: 120 }]))
    await portal.setFaults({})
    const before = await listings(fleet)
    await test.reopen()
    expect(await sync().wait(projectId, id, {})).toMatchObject({
      id,
      state: 'completed',
      pages: 20,
      created: 400,
      updated: 0,
      unchanged: 0,
      failed: 0,
    })
    expect((await listings(fleet)) - before).toBe(14)
    expect(fleet.events().filter((name) => name === 'sync.completed')).toHaveLength(1)
    expect(fleet.rows('SELECT complete FROM sync_run')).toEqual([{ complete: 1 }])
  })

  it.each([
    ['is cut', { drop: 1 }, 'unavailable', /connection to the portal was lost/],
    ['comes half', { half: 1 }, 'unavailable', /lost before its answer was complete/],
    ['is not JSON', { wrongJson: 1 }, 'protocol', /not valid JSON/],
    ['is a web page', { wrongType: 1 }, 'protocol', /something other than JSON/],
    ['is of another protocol', { wrongShape: 1 }, 'protocol', /not of the portal protocol/],
    ['is an error of the portal', { errors: { '503': 1 } }, 'unavailable', /problem of its own \(503\)/],
    ['is a gigabyte long', { hugeBytes: 2 ** 30 }, 'too_large', /larger than 8 MB/],
  ])(
    'whose seventh %s ends with that, and the next one begins there',
    async (_name, fault, failureKind, message) => {
      const fleet = await connectedFleet(TWENTY_PAGES)
      const { portal, pull } = fleet
      await portal.setFaults({ routes: ['cards'], afterRequests: 6, ...fault })
      const memory = process.memoryUsage().rss
      const failed = await pull()
      expect(failed).toMatchObject({
        state: 'failed',
        pages: 6,
        created: 120,
        failureKind,
        error: expect.stringMatching(message) as string,
      })
      expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1024 * 1024)
      expect(fleet.events().at(-1)).toBe('sync.failed')
      await portal.setFaults({})
      const before = await listings(fleet)
      expect(await pull()).toMatchObject({
        state: 'completed',
        pages: 14,
        created: 280,
        unchanged: 0,
        failureKind: null,
      })
      expect((await listings(fleet)) - before).toBe(14)
      expect(fleet.rows('SELECT complete FROM sync_run ORDER BY seq')).toEqual([{ complete: 0 }, { complete: 1 }])
      expect(fleet.rows('SELECT count(*) AS cards FROM card UNION ALL SELECT count(*) FROM sync_seen')).toEqual([
        { cards: 400 },
        { cards: 0 },
      ])
    },
    30_000,
  )

  it.each([
    ['goes on within twelve hours', 12 * HOUR_MS - 1, 14],
    ['is begun anew after twelve hours, when its cursors may be unknown', 12 * HOUR_MS, 20],
  ])('that failed after the sixth %s', async (_what, waitedMs, pages) => {
    const clock = fakeClock()
    const fleet = await connectedFleet({ ...TWENTY_PAGES, now: () => clock.now() }, { wallClock: clock })
    await fleet.portal.setFaults({ routes: ['cards'], afterRequests: 6, wrongJson: 1 })
    expect(await fleet.pull()).toMatchObject({ state: 'failed', pages: 6 })
    await fleet.portal.setFaults({})
    clock.advance(waitedMs)
    expect(await fleet.pull()).toMatchObject({ state: 'completed', pages })
  })

  it('survives a brief fault without reporting it', async () => {
    const fleet = await connectedFleet(TWENTY_PAGES)
    await fleet.portal.setFaults({ routes: ['cards'], afterRequests: 6, times: 2, errors: { '503': 1 } })
    expect(await fleet.pull()).toMatchObject({ state: 'completed', pages: 20, created: 400 })
  })

  it('starts over if the portal no longer knows its cursor', async () => {
    const fleet = await connectedFleet(TWENTY_PAGES)
    const { portal, pull, test } = fleet
    await portal.setFaults({ routes: ['cards'], afterRequests: 6, wrongJson: 1 })
    expect(await pull()).toMatchObject({ state: 'failed', pages: 6 })
    await portal.setFaults({})
    await test.engine.environment('production').change(async (transaction) => {
      const [row] = await transaction.all(transaction.build.selectFrom('sync_run').select(['seq', 'resume']))
      const kept = JSON.parse(row?.resume ?? '{}') as { position: object }
      await transaction.run(
        transaction.build
          .updateTable('sync_run')
          .set({ resume: JSON.stringify({ ...kept, position: { ...kept.position, cursor: 'of-another-portal' } }) }),
      )
    })
    expect(await pull()).toMatchObject({ state: 'completed', pages: 20, created: 280, unchanged: 120 })
  })

  it('is not continued a second time without progress', async () => {
    const fleet = await connectedFleet(TWENTY_PAGES)
    await fleet.portal.setFaults({ routes: ['cards'], afterRequests: 6, wrongJson: 1 })
    await fleet.pull()
    await fleet.pull()
    await fleet.portal.setFaults({})
    expect(await fleet.pull()).toMatchObject({ state: 'completed', pages: 20, created: 280, unchanged: 120 })
  })
})

describe('a listing that never ends', () => {
  it('is recognised by its cursors, ends in an error, and marks nothing', async () => {
    const fleet = await connectedFleet({ cards: 100, largestPage: 20, faults: { cursorLoop: true } })
    expect(await fleet.pull()).toMatchObject({
      state: 'failed',
      created: 100,
      failureKind: 'endless_list',
      error: expect.stringMatching(/has no end/) as string,
    })
    expect(await listings(fleet)).toBeLessThan(30)
    // Not continued: it would lead in circles at once.
    await fleet.portal.setFaults({})
    expect(await fleet.pull()).toMatchObject({ state: 'completed', pages: 5, unchanged: 100 })
  })

  it('is recognised by the cards it names, if each cursor is new', async () => {
    const fleet = await connectedFleet()
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const card = await fleet.portal.card('PC1-0000001')
    let pages = 0
    receiver.answer((response, { path }) => {
      const body = path.endsWith('/oauth/token')
        ? { access_token: 'x', token_type: 'Bearer' }
        : path.includes('/capabilities')
          ? {}
          : { cards: [card], nextCursor: `after-${(pages += 1)}`, complete: false }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await fleet
      .sync()
      .providers.set(fleet.projectId, connectionTo({ ...fleet.portal, baseUrl: receiver.url }), BY_HAND, CLERK)
    expect(await fleet.pull()).toMatchObject({
      state: 'failed',
      created: 1,
      failureKind: 'endless_list',
      error: expect.stringMatching(/has no end/) as string,
    })
    expect(pages).toBeLessThan(600)
  }, 180_000)
})

describe('a listing that is longer than any fleet', () => {
  /** A pull interrupted after six of twenty pages, whose record claims this position. */
  const brokenOff = async (progress: object) => {
    const fleet = await connectedFleet(TWENTY_PAGES)
    await fleet.portal.setFaults({ routes: ['cards'], afterRequests: 6, wrongJson: 1 })
    await fleet.pull()
    await fleet.portal.setFaults({})
    await fleet.test.engine.environment('production').change(async (transaction) => {
      const [row] = await transaction.all(transaction.build.selectFrom('sync_run').select(['seq', 'resume']))
      const kept = JSON.parse(row?.resume ?? '{}') as { position: object }
      expect(kept.position).toMatchObject({ pages: 6, rows: 120 })
      await transaction.run(
        transaction.build
          .updateTable('sync_run')
          .set({ resume: JSON.stringify({ ...kept, position: { ...kept.position, ...progress } }) }),
      )
    })
    return fleet
  }

  it.each([
    [{ rows: 4_999_981 }, 'names more than 5,000,000 cards', 1],
    [{ pages: 99_998 }, 'goes on after 100,000 pages', 2],
  ])('ends in an error that says so, even if several runs have come so far: %j', async (progress, words, pages) => {
    const fleet = await brokenOff(progress)
    expect(await fleet.pull()).toMatchObject({
      state: 'failed',
      pages,
      failureKind: 'endless_list',
      error: expect.stringContaining(words) as string,
    })
    // Not continued: the next one starts over, and finds an end.
    expect(await fleet.pull()).toMatchObject({ state: 'completed', pages: 20 })
  })

  it.each([{ rows: 4_999_720 }, { pages: 99_986 }])(
    'may have its last card or page exactly at the limit: %j',
    async (progress) => {
      const fleet = await brokenOff(progress)
      expect(await fleet.pull()).toMatchObject({ state: 'completed', pages: 14 })
    },
  )
})

describe('rows that cannot be read', () => {
  it('are counted with the reasons; the others are applied, and no card is marked as gone', async () => {
    const fleet = await connectedFleet({ cards: 100 })
    const { portal, pull, rows } = fleet
    await pull()
    await portal.setFaults({ malformed: ['PC1-0000003', 'PC1-0000004'], vanish: ['PC1-0000009'] })
    expect(await pull({ full: true })).toMatchObject({
      state: 'completed',
      unchanged: 97,
      failed: 2,
      failureKind: null,
      error: expect.stringMatching(/^2 rows were refused\. PC1-0000003: .*cardNumber.*PC1-0000004/) as string,
    })
    expect(rows('SELECT complete FROM sync_run ORDER BY seq DESC LIMIT 1')).toEqual([{ complete: 0 }])
    expect(rows("SELECT count(*) AS failed FROM card WHERE sync_status = 'failed'")).toEqual([{ failed: 0 }])
  })
})

describe('credentials', () => {
  it('that expire are refreshed once, and the run goes on', async () => {
    const fleet = await connectedFleet(TWENTY_PAGES)
    const { portal, sync, projectId, pull } = fleet
    let listed = 0
    const address = await startBrokenGateway(portal, async (request, pass) => {
      // Between the sixth page and the seventh.
      if (request.path.startsWith('/cards') && (listed += 1) === 7) await portal.setFaults({ expireTokens: true })
      return pass(request)
    })
    await sync().providers.set(projectId, connectionTo({ ...portal, baseUrl: address }), BY_HAND, CLERK)
    expect(await pull()).toMatchObject({ state: 'completed', pages: 20, created: 400 })
    const routes = await asked(fleet)
    expect(routes['token']).toEqual({ '200': 2 })
    expect(routes['cards']).toEqual({ '200': 20, '401': 1 })
  })

  it('that are wrong are reported in words for a clerk, asked for once, and retried ever less often', async () => {
    const fleet = await connectedFleet({ cards: 10 })
    const { portal, sync, projectId, pull } = fleet
    const auth = { type: 'oauth2', clientId: portal.clientId, clientSecret: 'not-the-secret' } as const
    await sync().providers.set(projectId, { adapter: 'rest', baseUrl: portal.baseUrl, auth }, { enabled: false }, CLERK)
    const waits: number[] = []
    for (let failures = 1; failures <= 6; failures += 1) {
      await sync().providers.schedule(projectId, { enabled: true, intervalMinutes: 15 }, CLERK)
      const before = Date.now()
      expect(await pull()).toMatchObject({
        state: 'failed',
        failureKind: 'credentials',
        error: expect.stringMatching(/does not accept the client id and secret \(401\)\. Check them/) as string,
      })
      expect((await asked(fleet))['token']).toEqual({ '401': failures })
      const { failureCount, schedule } = (await sync().providers.get(projectId)) ?? {}
      expect(failureCount).toBe(failures)
      waits.push((Date.parse(schedule?.nextRunAt ?? '') - before) / 60_000)
    }
    for (const [index, minutes] of [30, 60, 120, 240, 240, 240].entries()) {
      expect(waits[index]).toBeGreaterThan(minutes * 0.89)
      expect(waits[index]).toBeLessThan(minutes * 1.11)
    }
    expect(fleet.events().filter((name) => name === 'sync.failed')).toHaveLength(6)
    await sync().providers.set(projectId, fleet.connection, { enabled: true }, CLERK)
    await pull()
    expect((await sync().providers.get(projectId))?.failureCount).toBe(0)
  })

  it('appear in clear nowhere: databases, logs, audit, run records, errors', async () => {
    const lines: string[] = []
    const logger: Logger = { log: (...line) => lines.push(JSON.stringify(line)) }
    const fleet = await connectedFleet({ cards: 50 }, { logger })
    const { portal, sync, projectId, pull, test } = fleet
    await pull()
    await sync().providers.set(
      projectId,
      { adapter: 'rest', baseUrl: portal.baseUrl, auth: { type: 'bearer', token: portal.staticToken } },
      BY_HAND,
      CLERK,
    )
    await pull()
    await portal.setFaults({ rejectTokens: true })
    await pull({ full: true })
    await portal.setFaults({ drop: 1 })
    await pull({ full: true })
    const secrets = [portal.clientSecret, portal.staticToken]
    for (const secret of secrets) {
      for (const { parentPath, name } of readdirSync(test.dataDir, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile(),
      )) {
        expect(readFileSync(join(parentPath, name)).includes(secret), name).toBe(false)
      }
      expect(lines.join()).not.toContain(secret)
      expect(
        JSON.stringify([
          await sync().runs(projectId, { page: 1, limit: 100 }),
          await sync().state(projectId),
          await test.engine.audit.list('production', { page: 1, limit: 100 }),
        ]),
      ).not.toContain(secret)
    }
  })
})
