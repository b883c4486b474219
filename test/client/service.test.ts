import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient, verifyWebhook, type FuelcardClient, type WebhookEvent } from '../../src-client/src/index.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { startTestService, type TestProject, type TestService } from '../support/service.ts'

let service: TestService
let project: TestProject
let client: FuelcardClient

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  project = await service.createProject()
  client = createClient({ baseUrl: `${service.origin}/v1`, projectId: project.id, apiKey: project.keys.sandbox })
})

const makeCards = (count: number) =>
  service.importCards(
    project,
    'sandbox',
    Array.from({ length: count }, (_, index) => ({ cardNumber: `78252100900${1000 + index}`, status: 'new' as const })),
  )

describe('cards through the client', () => {
  it('are activated, disabled, enabled and changed, each as the service says', async () => {
    const [card] = await makeCards(1)
    const id = card?.id ?? ''
    expect(await client.cards.get(id)).toEqual(card)
    const driver = { licensePlate: 'B-XY 12', driver: 'Mara Lindqvist' }
    expect(await client.cards.activate(id, driver)).toMatchObject({ ...driver, status: 'active', authDiesel: true })
    expect(await client.cards.disable(id)).toMatchObject({ status: 'inactive', authDiesel: false })
    expect(await client.cards.enable(id)).toMatchObject({ status: 'active', syncStatus: 'synced' })
    expect(await client.cards.update(id, { costCentre: '4711' })).toMatchObject({ costCentre: '4711' })
    expect((await client.cards.list({ filter: { costCentre: '4711' } })).docs.map((found) => found.id)).toEqual([id])
  })

  it('are activated once, however often the same key comes', async () => {
    const [card] = await makeCards(1)
    const activate = () =>
      client.cards.activate(card?.id ?? '', { licensePlate: 'B-XY 12', driver: 'Mara' }, { idempotencyKey: 'order-7' })
    expect(await activate()).toEqual(await activate())
  })

  it('are refused with a code and a reason', async () => {
    const [card] = await makeCards(1)
    await expect(client.cards.enable(card?.id ?? '')).rejects.toMatchObject({
      code: 'error.bad_request',
      reason: 'card_not_activated',
      status: 400,
    })
    await expect(client.cards.get('0197b4a2-6c1e-7000-8000-00015f3a9c42')).rejects.toMatchObject({
      code: 'error.card_not_found',
    })
    const stranger = createClient({ baseUrl: `${service.origin}/v1`, projectId: project.id, apiKey: 'sk_sandbox_no' })
    await expect(stranger.cards.list()).rejects.toMatchObject({ code: 'error.unauthorized', status: 401 })
  })

  it('are all there, over several pages, in the order in which they came', async () => {
    await makeCards(23)
    const found: string[] = []
    for await (const { cardNumber } of client.cards.all({ limit: 10 })) found.push(cardNumber)
    expect(found).toHaveLength(23)
    expect(new Set(found).size).toBe(23)
    const last: string[] = []
    for await (const card of client.cards.all({ limit: 5, sort: { field: 'cardNumber', direction: 'desc' } }))
      last.push(card.cardNumber)
    expect(last).toEqual(found.toSorted().toReversed())
  })
})

describe('the webhook through the client', () => {
  let receiver: Receiver

  beforeEach(async () => {
    receiver = await startReceiver()
    return () => receiver.close()
  })

  it('is configured, and its deliveries verify, by both secrets after a rotation', async () => {
    const { secret } = await client.webhook.create({ url: receiver.url, events: ['card.enabled', 'card.disabled'] })
    const { secret: newest } = await client.webhook.rotateSecret({ gracePeriodSeconds: 600 })
    const { deliveryId, event } = await client.webhook.simulate({ event: 'card.enabled' })
    const [arrival] = await receiver.arrived(1)
    for (const known of [secret, newest, [newest ?? '', secret ?? '']]) {
      const delivery = { body: arrival?.body ?? '', headers: arrival?.headers ?? {}, secret: known ?? '' }
      const verified: WebhookEvent = await verifyWebhook(delivery)
      expect(verified).toEqual(event)
      const { 'x-webhook-signature': hex } = delivery.headers
      expect(await verifyWebhook({ ...delivery, headers: { 'x-webhook-signature': hex } })).toEqual(event)
    }
    expect((await client.deliveries.list()).docs.map(({ id }) => id)).toEqual([deliveryId])
    expect(await client.deliveries.get(deliveryId)).toMatchObject({ id: deliveryId, body: arrival?.body })
    expect(await client.deliveries.resend(deliveryId)).toMatchObject({ trigger: 'resend' })
    const all: string[] = []
    for await (const { event } of client.deliveries.all()) all.push(event)
    expect(all).toEqual(['card.enabled', 'card.enabled'])
  })

  it('is tested, turned off and on, scheduled, recovered and deleted', async () => {
    await client.webhook.create({ url: receiver.url, events: ['card.enabled'] })
    expect(await client.webhook.test()).toMatchObject({ success: true, statusCode: 200 })
    expect(await client.webhook.disable()).toMatchObject({ status: 'disabled', disabledReason: 'manual' })
    await client.webhook.simulate({ event: 'card.enabled' })
    expect(await client.webhook.enable()).toMatchObject({ status: 'active' })
    const since = new Date(Date.now() - 3_600_000).toISOString()
    expect(await client.deliveries.recover({ since })).toEqual({ queued: 1 })
    expect(await client.webhook.update({ description: 'Fleet' })).toMatchObject({ description: 'Fleet' })
    expect(await client.webhook.updateScheduler({ intervalHours: 2 })).toMatchObject({ intervalHours: 2 })
    expect(await client.webhook.scheduler()).toMatchObject({ enabled: false })
    await client.webhook.delete()
    await expect(client.webhook.get()).rejects.toMatchObject({ code: 'error.webhook_not_found' })
  })
})

it('the service tells the client how it is, and what it can send', async () => {
  expect(await client.health()).toMatchObject({ status: 'ok' })
  expect((await client.eventTypes()).docs.map(({ name }) => name)).toContain('card.enabled')
})
