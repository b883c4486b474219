import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LiveEvent } from '../../../../src-main/domain/desk/live-event.ts'
import type { Environment } from '../../../../src-main/engine/environment-service.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock, type TestEngine } from '../../../support/engine.ts'
import { startReceiver, type Receiver } from '../../../support/receiver.ts'
import { changeRows, rowsOf } from '../../../support/rows.ts'
import { createWebhook, inTransaction, simulate } from '../../../support/webhooks.ts'

const MINUTE = 60_000

let clock: FakeClock
let test: TestEngine
let receiver: Receiver
let sandbox: Environment
let projectId: string
let webhookId: string

beforeEach(async () => {
  clock = fakeClock(new Date().toISOString())
  test = await openTestEngine({ wallClock: clock })
  receiver = await startReceiver()
  sandbox = test.engine.environment('sandbox')
  projectId = (await test.engine.projects.create('Fleet', CLERK)).id
  webhookId = (await createWebhook(sandbox, projectId, receiver.url)).id
})
afterEach(async () => {
  await test.close()
  await receiver.close()
})

const answerWith = (status: number, headers: Record<string, string> = {}) =>
  receiver.answer((response) => response.writeHead(status, headers).end())
/** Answers nothing yet: each answer is given by the test, in any order. */
function holdAnswers(): ServerResponse[] {
  const held: ServerResponse[] = []
  receiver.answer((response) => held.push(response))
  return held
}
const settled = () => sandbox.sandboxClock?.advance(0, CLERK)
const webhook = () => sandbox.webhooks.get(projectId)
const detail = (id: string) => sandbox.webhooks.deliveries.get(projectId, id)
const stored = (columns: string, table: string) => rowsOf(test.dataDir, 'sandbox', `SELECT ${columns} FROM ${table}`)
const resend = (id: string) =>
  inTransaction(sandbox, (transaction) => sandbox.webhooks.deliveries.resendWithin(transaction, projectId, id, CLERK))
async function attempted() {
  const { deliveryId } = await simulate(sandbox, projectId)
  await settled()
  return detail(deliveryId)
}
/** What is published while the work runs, and until the project is renamed after it. */
async function published(work: () => Promise<unknown>): Promise<LiveEvent[]> {
  const events: LiveEvent[] = []
  let end = () => {}
  const renamed = new Promise<void>((resolve) => {
    end = test.engine.onLive((event) => {
      if (event.name === 'project.changed') resolve()
      else events.push(event)
    })
  })
  await work()
  await test.engine.projects.rename(projectId, 'Renamed', CLERK)
  await renamed
  end()
  return events
}

describe('an attempt', () => {
  it('that succeeds ends the delivery, and is the webhook’s last one', async () => {
    clock.advance(MINUTE)
    const at = clock.now().toISOString()
    const delivery = await attempted()
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 1, nextAttemptAt: null, completedAt: at })
    expect(delivery.attempts[0]).toMatchObject({
      startedAt: at,
      statusCode: 200,
      error: null,
      responseBody: 'ok',
      responseTruncated: false,
      requestHeaders: { 'webhook-signature': 'v1,…', 'content-type': 'application/json' },
      responseHeaders: { connection: expect.any(String) as string },
    })
    expect(await webhook()).toMatchObject({ lastTriggeredAt: at, verifiedAt: null })
    expect(stored('id', 'job')).toEqual([])
  })

  it('without an answer is recorded with its error and no response', async () => {
    receiver.answer((response) => response.destroy())
    const { attempts } = await attempted()
    expect(attempts).toMatchObject([
      { statusCode: null, error: expect.stringMatching(/./) as string, responseHeaders: null, responseBody: null },
    ])
    expect(stored('error', 'job')).toEqual([{ error: attempts[0]?.error }])
    expect(stored('response_headers, response_body', 'delivery_attempt')).toEqual([
      { response_headers: null, response_body: null },
    ])
  })

  it.each([300, 304, 400])('fails if the answer is %d, and the next one is planned', async (status) => {
    answerWith(status)
    const at = clock.now().toISOString()
    expect(await attempted()).toMatchObject({ status: 'pending', attemptCount: 1, completedAt: null })
    expect(stored('error', 'job')).toEqual([{ error: `The receiver answered ${status}` }])
    expect(await webhook()).toMatchObject({ failureCount: 1, lastTriggeredAt: at })
  })

  it('is not repeated before the time that the receiver asks for', async () => {
    answerWith(503, { 'retry-after': '3600' })
    const { nextAttemptAt } = await attempted()
    expect(Date.parse(nextAttemptAt ?? '') - clock.now().getTime()).toBe(60 * MINUTE)
  })

  it.each([200, 500])('that began earlier and ends later with %d is not the last one', async (status) => {
    const held = holdAnswers()
    await simulate(sandbox, projectId)
    await receiver.arrived(1)
    clock.advance(MINUTE)
    await simulate(sandbox, projectId)
    await receiver.arrived(2)
    const later = clock.now().toISOString()
    held[1]?.writeHead(200).end()
    await expect.poll(async () => (await webhook()).lastTriggeredAt).toBe(later)
    held[0]?.writeHead(status).end()
    await settled()
    expect(stored('DISTINCT status', 'delivery')).not.toEqual([{ status: 'pending' }])
    expect((await webhook()).lastTriggeredAt).toBe(later)
  })

  it('publishes its delivery, which is no longer the same', async () => {
    const held = holdAnswers()
    const { deliveryId } = await simulate(sandbox, projectId)
    await receiver.arrived(1)
    const events = await published(async () => {
      held[0]?.writeHead(500).end()
      await settled()
    })
    expect(events).toContainEqual({
      name: 'delivery.changed',
      data: { projectId, environment: 'sandbox', deliveryIds: [deliveryId] },
    })
  })
})

describe('the time since which a webhook only fails', () => {
  const failingSince = () => stored('failing_since', 'webhook')[0]?.['failing_since']

  it('is the start of the first counted failure, until a success', async () => {
    const { id } = await attempted()
    answerWith(500)
    await resend(id)
    await settled()
    expect(failingSince()).toBeNull()
    clock.advance(MINUTE)
    const first = clock.now().toISOString()
    await attempted()
    clock.advance(MINUTE)
    await attempted()
    expect(failingSince()).toBe(first)
    answerWith(204)
    await attempted()
    expect(failingSince()).toBeNull()
  })

  it('does not begin with a test that fails', async () => {
    answerWith(500)
    await sandbox.webhooks.test(projectId)
    expect(failingSince()).toBeNull()
    expect((await webhook()).failureCount).toBe(0)
  })
})

describe('a webhook that is disabled automatically', () => {
  it('says when and why, is audited by its id, and published with a notice', async () => {
    answerWith(410)
    const at = clock.now().toISOString()
    const events = await published(attempted)
    expect(await webhook()).toMatchObject({ status: 'disabled', disabledReason: 'gone', disabledAt: at, updatedAt: at })
    expect(
      stored('target_type, target_id, project_id, before', "audit_entry WHERE action = 'webhook.disable'"),
    ).toEqual([{ target_type: 'webhook', target_id: webhookId, project_id: projectId, before: '{"status":"active"}' }])
    const place = { projectId, environment: 'sandbox' }
    expect(events).toContainEqual({ name: 'webhook.changed', data: place })
    expect(events).toContainEqual({
      name: 'notice.raised',
      data: { ...place, kind: 'webhook_disabled', message: 'The endpoint answered 410 Gone' },
    })
    expect(events).toContainEqual({ name: 'delivery.changed', data: { ...place, deliveryIds: null } })
  })

  it('sends nothing that was claimed ahead', async () => {
    const held = holdAnswers()
    // More than the four slots of an endpoint: the others are claimed and wait with their bodies.
    for (let count = 0; count < 12; count += 1) await simulate(sandbox, projectId)
    await receiver.arrived(4)
    held[0]?.writeHead(410).end()
    await expect.poll(async () => (await webhook()).status).toBe('disabled')
    for (const response of held.slice(1, 4)) response.writeHead(200).end()
    await settled()
    expect(receiver.arrivals).toHaveLength(4)
    expect(stored('status, count(*) AS count', 'delivery GROUP BY status ORDER BY status')).toEqual([
      { status: 'failed', count: 1 },
      { status: 'skipped', count: 8 },
      { status: 'succeeded', count: 3 },
    ])
  })

  it('fails the delivery that found the endpoint gone, and skips the others', async () => {
    const held = holdAnswers()
    const { deliveryId } = await simulate(sandbox, projectId)
    await receiver.arrived(1)
    const at = clock.now().toISOString()
    for (let count = 0; count < 3; count += 1) await simulate(sandbox, projectId)
    await receiver.arrived(4)
    held[0]?.writeHead(410).end()
    await expect.poll(async () => (await detail(deliveryId)).status).toBe('failed')
    expect(await detail(deliveryId)).toMatchObject({ attemptCount: 1, nextAttemptAt: null, completedAt: at })
    for (const response of held.slice(1)) response.writeHead(500).end()
    await settled()
    expect(stored('status, count(*) AS count', 'delivery GROUP BY status ORDER BY status')).toEqual([
      { status: 'failed', count: 1 },
      { status: 'skipped', count: 3 },
    ])
    expect(stored('count(*) AS count', "audit_entry WHERE action = 'webhook.disable'")).toEqual([{ count: 1 }])
  })
})

describe('a webhook that a clerk disables during an attempt', () => {
  it.each([500, 410])('stays disabled by the clerk, its delivery skipped, whatever comes back: %d', async (status) => {
    const held = holdAnswers()
    const { deliveryId } = await simulate(sandbox, projectId)
    await receiver.arrived(1)
    await inTransaction(sandbox, (transaction) => sandbox.webhooks.disableWithin(transaction, projectId, CLERK))
    held[0]?.writeHead(status).end()
    await settled()
    expect(await webhook()).toMatchObject({ status: 'disabled', disabledReason: 'manual', failureCount: 1 })
    expect(await detail(deliveryId)).toMatchObject({ status: 'skipped', nextAttemptAt: null })
    expect((await detail(deliveryId)).attempts).toMatchObject([{ number: 1, statusCode: status }])
    expect(stored('actor_type', "audit_entry WHERE action = 'webhook.disable'")).toHaveLength(1)
  })

  it('deletes it, and the delivery stays cancelled', async () => {
    const held = holdAnswers()
    const { deliveryId } = await simulate(sandbox, projectId)
    await receiver.arrived(1)
    await inTransaction(sandbox, (transaction) => sandbox.webhooks.removeWithin(transaction, projectId, CLERK))
    held[0]?.writeHead(500).end()
    await settled()
    expect(stored('id, status, next_attempt_at', 'delivery')).toEqual([
      { id: deliveryId, status: 'cancelled', next_attempt_at: null },
    ])
    expect(stored('id', 'job')).toEqual([])
  })
})

describe('a webhook that a restore disabled', () => {
  it('skips what was pending, without an attempt', async () => {
    answerWith(500)
    const { id } = await attempted()
    changeRows(
      test.dataDir,
      'sandbox',
      "UPDATE webhook SET status = 'disabled', disabled_reason = 'secret_unavailable'",
    )
    clock.advance(MINUTE)
    const at = clock.now().toISOString()
    const events = await published(async () => settled())
    expect(receiver.arrivals).toHaveLength(1)
    expect(await detail(id)).toMatchObject({ status: 'skipped', nextAttemptAt: null, completedAt: at, attemptCount: 1 })
    expect(stored('id', 'job')).toEqual([])
    expect(events).toContainEqual({
      name: 'delivery.changed',
      data: { projectId, environment: 'sandbox', deliveryIds: [id] },
    })
  })
})

describe('a webhook without deliveries', () => {
  it('is disabled and deleted like any other', async () => {
    await inTransaction(sandbox, (transaction) => sandbox.webhooks.disableWithin(transaction, projectId, CLERK))
    expect((await webhook()).status).toBe('disabled')
    await inTransaction(sandbox, (transaction) => sandbox.webhooks.removeWithin(transaction, projectId, CLERK))
    await expect(webhook()).rejects.toMatchObject({ code: 'error.webhook_not_found' })
  })
})
