import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { timedId } from '../../../../src-main/engine/kernel/ids.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { changeRows, rowsOf } from '../../../support/rows.ts'
import { createWebhook, inTransaction, simulate } from '../../../support/webhooks.ts'
import { eventually } from '../../../support/eventually.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'

const QUEUED = 3_000
/** In a single slice, other work would get no more than a handful of turns. */
const TURNS = 20

let opened: TestEngine
let projectId: string

beforeEach(async () => {
  // Nothing is sent: the queue stays full.
  opened = await openTestEngine({ runsWork: false })
  projectId = (await opened.engine.projects.create('Fleet', CLERK)).id
  await createWebhook(sandbox(), projectId, 'https://hooks.example/hook')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await opened.close()
})

const sandbox = () => opened.engine.environment('sandbox')

/** Writes a long queue at once, equivalent to many single outbox writes. */
function queueMany(amount: number): void {
  const { id: webhook, project_key: key } = rowsOf(
    opened.dataDir,
    'sandbox',
    'SELECT id, project_key FROM webhook',
  )[0] as {
    id: string
    project_key: number
  }
  const now = new Date().toISOString()
  const ids = Array.from({ length: amount }, () => timedId(''))
  const rows = (values: (id: string) => string) => ids.map((id) => `(${values(id)})`).join()
  changeRows(
    opened.dataDir,
    'sandbox',
    `BEGIN;
     INSERT INTO event (id, project_key, name, created_at, body)
       VALUES ${rows((id) => `'evt_${id}', ${key}, 'card.enabled', '${now}', '{}'`)};
     INSERT INTO delivery (id, project_key, webhook_id, event_id, event_name, status, trigger, next_attempt_at, created_at)
       VALUES ${rows((id) => `'dlv_${id}', ${key}, '${webhook}', 'evt_${id}', 'card.enabled', 'pending', 'automatic', '${now}', '${now}'`)};
     INSERT INTO job (id, project_key, kind, lane, reference, payload, state, due_at, created_at)
       VALUES ${rows((id) => `'dlv_${id}', ${key}, 'delivery', '${webhook}', 'dlv_${id}', '{}', 'queued', '${now}', '${now}'`)};
     COMMIT`,
  )
}

const states = () =>
  Object.fromEntries(
    rowsOf(opened.dataDir, 'sandbox', 'SELECT status, count(*) AS count FROM delivery GROUP BY status').map(
      ({ status, count }) => [status, count],
    ),
  )
const jobs = () =>
  rowsOf(opened.dataDir, 'sandbox', "SELECT count(*) AS count FROM job WHERE kind = 'delivery'")[0]?.['count']
const marks = () => rowsOf(opened.dataDir, 'sandbox', "SELECT name FROM environment_state WHERE name LIKE 'ending %'")
const ended = () => eventually(() => expect(marks()).toEqual([]))

/** How many other writes got a turn meanwhile. */
async function turnsOfOthers(work: () => Promise<unknown>): Promise<number> {
  let [turns, going] = [0, true]
  const others = async () => {
    for (; going; turns += 1) await sandbox().change(async () => undefined)
  }
  const running = others()
  try {
    await work()
  } finally {
    going = false
    await running
  }
  return turns
}

const change = (
  work: (
    webhooks: ReturnType<typeof sandbox>['webhooks'],
    transaction: Parameters<Parameters<ReturnType<typeof sandbox>['change']>[0]>[0],
  ) => Promise<unknown>,
) => inTransaction(sandbox(), (transaction) => work(sandbox().webhooks, transaction))
const recover = (engine: Engine = opened.engine) =>
  engine.environment('sandbox').webhooks.deliveries.recover(projectId, new Date(Date.now() - 60_000), CLERK)

test('a long queue is skipped, recovered and cancelled in slices, even with arrivals in between', async () => {
  queueMany(QUEUED)
  // A slice ends by elapsed time: a clock that advances at each reading makes the slices the same on every machine.
  let lookedAt = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (lookedAt += 1))
  const skipping = await turnsOfOthers(async () => {
    await change((webhooks, transaction) => webhooks.disableWithin(transaction, projectId, CLERK))
    // Enabled again before the last of them is skipped: they stay skipped, and new ones do not.
    await change((webhooks, transaction) => webhooks.enableWithin(transaction, projectId, CLERK))
    await simulate(sandbox(), projectId)
    await ended()
  })
  expect([states(), jobs()]).toEqual([{ skipped: QUEUED, pending: 1 }, 1])

  const recovering = await turnsOfOthers(async () => expect(await recover()).toEqual({ queued: QUEUED }))
  expect([states(), jobs()]).toEqual([{ skipped: QUEUED, pending: QUEUED + 1 }, QUEUED + 1])
  expect(await recover()).toEqual({ queued: 0 })

  const cancelling = await turnsOfOthers(async () => {
    await change((webhooks, transaction) => webhooks.removeWithin(transaction, projectId, CLERK))
    await ended()
  })
  expect([states(), jobs()]).toEqual([{ skipped: QUEUED, cancelled: QUEUED + 1 }, 0])
  expect(Math.min(skipping, recovering, cancelling)).toBeGreaterThan(OVER_POSTGRES ? 2 : TURNS)
})

test('a short queue ends at once: nothing is left to be done', async () => {
  queueMany(99)
  await change((webhooks, transaction) => webhooks.disableWithin(transaction, projectId, CLERK))
  expect([states(), jobs(), marks()]).toEqual([{ skipped: 99 }, 0, []])
})

test('every slice of a long queue is published', async () => {
  queueMany(QUEUED)
  let lookedAt = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (lookedAt += 1))
  const published: unknown[] = []
  const end = opened.engine.onLive((event) => {
    if (event.name === 'delivery.changed') published.push(event.data)
  })
  await change((webhooks, transaction) => webhooks.disableWithin(transaction, projectId, CLERK))
  await ended()
  await eventually(() => expect(published).toContainEqual({ projectId, environment: 'sandbox', deliveryIds: null }))
  end()
})

test('a stop between two slices keeps the rest for the next start', async () => {
  queueMany(QUEUED)
  let lookedAt = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (lookedAt += 1))
  await change((webhooks, transaction) => webhooks.disableWithin(transaction, projectId, CLERK))
  expect([states(), marks().length]).toEqual([{ skipped: 100, pending: QUEUED - 100 }, 1])
  await opened.reopen()
  await ended()
  expect([states(), jobs()]).toEqual([{ skipped: QUEUED }, 0])
})

test('an ending that cannot be read is logged', async () => {
  changeRows(opened.dataDir, 'sandbox', "INSERT INTO environment_state (name, value) VALUES ('ending 1', '{}')")
  const logged: unknown[] = []
  await opened.engine.stop()
  opened = await openTestEngine({
    runsWork: false,
    logger: { log: (...given) => logged.push(given) },
    dataDir: opened.dataDir,
    dataKey: opened.dataKey,
  })
  await expect
    .poll(() => logged)
    .toContainEqual([
      'error',
      'pending deliveries could not be ended',
      expect.objectContaining({ environment: 'sandbox' }),
    ])
})

test('an ending interrupted by a stop is finished by the next start', async () => {
  queueMany(1_500)
  await change((webhooks, transaction) => webhooks.disableWithin(transaction, projectId, CLERK))
  await opened.reopen()
  await ended()
  expect([states(), jobs()]).toEqual([{ skipped: 1_500 }, 0])
})

test('recovery finds deliveries that are still being skipped, oldest first', async () => {
  queueMany(1_000)
  await change((webhooks, transaction) => webhooks.disableWithin(transaction, projectId, CLERK))
  await change((webhooks, transaction) => webhooks.enableWithin(transaction, projectId, CLERK))
  expect(await recover()).toEqual({ queued: 1_000 })
  const order = (status: string) =>
    rowsOf(opened.dataDir, 'sandbox', `SELECT event_id FROM delivery WHERE status = '${status}' ORDER BY seq`)
  expect(order('pending')).toEqual(order('skipped'))
})
