import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import type { Environment } from '../../../../src-main/engine/environment-service.ts'
import { hexSignature } from '../../../../src-main/engine/webhooks/signature.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock, type TestEngine } from '../../../support/engine.ts'
import { startReceiver, type Receiver } from '../../../support/receiver.ts'
import { rowsOf } from '../../../support/rows.ts'
import { createWebhook, inTransaction, simulate } from '../../../support/webhooks.ts'

const HOUR = 3_600_000

let clock: FakeClock
let test: TestEngine
let receiver: Receiver
let sandbox: Environment
let projectId: string

beforeEach(async () => {
  clock = fakeClock(new Date().toISOString())
  test = await openTestEngine({ wallClock: clock, repeatWorks: true })
  receiver = await startReceiver()
  sandbox = test.engine.environment('sandbox')
  projectId = (await test.engine.projects.create('Fleet', CLERK)).id
})
afterEach(async () => {
  await test.close()
  await receiver.close()
})

const deliveries = () => sandbox.webhooks.deliveries.list(projectId, { page: 1, limit: 100 })
const detail = (id: string) => sandbox.webhooks.deliveries.get(projectId, id)
/** Waits until all due deliveries have been attempted and recorded. */
const settled = () => sandbox.sandboxClock?.advance(0, CLERK)

describe('a delivery', () => {
  it('is found by the card that its event is about', async () => {
    await createWebhook(sandbox, projectId, receiver.url)
    await sandbox.mockCards?.create(projectId, { count: 5, seed: 1 }, CLERK)
    const { docs } = await sandbox.cards.list(projectId, cardListInputSchema.parse({ limit: 5 }))
    for (const card of docs.slice(0, 2))
      await inTransaction(sandbox, (transaction) =>
        sandbox.webhooks.simulateWithin(transaction, projectId, 'card.enabled', card.id),
      )
    const of = (cardId: string | undefined) =>
      sandbox.webhooks.deliveries.list(projectId, { page: 1, limit: 10, cardId })
    expect(await of(docs[1]?.id)).toMatchObject({ total: 1, docs: [{ cardId: docs[1]?.id }] })
    expect((await of(docs[4]?.id)).total).toBe(0)
  })

  it('is accepted by the official library, with the stored bytes, and refused after any changed byte', async () => {
    const { secret } = await createWebhook(sandbox, projectId, receiver.url)
    const { deliveryId } = await simulate(sandbox, projectId)
    const [arrival] = await receiver.arrived(1)
    if (arrival === undefined) throw new Error('nothing arrived')
    const headers = arrival.headers as Record<string, string>
    const official = new StandardWebhook(secret)
    expect(official.verify(arrival.body, headers)).toMatchObject({ event: 'card.enabled' })
    expect(() => official.verify(`${arrival.body} `, headers)).toThrow()
    expect(() => official.verify(arrival.body, { ...headers, 'webhook-id': `${headers['webhook-id']}x` })).toThrow()
    expect(() =>
      official.verify(arrival.body, {
        ...headers,
        'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1),
      }),
    ).toThrow()
    await settled()
    expect(await detail(deliveryId)).toMatchObject({
      status: 'succeeded',
      attemptCount: 1,
      body: arrival.body,
      attempts: [{ number: 1, statusCode: 200, responseBody: 'ok' }],
    })
    expect(JSON.stringify((await detail(deliveryId)).attempts[0]?.requestHeaders)).not.toContain(
      headers['webhook-signature']?.slice(3) ?? 'v1,',
    )
    expect(headers['webhook-id']).toBe((JSON.parse(arrival.body) as { id: string }).id)
    expect(headers['user-agent']).toMatch(/^FuelcardDesk\//)
  })

  it('that fails is retried at the times of the table, with the same id and bytes, and ends as failed', async () => {
    receiver.answer((response) => response.writeHead(500).end('no'))
    await createWebhook(sandbox, projectId, receiver.url)
    const { deliveryId } = await simulate(sandbox, projectId)
    await settled()
    const waits: number[] = []
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const { nextAttemptAt, attempts } = await detail(deliveryId)
      expect(attempts).toHaveLength(attempt)
      const last = attempts.at(-1)
      if (nextAttemptAt === null || last === undefined) throw new Error('another attempt must be planned')
      waits.push((Date.parse(nextAttemptAt) - Date.parse(last.startedAt)) / 1000)
      clock.advance(Date.parse(nextAttemptAt) - clock.now().getTime())
      await settled()
    }
    expect(await detail(deliveryId)).toMatchObject({ status: 'failed', attemptCount: 10, nextAttemptAt: null })
    const table = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [index, planned] of table.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(planned * 0.8 - 1)
      expect(waits[index]).toBeLessThanOrEqual(planned * 1.2 + 1)
    }
    expect(new Set(receiver.arrivals.map((arrival) => arrival.body)).size).toBe(1)
    expect(new Set(receiver.arrivals.map((arrival) => arrival.headers['webhook-id'])).size).toBe(1)
  })

  it('never follows a redirect', async () => {
    const target = await startReceiver()
    receiver.answer((response) => response.writeHead(302, { location: target.url }).end())
    await createWebhook(sandbox, projectId, receiver.url)
    const { deliveryId } = await simulate(sandbox, projectId)
    await settled()
    expect(await detail(deliveryId)).toMatchObject({ status: 'pending', attempts: [{ statusCode: 302 }] })
    expect(target.connections()).toBe(0)
    await target.close()
  })

  it('keeps 16 KiB of a 10 MB answer', async () => {
    receiver.answer((response) => response.writeHead(200).end(Buffer.alloc(10 * 1024 * 1024, 'x')))
    await createWebhook(sandbox, projectId, receiver.url)
    const { deliveryId } = await simulate(sandbox, projectId)
    await settled()
    expect((await detail(deliveryId)).attempts[0]).toMatchObject({ responseTruncated: true, statusCode: 200 })
    expect((await detail(deliveryId)).attempts[0]?.responseBody).toHaveLength(16 * 1024)
  })

  it('that is reset or has no address is retried', async () => {
    receiver.answer((response) => response.destroy())
    await createWebhook(sandbox, projectId, receiver.url)
    const { deliveryId } = await simulate(sandbox, projectId)
    await settled()
    expect(await detail(deliveryId)).toMatchObject({
      status: 'pending',
      attemptCount: 1,
      attempts: [{ statusCode: null }],
    })
    expect((await detail(deliveryId)).attempts[0]?.error).not.toBeNull()
  })
})

describe('the counters of a webhook', () => {
  it('count consecutive failed attempts and start again at a success', async () => {
    receiver.answer((response) => response.writeHead(500).end())
    await createWebhook(sandbox, projectId, receiver.url)
    for (let failures = 1; failures <= 3; failures += 1) {
      await simulate(sandbox, projectId)
      await settled()
      expect((await sandbox.webhooks.get(projectId)).failureCount).toBe(failures)
    }
    receiver.answer((response) => response.writeHead(204).end())
    await simulate(sandbox, projectId)
    await settled()
    expect((await sandbox.webhooks.get(projectId)).failureCount).toBe(0)
  })

  it('disable a sandbox webhook after 20 failures in a row, and skip what is pending', async () => {
    receiver.answer((response) => response.writeHead(500).end())
    await createWebhook(sandbox, projectId, receiver.url)
    for (let failures = 1; failures <= 20; failures += 1) await simulate(sandbox, projectId)
    await settled()
    expect(await sandbox.webhooks.get(projectId)).toMatchObject({
      status: 'disabled',
      disabledReason: 'failing',
      failureCount: 20,
    })
    expect(new Set((await deliveries()).docs.map((delivery) => delivery.status))).toEqual(new Set(['skipped']))
  })

  it('disable it at once when the endpoint is gone', async () => {
    receiver.answer((response) => response.writeHead(410).end())
    await createWebhook(sandbox, projectId, receiver.url)
    const { deliveryId } = await simulate(sandbox, projectId)
    await settled()
    expect(await sandbox.webhooks.get(projectId)).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
    expect((await detail(deliveryId)).status).toBe('failed')
  })

  it('are unaffected by failed tests and resends, and confirmed by a test that succeeds', async () => {
    await createWebhook(sandbox, projectId, receiver.url)
    const { deliveryId } = await simulate(sandbox, projectId)
    await settled()
    receiver.answer((response) => response.writeHead(410).end())
    expect(await sandbox.webhooks.test(projectId)).toMatchObject({ success: false, statusCode: 410 })
    await inTransaction(sandbox, (transaction) =>
      sandbox.webhooks.deliveries.resendWithin(transaction, projectId, deliveryId, CLERK),
    )
    await settled()
    expect(await sandbox.webhooks.get(projectId)).toMatchObject({ status: 'active', failureCount: 0, verifiedAt: null })
    receiver.answer((response) => response.writeHead(200).end())
    expect(await sandbox.webhooks.test(projectId)).toMatchObject({ success: true, statusCode: 200 })
    expect((await sandbox.webhooks.get(projectId)).verifiedAt).not.toBeNull()
  })
})

describe('an endpoint that reports itself gone', () => {
  it('to a manual resend is not asked again, and disables nothing', async () => {
    await createWebhook(sandbox, projectId, receiver.url)
    const { deliveryId } = await simulate(sandbox, projectId)
    await settled()
    receiver.answer((response) => response.writeHead(410).end())
    const { id } = await inTransaction(sandbox, (transaction) =>
      sandbox.webhooks.deliveries.resendWithin(transaction, projectId, deliveryId, CLERK),
    )
    await settled()
    expect(await detail(id)).toMatchObject({ status: 'failed', attemptCount: 1, nextAttemptAt: null })
    expect(await sandbox.webhooks.get(projectId)).toMatchObject({ status: 'active', failureCount: 0 })
  })

  it('is disabled with the reason in the audit', async () => {
    receiver.answer((response) => response.writeHead(410).end())
    await createWebhook(sandbox, projectId, receiver.url)
    await simulate(sandbox, projectId)
    await settled()
    expect(
      rowsOf(
        test.dataDir,
        'sandbox',
        "SELECT actor_type, reason, after FROM audit_entry WHERE action = 'webhook.disable'",
      ),
    ).toEqual([
      {
        actor_type: 'system',
        reason: 'The endpoint answered 410 Gone',
        after: '{"status":"disabled","disabledReason":"gone"}',
      },
    ])
  })
})

describe('a skipped delivery', () => {
  it('from a disabled webhook arrives once recovered, with its own id and time, and only once', async () => {
    await createWebhook(sandbox, projectId, receiver.url)
    await inTransaction(sandbox, (transaction) => sandbox.webhooks.disableWithin(transaction, projectId, CLERK))
    const since = clock.now()
    const events: Record<string, unknown>[] = []
    for (let count = 0; count < 5; count += 1) {
      clock.advance(1000)
      events.push((await simulate(sandbox, projectId)).event)
    }
    await settled()
    expect(receiver.arrivals).toHaveLength(0)
    await inTransaction(sandbox, (transaction) => sandbox.webhooks.enableWithin(transaction, projectId, CLERK))
    const recover = () => sandbox.webhooks.deliveries.recover(projectId, since, CLERK)
    expect(await recover()).toEqual({ queued: 5 })
    await settled()
    expect(receiver.arrivals.map((arrival) => JSON.parse(arrival.body) as unknown).sort(byTime)).toEqual(events)
    expect(await recover()).toEqual({ queued: 0 })
  })

  it('is cancelled at deletion, and the log stays readable to the next configuration', async () => {
    receiver.answer((response) => response.writeHead(500).end())
    await createWebhook(sandbox, projectId, receiver.url)
    const { deliveryId } = await simulate(sandbox, projectId)
    await settled()
    await inTransaction(sandbox, (transaction) => sandbox.webhooks.removeWithin(transaction, projectId, CLERK))
    await createWebhook(sandbox, projectId, receiver.url)
    expect((await detail(deliveryId)).status).toBe('cancelled')
  })
})

describe('rotating the secret', () => {
  it('twice with overlap signs with all three, and with one after the overlap', async () => {
    const first = await createWebhook(sandbox, projectId, receiver.url)
    const rotate = () =>
      inTransaction(sandbox, (transaction) => sandbox.webhooks.rotateWithin(transaction, projectId, 3600, CLERK))
    const second = await rotate()
    const third = await rotate()
    await simulate(sandbox, projectId)
    const [arrival] = await receiver.arrived(1)
    if (arrival === undefined) throw new Error('nothing arrived')
    const headers = arrival.headers as Record<string, string>
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(3)
    for (const { secret } of [first, second, third])
      expect(new StandardWebhook(secret).verify(arrival.body, headers)).toBeDefined()
    clock.advance(2 * HOUR)
    await simulate(sandbox, projectId)
    const arrived = await receiver.arrived(2)
    expect(String(arrived[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  })
})

describe('the sandbox clock', () => {
  it('lets schedules and retries fire in order, while the official library still accepts every delivery', async () => {
    const { secret } = await createWebhook(sandbox, projectId, receiver.url)
    await inTransaction(sandbox, (transaction) =>
      sandbox.webhooks.updateSchedulerWithin(
        transaction,
        projectId,
        { enabled: true, intervalHours: 6, scheduledEvents: ['card.enabled'] },
        CLERK,
      ),
    )
    // With a frozen wall clock, every delivery would look fresh: this one is real.
    await sandbox.sandboxClock?.advance(25 * HOUR, CLERK)
    expect(receiver.arrivals).toHaveLength(4)
    const times = receiver.arrivals.map((arrival) => (JSON.parse(arrival.body) as { created_at: string }).created_at)
    expect([...times].sort()).toEqual(times)
    for (const arrival of receiver.arrivals)
      expect(new StandardWebhook(secret).verify(arrival.body, arrival.headers as Record<string, string>)).toBeDefined()
    expect(Date.parse(sandbox.sandboxClock?.now() ?? '') - clock.now().getTime()).toBe(25 * HOUR)
  })

  it('set back takes the scheduled work with it', async () => {
    receiver.answer((response) => response.writeHead(500).end())
    await createWebhook(sandbox, projectId, receiver.url)
    await sandbox.sandboxClock?.advance(48 * HOUR, CLERK)
    const { deliveryId } = await simulate(sandbox, projectId)
    await settled()
    const before = Date.parse((await detail(deliveryId)).nextAttemptAt ?? '')
    await sandbox.sandboxClock?.reset(CLERK)
    expect(Date.parse((await detail(deliveryId)).nextAttemptAt ?? '')).toBe(before - 48 * HOUR)
    expect(sandbox.sandboxClock?.offsetMs()).toBe(0)
  })
})

function byTime(left: unknown, right: unknown): number {
  return (left as { created_at: string }).created_at < (right as { created_at: string }).created_at ? -1 : 1
}

describe('deliveries that were claimed ahead', () => {
  it('follow later changes of the webhook: another address, another secret', async () => {
    const second = await startReceiver()
    const answers: (() => void)[] = []
    receiver.answer((response) => answers.push(() => response.writeHead(200).end()))
    await createWebhook(sandbox, projectId, receiver.url)
    // More than the four slots of an endpoint: the others are claimed and wait with their bodies.
    for (let number = 0; number < 12; number += 1) await simulate(sandbox, projectId)
    await receiver.arrived(4)
    const { secret } = await inTransaction(sandbox, (transaction) =>
      sandbox.webhooks.rotateWithin(transaction, projectId, 0, CLERK),
    )
    await inTransaction(sandbox, (transaction) =>
      sandbox.webhooks.updateWithin(transaction, projectId, { url: second.url }, CLERK),
    )
    for (const answer of answers.splice(0)) answer()
    const arrivals = await second.arrived(8)
    expect(receiver.arrivals).toHaveLength(4)
    for (const { headers, body } of arrivals) {
      const seconds = Number(headers['webhook-timestamp'])
      expect(headers['x-webhook-signature']).toBe(`t=${seconds},v1=${hexSignature(secret, seconds, body)}`)
    }
    await settled()
    await second.close()
  })

  it('are not sent once the webhook is disabled, and none is lost', async () => {
    const answers: (() => void)[] = []
    receiver.answer((response) => answers.push(() => response.writeHead(200).end()))
    await createWebhook(sandbox, projectId, receiver.url)
    for (let number = 0; number < 12; number += 1) await simulate(sandbox, projectId)
    await receiver.arrived(4)
    await inTransaction(sandbox, (transaction) => sandbox.webhooks.disableWithin(transaction, projectId, CLERK))
    for (const answer of answers.splice(0)) answer()
    await settled()
    expect(receiver.arrivals).toHaveLength(4)
    const { docs } = await sandbox.webhooks.deliveries.list(projectId, { page: 1, limit: 50 })
    expect(docs.map(({ status }) => status).toSorted()).toEqual([
      ...Array(8).fill('skipped'),
      ...Array(4).fill('succeeded'),
    ])
  })
})
