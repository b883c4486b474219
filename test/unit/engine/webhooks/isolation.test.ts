import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Environment } from '../../../../src-main/engine/environment-service.ts'
import type { Resolver } from '../../../../src-main/net/resolver.ts'
import { SEND_LIMITS } from '../../../../src-main/engine/kernel/network.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock, type TestEngine } from '../../../support/engine.ts'
import { startReceiver, type Receiver } from '../../../support/receiver.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { rowsOf } from '../../../support/rows.ts'
import { createWebhook, inTransaction, simulate } from '../../../support/webhooks.ts'

const HOUR = 3_600_000

let clock: FakeClock
let names: Map<string, string[]>
let test: TestEngine
let receiver: Receiver
let sandbox: Environment

beforeEach(async () => {
  clock = fakeClock(new Date().toISOString())
  names = new Map()
  const resolver: Resolver = {
    resolve: (host) =>
      names.has(host)
        ? Promise.resolve(names.get(host) ?? [])
        : Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })),
  }
  test = await openTestEngine({ wallClock: clock, resolver })
  receiver = await startReceiver()
  sandbox = test.engine.environment('sandbox')
})
afterEach(async () => {
  await test.close()
  await receiver.close()
})

async function project(url: string, environment: Environment = sandbox): Promise<string> {
  const { id } = await test.engine.projects.create('Fleet', CLERK)
  await createWebhook(environment, id, url)
  return id
}
const settled = () => sandbox.sandboxClock?.advance(0, CLERK)
const lastError = async (projectId: string, environment: Environment = sandbox) => {
  const [delivery] = (await environment.webhooks.deliveries.list(projectId, { page: 1, limit: 1 })).docs
  return (await environment.webhooks.deliveries.get(projectId, delivery?.id ?? '')).attempts.at(-1)?.error
}

describe('a destination that a name leads to', () => {
  it.each([
    '10.0.0.1',
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    'fd00::1',
    '168.63.129.16',
    '4000::1',
    '0.0.0.0',
  ])('is not dialled in production when it is %s', async (address) => {
    names.set('name.example', [address])
    const production = test.engine.environment('production')
    const projectId = await project(`https://name.example:${receiver.port}/hook`, production)
    expect(await production.webhooks.test(projectId)).toMatchObject({ success: false, statusCode: null })
    expect(await lastError(projectId, production)).toMatch(/^Not sent/)
    expect(receiver.connections()).toBe(0)
  })

  it('is not dialled if even one of its addresses is private', async () => {
    names.set('name.example', ['8.8.8.8', '10.0.0.1'])
    const production = test.engine.environment('production')
    const projectId = await project('https://name.example/hook', production)
    await production.webhooks.test(projectId)
    expect(await lastError(projectId, production)).toMatch(/^Not sent/)
  })

  it('is checked again at every dial, which catches a name that rebinds', async () => {
    // Public when it was saved and at the first attempt, this machine at the second.
    names.set('rebind.example', ['127.0.0.1'])
    const projectId = await project(`https://rebind.example:${receiver.port}/hook`)
    test.engine.setNetwork({ serviceOnLoopback: false })
    await simulate(sandbox, projectId)
    await settled()
    expect(await lastError(projectId)).toMatch(/^Not sent/)
    expect(receiver.connections()).toBe(0)
  })

  it('that does not resolve is retried', async () => {
    const projectId = await project('https://nowhere.example/hook')
    await simulate(sandbox, projectId)
    await settled()
    expect(await lastError(projectId)).toContain('DNS')
    expect((await sandbox.webhooks.deliveries.list(projectId, { page: 1, limit: 1 })).docs[0]).toMatchObject({
      status: 'pending',
      attemptCount: 1,
    })
  })
})

describe('endpoints that hang', () => {
  it('leave slots for a healthy one, which has everything before any of them ends', async () => {
    const hanging = await startReceiver()
    hanging.answer(() => {})
    const slow = await Promise.all(Array.from({ length: 4 }, () => project(hanging.url)))
    for (const projectId of slow) for (let count = 0; count < 10; count += 1) await simulate(sandbox, projectId)
    const healthy = await project(receiver.url)
    for (let count = 0; count < 20; count += 1) await simulate(sandbox, healthy)
    await receiver.arrived(20)
    for (const projectId of slow) {
      const { docs } = await sandbox.webhooks.deliveries.list(projectId, { page: 1, limit: 100 })
      expect(docs.map((delivery) => delivery.attemptCount)).toEqual(docs.map(() => 0))
    }
    await hanging.close()
  })

  it('delay no other even if they answer well in the end, however many they are', async () => {
    const slow = await startReceiver()
    const projects = await Promise.all(Array.from({ length: 20 }, () => project(slow.url)))
    // With this limit, every answer counts as slow.
    test.engine.setNetwork({ sendLimits: { ...SEND_LIMITS, slowMs: -1 } })
    for (const projectId of projects) await simulate(sandbox, projectId)
    await settled()
    test.engine.setNetwork({ sendLimits: SEND_LIMITS })
    slow.answer(() => {})
    for (const projectId of projects) for (let count = 0; count < 4; count += 1) await simulate(sandbox, projectId)
    const healthy = await project(receiver.url)
    for (let count = 0; count < 20; count += 1) await simulate(sandbox, healthy)
    await receiver.arrived(20)
    // Twelve wait for their answer; the four reserved slots stayed free for the one that answers.
    expect(slow.arrivals).toHaveLength(20 + 12)
    await slow.close()
  })

  it('have 30 s to answer in all, and 5 s to connect', () => {
    expect(SEND_LIMITS).toMatchObject({ connectMs: 5_000, totalMs: 30_000 })
  })

  it('fail at their timeout, and are retried a minute later at the earliest', async () => {
    test.engine.setNetwork({ sendLimits: { ...SEND_LIMITS, connectMs: 1_000, totalMs: 300 } })
    receiver.answer(() => {})
    const projectId = await project(receiver.url)
    const { deliveryId } = await simulate(sandbox, projectId)
    await settled()
    const { attempts, nextAttemptAt } = await sandbox.webhooks.deliveries.get(projectId, deliveryId)
    expect(attempts).toMatchObject([
      { statusCode: null, error: expect.stringContaining('No complete answer') as string },
    ])
    expect(Date.parse(nextAttemptAt ?? '') - clock.now().getTime()).toBeGreaterThanOrEqual(60_000)
  })
})

describe('the automatic disabling in production', () => {
  it('comes with the tenth failure of a week, never with the ninth, and is audited as the service’s', async () => {
    const production = test.engine.environment('production')
    const projectId = await project('https://down.example/hook', production)
    const folder = temporaryFolder()
    const file = join(folder, 'cards.csv')
    writeFileSync(file, 'Card number\n78252100901234\n')
    await inTransaction(production, (transaction) =>
      production.webhooks.updateWithin(transaction, projectId, { events: ['card.created'] }, CLERK),
    )
    await production.imports.run(projectId, { file, apply: true }, CLERK)
    const failed = (failureCount: number) =>
      expect.poll(() => production.webhooks.get(projectId), { interval: 5 }).toMatchObject({ failureCount })
    for (let failures = 1; failures < 10; failures += 1) {
      await failed(failures)
      expect((await production.webhooks.get(projectId)).status).toBe('active')
      // Longer than the longest wait of the table.
      clock.advance(30 * HOUR)
      production.wake()
    }
    await failed(10)
    expect(await production.webhooks.get(projectId)).toMatchObject({ status: 'disabled', disabledReason: 'failing' })
    const entries = rowsOf(
      test.dataDir,
      'production',
      "SELECT actor_type, channel, reason, project_id, before, after FROM audit_entry WHERE action = 'webhook.disable'",
    )
    expect(entries).toEqual([
      {
        actor_type: 'system',
        channel: 'system',
        reason: 'The endpoint does nothing but fail',
        project_id: projectId,
        before: '{"status":"active"}',
        after: '{"status":"disabled","disabledReason":"failing"}',
      },
    ])
  })

  it('requires 120 hours with failures only, and at least ten', async () => {
    const production = test.engine.environment('production')
    // A name without an address fails at once, and no attempt leaves this machine.
    const projectId = await project('https://down.example/hook', production)
    const folder = mkdtempSync(join(tmpdir(), 'fuelcard-import-'))
    /** Each import raises one event, whose first attempt fails. */
    const raise = async (count: number) => {
      const file = join(folder, 'cards.csv')
      writeFileSync(file, `Card number\n7825210090${String(count).padStart(4, '0')}\n`)
      await inTransaction(production, (transaction) =>
        production.webhooks.updateWithin(transaction, projectId, { events: ['card.created'] }, CLERK),
      )
      await production.imports.run(projectId, { file, apply: true }, CLERK)
    }
    const failOnce = async (count: number) => {
      const before = (await production.webhooks.get(projectId)).failureCount
      await raise(count)
      await expect
        .poll(async () => (await production.webhooks.get(projectId)).failureCount, { interval: 5 })
        .toBeGreaterThan(before)
    }
    for (let count = 0; count < 12; count += 1) await failOnce(count)
    expect((await production.webhooks.get(projectId)).status).toBe('active')
    clock.advance(120 * HOUR - 1)
    await failOnce(20)
    expect((await production.webhooks.get(projectId)).status).toBe('active')
    clock.advance(1)
    await raise(21)
    await expect
      .poll(() => production.webhooks.get(projectId), { interval: 5 })
      .toMatchObject({ status: 'disabled', disabledReason: 'failing' })
    rmSync(folder, { recursive: true })
  })
})

describe('projects and environments', () => {
  it('never receive each other’s events', async () => {
    const other = await startReceiver()
    const [one, two] = [await project(receiver.url), await project(other.url)]
    await simulate(sandbox, one)
    await simulate(sandbox, two, 'card.disabled')
    await Promise.all([receiver.arrived(1), other.arrived(1)])
    await settled()
    expect(
      receiver.arrivals.map(
        (arrival) => (JSON.parse(arrival.body) as { data: { project_id: string } }).data.project_id,
      ),
    ).toEqual([one])
    expect(
      other.arrivals.map((arrival) => (JSON.parse(arrival.body) as { data: { project_id: string } }).data.project_id),
    ).toEqual([two])
    await other.close()
  })

  it('deliver nothing that a webhook does not subscribe to', async () => {
    const id = await project(receiver.url)
    await inTransaction(sandbox, (transaction) =>
      sandbox.webhooks.updateWithin(transaction, id, { events: ['card.enabled'] }, CLERK),
    )
    await expect(simulate(sandbox, id, 'card.disabled')).rejects.toMatchObject({ code: 'error.event_not_subscribed' })
    expect((await sandbox.webhooks.deliveries.list(id, { page: 1, limit: 10 })).total).toBe(0)
  })
})
