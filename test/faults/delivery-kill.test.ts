import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { CreatedApiKey, Project } from '../../src-main/domain/access.ts'
import type { Delivery, DeliveryDetail } from '../../src-main/domain/webhook.ts'
import { createHome, request, type Home, type RunningService } from '../support/program.ts'
import { startReceiver, type Arrival, type Receiver } from '../support/receiver.ts'

interface Fleet {
  home: Home
  receiver: Receiver
  service: RunningService
  simulate(): Promise<{ event: { id: string }; deliveryId: string }>
}

async function fleetWithWebhook(): Promise<Fleet> {
  const home = createHome()
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const service = await home.serve()
  const project = await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
  const { key } = await home.json<CreatedApiKey>([
    'keys',
    'create',
    '--project',
    project.id,
    '--environment',
    'sandbox',
  ])
  await home.json(['webhook', 'create', '--url', receiver.url])
  const simulate = async () => {
    const answer = await request(key, 'POST', `${service.ready.baseUrl}/projects/${project.id}/webhook/simulate`, {
      body: { event: 'card.enabled' },
    })
    expect(answer.status).toBe(200)
    return answer.body as { event: { id: string }; deliveryId: string }
  }
  return { home, receiver, service, simulate }
}

const idOf = (arrival: Arrival) => String(arrival.headers['webhook-id'])

async function once(condition: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`It did not happen within ${withinMs} ms`)
    await sleep(50)
  }
}

test('killed while sending, every event still arrives after the restart, with its id and bytes', async () => {
  const { home, receiver, service, simulate } = await fleetWithWebhook()
  // The receiver accepts requests and never answers: the first are attempted but not recorded, the others only
  // committed.
  receiver.answer(() => {})
  const simulated = await Promise.all(Array.from({ length: 20 }, simulate))
  await receiver.arrived(4)
  const before = [...receiver.arrivals]
  expect((await service.end('SIGKILL')).signal).toBe('SIGKILL')
  expect(before.length).toBeLessThan(simulated.length)

  receiver.answer((response) => response.writeHead(200).end())
  const restarted = await home.serve()
  const bodies = new Map(simulated.map(({ event }) => [event.id, JSON.stringify(event)]))
  await once(() => new Set(receiver.arrivals.slice(before.length).map(idOf)).size === bodies.size, 30_000)
  for (const arrival of receiver.arrivals) expect(arrival.body).toBe(bodies.get(idOf(arrival)))
  await once(
    async () =>
      (await home.json<{ total: number }>(['webhook', 'deliveries', '--status', 'succeeded'])).total ===
      simulated.length,
    10_000,
  )
  // An unrecorded attempt left no trace, and none was recorded twice.
  const { docs } = await home.json<{ docs: Delivery[] }>(['webhook', 'deliveries'])
  expect(docs.every(({ attemptCount }) => attemptCount === 1)).toBe(true)
  expect(await home.json(['check'])).toMatchObject({ ok: true })
  expect((await restarted.end('SIGTERM')).code).toBe(0)
})

test('a retry that fell due while the service was down goes out within 30 s of the start', async () => {
  const { home, receiver, service, simulate } = await fleetWithWebhook()
  receiver.answer((response) => response.writeHead(500).end())
  const { event, deliveryId } = await simulate()
  const planned = () => home.json<DeliveryDetail>(['webhook', 'deliveries', deliveryId])
  await once(async () => (await planned()).attemptCount === 1, 10_000)
  const { nextAttemptAt } = await planned()
  await service.end('SIGKILL')
  await sleep(Math.max(Date.parse(nextAttemptAt ?? '') - Date.now() + 500, 0))
  receiver.answer((response) => response.writeHead(200).end())
  const seen = receiver.arrivals.length
  await home.serve()
  await once(() => receiver.arrivals.length > seen, 30_000)
  expect(receiver.arrivals.at(-1)).toMatchObject({ body: JSON.stringify(event) })
  await once(async () => (await planned()).status === 'succeeded', 10_000)
})
