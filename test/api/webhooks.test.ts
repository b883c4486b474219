import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { startTestService, type TestProject, type TestService } from '../support/service.ts'

let service: TestService
let receiver: Receiver
let project: TestProject

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  receiver = await startReceiver()
  project = await service.createProject()
})
afterEach(() => receiver.close())

const path = (rest = '') => `/v1/projects/${project.id}/webhook${rest}`
const send = (method: string, rest = '', body?: unknown, headers: Record<string, string> = {}) =>
  service.send(method, path(rest), { key: project.keys.sandbox, headers, ...(body === undefined ? {} : { body }) })
const create = (changes: Record<string, unknown> = {}) =>
  send('POST', '', { url: receiver.url, events: ['card.enabled', 'card.disabled'], ...changes })

describe('the webhook of a project', () => {
  it('is created once, with exactly the documented fields, and returns its secret only then', async () => {
    const created = await create({ description: 'Fleet events' })
    expect(created.status).toBe(201)
    expect(Object.keys(created.body as object).sort()).toEqual([
      'createdAt',
      'events',
      'id',
      'secret',
      'secretPrefix',
      'status',
      'url',
    ])
    expect(created.body).toMatchObject({
      status: 'active',
      id: expect.stringMatching(/^whk_[0-9A-Za-z]{24}$/) as string,
      secret: expect.stringMatching(/^whsec_/) as string,
    })
    expect(await create()).toMatchObject({ status: 409, body: { code: 'error.webhook_already_exists' } })
    const read = await send('GET')
    expect(read.body).toMatchObject({
      description: 'Fleet events',
      failureCount: 0,
      lastTriggeredAt: null,
      verifiedAt: null,
      disabledReason: null,
    })
    expect(read.text).not.toContain((created.body as { secret: string }).secret)
  })

  it('is missing for every operation before that', async () => {
    const card = '/deliveries/dlv_x'
    for (const [method, rest, body] of [
      ['GET', ''],
      ['PATCH', '', {}],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret', {}],
      ['POST', '/enable'],
      ['POST', '/disable'],
      ['POST', '/simulate', { event: 'card.enabled' }],
      ['GET', '/scheduler'],
      ['PATCH', '/scheduler', {}],
      ['GET', '/deliveries'],
      ['GET', card],
      ['POST', `${card}/resend`],
      ['POST', '/recover', { since: new Date().toISOString() }],
    ] as const) {
      expect([method, rest, await send(method, rest, body)]).toMatchObject([
        method,
        rest,
        { status: 404, body: { code: 'error.webhook_not_found' } },
      ])
    }
  })

  it.each([
    [{ url: 'http://example.com/' }, 'url'],
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ url: 'https://2852039166/' }, 'url'],
    [{ url: 'nonsense' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['card.enabled', 'card.enabled'] }, 'events'],
    [{ events: ['card.unknown'] }, 'events'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ secret: 'whsec_mine' }, 'secret'],
  ])('is refused with %j', async (changes, field) => {
    const answer = await create(changes)
    expect(answer).toMatchObject({ status: 400, body: { code: 'error.validation' } })
    expect(
      (answer.body as { details: { field: string }[] }).details.some((detail) => detail.field.startsWith(field)),
    ).toBe(true)
    expect((await send('GET')).status).toBe(404)
  })

  it('changes only what is given; another url is unverified', async () => {
    await create({ description: 'one' })
    expect((await send('POST', '/test')).body).toMatchObject({ success: true, statusCode: 200 })
    expect((await send('GET')).body).toMatchObject({ verifiedAt: expect.any(String) as string })
    expect((await send('PATCH', '', { description: null })).body).toMatchObject({
      description: null,
      url: receiver.url,
    })
    expect((await send('PATCH', '', { url: 'https://example.com/hook' })).body).toMatchObject({
      verifiedAt: null,
      failureCount: 0,
    })
    expect(await send('PATCH', '', { secret: 'whsec_x' })).toMatchObject({ status: 400 })
  })

  it('is turned off and on, and removed', async () => {
    await create()
    expect((await send('POST', '/disable')).body).toMatchObject({
      status: 'disabled',
      disabledReason: 'manual',
      disabledAt: expect.any(String) as string,
    })
    expect(await send('POST', '/recover', { since: new Date().toISOString() })).toMatchObject({
      status: 400,
      body: { code: 'error.webhook_disabled' },
    })
    expect((await send('POST', '/enable')).body).toMatchObject({
      status: 'active',
      disabledReason: null,
      disabledAt: null,
    })
    expect(await send('DELETE')).toMatchObject({ status: 204, text: '' })
    expect((await send('GET')).status).toBe(404)
  })

  it('is stored without the blanks around its url', async () => {
    await create({ url: `  ${receiver.url} ` })
    expect((await send('GET')).body.url).toBe(receiver.url)
    await send('PATCH', '', { url: ` ${receiver.url}?again ` })
    expect((await send('GET')).body.url).toBe(`${receiver.url}?again`)
  })

  it('simulates for a card that exists and fits the event, and says so if there is none', async () => {
    await create({ events: ['card.enabled', 'card.disabled', 'card.created', 'sync.completed'] })
    const bare = await send('POST', '/simulate', { event: 'card.enabled' })
    expect(bare).toMatchObject({ status: 200, body: { sample: true } })
    const cards = await service.importCards(project, 'sandbox', [
      { cardNumber: '70000001' },
      { cardNumber: '70000002', status: 'active' },
      { cardNumber: '70000003', status: 'inactive' },
    ])
    const idOf = (status: string) => cards.find((card) => card.status === status)?.id
    for (const [event, status] of [
      ['card.enabled', 'active'],
      ['card.disabled', 'inactive'],
      ['card.created', 'new'],
    ] as const) {
      expect((await send('POST', '/simulate', { event })).body).toMatchObject({
        sample: false,
        event: { data: { card_id: idOf(status), status } },
      })
    }
    const { body } = await send('POST', '/simulate', { event: 'sync.completed' })
    expect(body.event.data.cards.map((card: { card_id: string }) => card.card_id).sort()).toEqual(
      cards.map(({ id }) => id).sort(),
    )
    expect(body.event.data.cards_truncated).toBe(false)
  })

  it('simulates an event that it subscribes to', async () => {
    await create()
    const simulated = await send('POST', '/simulate', { event: 'card.enabled' })
    expect(simulated).toMatchObject({
      status: 200,
      body: { success: true, event: { event: 'card.enabled' }, deliveryId: expect.stringMatching(/^dlv_/) as string },
    })
    const [arrival] = await receiver.arrived(1)
    expect(JSON.parse(arrival?.body ?? '')).toEqual((simulated.body as { event: unknown }).event)
    expect(await send('POST', '/simulate', { event: 'card.created' })).toMatchObject({
      status: 400,
      body: { code: 'error.event_not_subscribed' },
    })
    expect(await send('POST', '/simulate', { event: 'nonsense' })).toMatchObject({
      status: 400,
      body: { code: 'error.validation' },
    })
    expect(
      await send('POST', '/simulate', { event: 'card.enabled', cardId: '00000000-0000-4000-8000-000000000000' }),
    ).toMatchObject({ status: 404, body: { code: 'error.card_not_found' } })
  })

  it('keeps its schedule within its events', async () => {
    await create()
    expect((await send('GET', '/scheduler')).body).toEqual({
      enabled: false,
      intervalHours: 24,
      scheduledEvents: [],
      nextRunAt: null,
      lastRunAt: null,
    })
    expect(await send('PATCH', '/scheduler', { enabled: true })).toMatchObject({ status: 400 })
    expect(await send('PATCH', '/scheduler', { scheduledEvents: ['card.created'] })).toMatchObject({ status: 400 })
    expect(await send('PATCH', '/scheduler', { intervalHours: 0.05 })).toMatchObject({ status: 400 })
    expect(
      (await send('PATCH', '/scheduler', { enabled: true, intervalHours: 0.1, scheduledEvents: ['card.enabled'] }))
        .body,
    ).toMatchObject({ enabled: true, nextRunAt: expect.any(String) as string })
    await send('PATCH', '', { events: ['card.disabled'] })
    expect((await send('GET', '/scheduler')).body).toMatchObject({ enabled: false, scheduledEvents: [] })
  })

  it('cannot be simulated or scheduled with a production key', async () => {
    for (const [method, rest] of [
      ['POST', '/simulate'],
      ['GET', '/scheduler'],
      ['PATCH', '/scheduler'],
    ] as const) {
      expect(await service.send(method, path(rest), { key: project.keys.production, body: {} })).toMatchObject({
        status: 403,
        body: { code: 'error.sandbox_only' },
      })
    }
  })

  it('is a separate one in production, which accepts https only', async () => {
    await create()
    const production = (method: string, body?: unknown) =>
      service.send(method, path(), { key: project.keys.production, ...(body === undefined ? {} : { body }) })
    expect((await production('GET')).status).toBe(404)
    expect(await production('POST', { url: receiver.url, events: ['card.enabled'] })).toMatchObject({ status: 400 })
    expect(await production('POST', { url: 'https://example.com/hook', events: ['card.enabled'] })).toMatchObject({
      status: 201,
    })
  })
})

describe('a card command', () => {
  it('delivers exactly its event to the webhook that subscribes to it', async () => {
    await create()
    const [card] = await service.importCards(project, 'sandbox', [
      { cardNumber: '78252100900001', status: 'active', licensePlate: 'B-1', driver: 'Ann' },
    ])
    await service.send('POST', `/v1/projects/${project.id}/cards/${card?.id}/disable`, { key: project.keys.sandbox })
    const [arrival] = await receiver.arrived(1)
    expect(JSON.parse(arrival?.body ?? '')).toMatchObject({
      event: 'card.disabled',
      data: {
        card_id: card?.id,
        status: 'inactive',
        auth_diesel: false,
        sync_status: 'synced',
        environment: 'sandbox',
        project_id: project.id,
      },
    })
    const log = await send('GET', '/deliveries?filter[event]=card.disabled')
    expect(log.body).toMatchObject({
      total: 1,
      docs: [{ event: 'card.disabled', cardId: card?.id, trigger: 'automatic' }],
    })
  })
})

describe('the secret', () => {
  it('appears in the create answer and once in each rotation, and nowhere else', async () => {
    const idempotent = { 'idempotency-key': 'create-once' }
    const body = { url: receiver.url, events: ['card.enabled'] }
    const created = await send('POST', '', body, idempotent)
    const replay = await send('POST', '', body, idempotent)
    expect(replay).toMatchObject({ status: 201, body: { secret: null }, headers: { 'idempotent-replayed': 'true' } })
    const rotated = await send('POST', '/rotate-secret', {}, { 'idempotency-key': 'rotate-once' })
    expect((await send('POST', '/rotate-secret', {}, { 'idempotency-key': 'rotate-once' })).body).toEqual({
      secret: null,
    })
    await send('POST', '/simulate', { event: 'card.enabled' })
    await receiver.arrived(1)
    const secrets = [created, rotated].map((answer) => (answer.body as { secret: string }).secret)
    const later = await Promise.all([
      send('GET'),
      send('GET', '/deliveries'),
      send('PATCH', '', { description: 'x' }),
      send('POST', '/disable'),
    ])
    const { docs } = (await send('GET', '/deliveries')).body as { docs: { id: string }[] }
    later.push(await send('GET', `/deliveries/${docs[0]?.id}`))
    for (const secret of secrets) {
      for (const answer of later) expect(answer.text).not.toContain(secret)
      for (const name of readdirSync(service.dataDir)) {
        if (/sqlite/.test(name)) expect(readFileSync(join(service.dataDir, name)).includes(secret)).toBe(false)
      }
    }
  })
})

describe('a test', () => {
  it('with an Idempotency-Key runs once; a concurrent repetition has to wait', async () => {
    await create()
    let release = () => {}
    receiver.answer((response) => {
      release = () => response.writeHead(200).end()
    })
    const first = send('POST', '/test', undefined, { 'idempotency-key': 'test-once' })
    await receiver.arrived(1)
    expect(await send('POST', '/test', undefined, { 'idempotency-key': 'test-once' })).toMatchObject({
      status: 409,
      body: { code: 'error.idempotency_conflict' },
    })
    release()
    const answer = await first
    expect(answer.body).toMatchObject({ success: true, statusCode: 200, duration: expect.any(Number) as number })
    expect(await send('POST', '/test', undefined, { 'idempotency-key': 'test-once' })).toMatchObject({
      text: answer.text,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(receiver.arrivals).toHaveLength(1)
  })

  it('answers 200 whether or not the receiver accepts it', async () => {
    await create()
    receiver.answer((response) => response.writeHead(503).end('no'))
    expect(await send('POST', '/test')).toMatchObject({ status: 200, body: { success: false, statusCode: 503 } })
    receiver.answer((response) => response.destroy())
    expect(await send('POST', '/test')).toMatchObject({ status: 200, body: { success: false, statusCode: null } })
  })
})
