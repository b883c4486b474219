import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CHECK_AT_START_BYTES } from '../../../src-main/database/sqlite/prepare-file.ts'
import { openConnection } from '../../../src-main/database/sqlite/connection.ts'
import type { EngineOptions } from '../../../src-main/engine/engine-options.ts'
import { fileOf } from '../../../src-main/engine/prepare-folder.ts'
import { CLERK } from '../../support/context.ts'
import { fakeClock, type FakeClock } from '../../support/clock.ts'
import { openTestEngine, type TestEngine } from '../../support/engine.ts'
import { changeRows, rowsOf } from '../../support/rows.ts'
import { createWebhook } from '../../support/webhooks.ts'
import { eventually } from '../../support/eventually.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('housekeeping', () => {
  let clock: FakeClock

  beforeEach(() => {
    clock = fakeClock()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const start = async (options: Parameters<typeof openTestEngine>[0] = {}): Promise<TestEngine> => {
    const test = await openTestEngine({ wallClock: clock, ...options })
    onTestFinished(() => test.close())
    return test
  }
  const kept = (test: TestEngine) =>
    rowsOf(test.dataDir, 'sandbox', 'SELECT count(*) AS records FROM idempotency_record')[0]?.['records']
  const answer = (test: TestEngine, key: string) =>
    test.engine.environment('sandbox').answerOnce(
      { projectId: 'project', apiKeyId: 'key', key, method: 'POST', path: '/', bodyHash: new Uint8Array(32) },
      async () => ({ status: 200, body: '{}' }),
      () => ({ status: 500, body: '{}' }),
    )

  it('removes the cards from a sync.completed delivered a day ago; what may still be sent stays whole', async () => {
    const test = await start()
    const { id: projectId } = await test.engine.projects.create('Fleet', CLERK)
    const body = JSON.stringify({
      id: 'x',
      data: {
        cards_created: 1,
        cards: Array.from({ length: 100 }, () => ({ card_number: '7'.repeat(300) })),
        cards_truncated: false,
      },
    })
    const created = clock.now().toISOString()
    const sandbox = test.engine.environment('sandbox')
    await createWebhook(sandbox, projectId, 'https://receiver.example/hook')
    await sandbox.change(async (transaction) => {
      const key = await transaction.first(transaction.build.selectFrom('webhook').select(['project_key', 'id']))
      if (key === undefined) throw new Error('there is a webhook')
      for (const status of ['succeeded', 'failed', 'skipped', 'pending'] as const) {
        await transaction.run(
          transaction.build.insertInto('event').values({
            id: `evt_${status}`,
            project_key: key.project_key,
            name: 'sync.completed',
            card_id: null,
            created_at: created,
            body,
          }),
        )
        await transaction.run(
          transaction.build.insertInto('delivery').values({
            id: `dlv_${status}`,
            project_key: key.project_key,
            webhook_id: key.id,
            event_id: `evt_${status}`,
            event_name: 'sync.completed',
            card_id: null,
            status,
            trigger: 'automatic',
            next_attempt_at: null,
            created_at: created,
            completed_at: null,
          }),
        )
      }
    })
    const lengths = () =>
      Object.fromEntries(
        rowsOf(test.dataDir, 'sandbox', 'SELECT id, length(body) AS length FROM event').map((row) => [
          row['id'],
          row['length'],
        ]),
      )
    clock.advance(DAY_MS - 1)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(new Set(Object.values(lengths()))).toEqual(new Set([body.length]))
    clock.advance(2)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(lengths()).toEqual({
      evt_succeeded: expect.any(Number) as number,
      evt_failed: body.length,
      evt_skipped: body.length,
      evt_pending: body.length,
    })
    const [trimmed] = rowsOf(test.dataDir, 'sandbox', "SELECT body FROM event WHERE id = 'evt_succeeded'")
    expect(JSON.parse(String(trimmed?.['body']))).toEqual({
      id: 'x',
      data: { cards_created: 1, cards_truncated: true },
    })
  })

  it('deletes kept answers once they are a day old, every hour, more than one slice of them', async () => {
    const test = await start()
    for (let moment = 0; moment < 3; moment++) {
      await Promise.all(Array.from({ length: 400 }, (_, number) => answer(test, `old-${moment}-${number}`)))
      clock.advance(1)
    }
    clock.advance(DAY_MS / 2)
    await answer(test, 'new')
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(kept(test)).toBe(1_201)
    clock.advance(DAY_MS / 2 + 1)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    await eventually(() => expect(kept(test)).toBe(1))
  })

  it("keeps the records of synchronisation for 90 days, and each project's last one", async () => {
    const test = await start()
    const production = test.engine.environment('production')
    const run = (projectKey: number, id: string, daysAgo: number, state: 'completed' | 'running' = 'completed') =>
      production.change(async (transaction) => {
        const { build } = transaction
        await transaction.run(
          build
            .insertInto('project_scope')
            .values({ key: projectKey, project_id: `project-${projectKey}` })
            .onConflict((conflict) => conflict.doNothing()),
        )
        const startedAt = new Date(clock.now().getTime() - daysAgo * DAY_MS).toISOString()
        await transaction.run(
          build.insertInto('sync_run').values({
            id,
            project_key: projectKey,
            kind: 'pull',
            source: 'x',
            state,
            started_at: startedAt,
            finished_at: null,
            error: null,
            updated_since: null,
            resume: null,
          }),
        )
      })
    await run(1, 'old', 91)
    await run(1, 'running', 91, 'running')
    await run(1, 'young', 89)
    await run(2, 'last', 200)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    await eventually(() =>
      expect(rowsOf(test.dataDir, 'production', 'SELECT id FROM sync_run ORDER BY seq').map(({ id }) => id)).toEqual([
        'running',
        'young',
        'last',
      ]),
    )
  })

  it('removes what running work still wrote for a removed project', async () => {
    const test = await start()
    const { id } = await test.engine.projects.create('Leaving', CLERK)
    const sandbox = test.engine.environment('sandbox')
    await sandbox.mockCards?.create(id, { count: 3, seed: 1 }, CLERK)
    await sandbox.removeProject(id, CLERK)
    changeRows(
      test.dataDir,
      'sandbox',
      "INSERT INTO sync_run (id, project_key, kind, source, state, started_at) VALUES ('late', 1, 'pull', 'x', 'completed', '2026-01-01T00:00:00.000Z')",
    )
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    await eventually(() => expect(rowsOf(test.dataDir, 'sandbox', 'SELECT id FROM sync_run')).toEqual([]))
  })

  it('deletes deliveries, attempts and events after 30 days, but nothing pending or still needed', async () => {
    const test = await start()
    const sandbox = test.engine.environment('sandbox')
    const { id } = await test.engine.projects.create('Fleet', CLERK)
    await sandbox.inboxes?.open(id)
    const change = (sql: string, values: Record<string, string>) => changeRows(test.dataDir, 'sandbox', sql, values)
    const insert = (name: string, ageDays: number, status: string, eventOf = name) => {
      const at = new Date(clock.now().getTime() - ageDays * DAY_MS).toISOString()
      change(
        'INSERT INTO event (id, project_key, name, created_at, body) VALUES (:event, 1, :event, :at, :event) ON CONFLICT DO NOTHING',
        { event: `evt_${eventOf}`, at },
      )
      change(
        "INSERT INTO delivery (id, project_key, webhook_id, event_id, event_name, status, trigger, created_at) VALUES (:id, 1, 'x', :event, 'x', :status, 'test', :at)",
        { id: `dlv_${name}`, event: `evt_${eventOf}`, status, at },
      )
      change(
        "INSERT INTO delivery_attempt SELECT seq, 1, :at, 1, 200, NULL, '{}', NULL, NULL, 0 FROM delivery WHERE id = :id",
        { id: `dlv_${name}`, at },
      )
    }
    const at = new Date(clock.now().getTime() - 31 * DAY_MS).toISOString()
    const old = 'WITH RECURSIVE old (number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM old WHERE number < 699)'
    change(
      `INSERT INTO event (id, project_key, name, created_at, body) ${old} SELECT 'evt_old' || number, 1, 'x', :at, 'x' FROM old`,
      { at },
    )
    change(
      `INSERT INTO delivery (id, project_key, webhook_id, event_id, event_name, status, trigger, created_at) ${old} SELECT 'dlv_old' || number, 1, 'x', 'evt_old' || number, 'x', 'succeeded', 'test', :at FROM old`,
      { at },
    )
    change("INSERT INTO delivery_attempt SELECT seq, 1, :at, 1, 200, NULL, '{}', NULL, NULL, 0 FROM delivery", { at })
    insert('needed', 31, 'failed')
    insert('resent', 1, 'succeeded', 'needed')
    insert('yesterday', 1, 'succeeded')
    change("INSERT INTO event (id, project_key, name, created_at, body) VALUES ('evt_alone', 1, 'x', :at, 'x')", {
      at: '2020-01-01T00:00:00.000Z',
    })
    insert('abandoned', 0.5, 'pending')
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    const ids = (table: string) =>
      rowsOf(test.dataDir, 'sandbox', `SELECT id FROM ${table} ORDER BY id`).map((row) => row['id'])
    await eventually(() => expect(ids('event')).toEqual(['evt_abandoned', 'evt_needed', 'evt_yesterday']))
    expect(ids('delivery')).toEqual(['dlv_abandoned', 'dlv_resent', 'dlv_yesterday'])
    expect(rowsOf(test.dataDir, 'sandbox', 'SELECT count(*) AS rows FROM delivery_attempt')).toEqual([{ rows: 3 }])
    // A timed-out test has ended.
    expect(rowsOf(test.dataDir, 'sandbox', "SELECT status FROM delivery WHERE id = 'dlv_abandoned'")).toEqual([
      { status: 'failed' },
    ])
  })

  it('checks files that were too large for the start, and reports the damage of each', async () => {
    const first = await start()
    await first.engine.stop()
    const file = fileOf(first.dataDir, 'production')
    growDamaged(file)
    expect(statSync(file).size).toBeGreaterThan(CHECK_AT_START_BYTES)
    const onDamage = vi.fn<NonNullable<EngineOptions['onDamage']>>()
    await start({ dataDir: first.dataDir, dataKey: first.dataKey, onDamage })
    expect(onDamage).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    await eventually(() => expect(onDamage).toHaveBeenCalledOnce())
    expect(onDamage).toHaveBeenCalledWith(file, expect.arrayContaining([expect.any(String)]))
  })

  it('ends with the engine, even in the middle of a check', async () => {
    const first = await start()
    await first.engine.stop()
    growDamaged(fileOf(first.dataDir, 'production'))
    const onDamage = vi.fn<NonNullable<EngineOptions['onDamage']>>()
    const log = vi.fn()
    const second = await openTestEngine({
      dataDir: first.dataDir,
      dataKey: first.dataKey,
      wallClock: clock,
      onDamage,
      logger: { log },
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await second.close()
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
    expect(onDamage).not.toHaveBeenCalled()
    expect(log.mock.calls.filter(([level]) => level === 'error')).toEqual([])
  })
})

/** Makes a database larger than the start checks, with one of its pages overwritten. */
function growDamaged(file: string): void {
  const sqlite = openConnection(file)
  sqlite.exec(
    'CREATE TABLE ballast (text TEXT); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4200) INSERT INTO ballast SELECT hex(zeroblob(2000)) FROM n',
  )
  sqlite.close()
  const bytes = readFileSync(file)
  const middle = Math.floor(bytes.length / 4096 / 2) * 4096
  bytes.fill(0xa5, middle, middle + 4096)
  writeFileSync(file, bytes)
}
