import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Card, CardStatus } from '../../src-main/domain/card.ts'
import { fakeClock } from '../support/engine.ts'
import { storedRows } from '../support/stored-rows.ts'
import { CLERK, startTestService, type TestProject, type TestService } from '../support/service.ts'

const clock = fakeClock()
let service: TestService
let project: TestProject
let made = 0

beforeAll(async () => {
  service = await startTestService({ wallClock: clock })
  project = await service.createProject()
})
afterAll(() => service.close())

async function newCard(status: CardStatus = 'new'): Promise<Card> {
  made += 1
  const [card] = await service.importCards(project, 'sandbox', [
    {
      cardNumber: `4000${String(made).padStart(8, '0')}`,
      providerCardId: `I-${made}`,
      status,
      ...(status === 'new' ? {} : { licensePlate: 'B-1', driver: 'Ann' }),
    },
  ])
  if (card === undefined) throw new Error('The card was not imported')
  return card
}

const BODY = { licensePlate: 'HH-AB 123', driver: 'Jonas Weber' }

function post(
  card: Pick<Card, 'id'>,
  operation: string,
  idempotencyKey: string,
  options: { raw?: string; key?: string; path?: string } = {},
) {
  const raw = options.raw ?? (operation === 'activate' ? JSON.stringify(BODY) : '')
  return service.send('POST', options.path ?? `/v1/projects/${project.id}/cards/${card.id}/${operation}`, {
    key: options.key ?? project.keys.sandbox,
    raw,
    headers: { 'idempotency-key': idempotencyKey, 'content-type': 'application/json' },
  })
}

const keptRecords = () => storedRows(service.dataDir, 'sandbox', 'idempotency_record')

describe('a request repeated with its Idempotency-Key', () => {
  it('gets the first answer, byte for byte, and changes nothing further', async () => {
    const card = await newCard()
    const first = await post(card, 'activate', 'again')
    const before = storedRows(service.dataDir, 'sandbox', 'event')
    const second = await post(card, 'activate', 'again')
    expect(first).toMatchObject({ status: 200 })
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(second).toMatchObject({ status: 200, text: first.text, headers: { 'idempotent-replayed': 'true' } })
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(storedRows(service.dataDir, 'sandbox', 'event')).toBe(before)
  })

  it('gets the same answer even if the card has changed since', async () => {
    const card = await newCard()
    const first = await post(card, 'activate', 'moved-on')
    expect((await post(card, 'disable', 'moved-on-2')).status).toBe(200)
    expect(await post(card, 'activate', 'moved-on')).toMatchObject({
      status: 200,
      text: first.text,
      headers: { 'idempotent-replayed': 'true' },
    })
  })

  it('gets its refusal again, even if the card would allow it by now', async () => {
    const card = await newCard('active')
    const first = await post(card, 'enable', 'refused')
    expect(first).toMatchObject({ status: 400, body: { code: 'error.bad_request', reason: 'card_already_enabled' } })
    await post(card, 'disable', 'refused-2')
    expect(await post(card, 'enable', 'refused')).toMatchObject({
      status: 400,
      text: first.text,
      headers: { 'idempotent-replayed': 'true' },
    })
  })

  it('gets its 404 again', async () => {
    const missing = { id: '00000000-0000-4000-8000-000000000000' }
    const first = await post(missing, 'disable', 'missing')
    expect(await post(missing, 'disable', 'missing')).toMatchObject({
      status: 404,
      text: first.text,
      headers: { 'idempotent-replayed': 'true' },
    })
  })

  it('is recognised even with ids in capitals, or a slash at the end of its path', async () => {
    const card = await newCard()
    const { text } = await post(card, 'activate', 'capitals')
    const shouted = `/v1/projects/${project.id.toUpperCase()}/cards/${card.id.toUpperCase()}/activate/`
    expect(await post(card, 'activate', 'capitals', { path: shouted })).toMatchObject({
      status: 200,
      text,
      headers: { 'idempotent-replayed': 'true' },
    })
  })

  it('gets the first answer across a restart of the service', async () => {
    const card = await newCard()
    const first = await post(card, 'activate', 'restart')
    await service.restart()
    expect(await post(card, 'activate', 'restart')).toMatchObject({
      status: 200,
      text: first.text,
      headers: { 'idempotent-replayed': 'true' },
    })
  })

  it('is a new request after 24 hours', async () => {
    const card = await newCard()
    await post(card, 'activate', 'a-day')
    clock.advance(24 * 60 * 60 * 1000 - 1)
    expect((await post(card, 'activate', 'a-day')).status).toBe(200)
    clock.advance(1)
    expect(await post(card, 'activate', 'a-day')).toMatchObject({
      status: 400,
      body: { code: 'error.card_already_active' },
    })
  })

  it('is run once when sent twenty times concurrently', async () => {
    const card = await newCard()
    const before = storedRows(service.dataDir, 'sandbox', 'event')
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(card, 'activate', 'at-once')))
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
    expect(replies.filter((reply) => reply.headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect(storedRows(service.dataDir, 'sandbox', 'event')).toBe(before + 1)
  })
})

describe('a used Idempotency-Key', () => {
  it.each([
    ['another body', { raw: JSON.stringify({ ...BODY, driver: 'Someone Else' }) }],
    ['the same fields in other bytes', { raw: JSON.stringify(BODY, null, 1) }],
    ['a body that is not JSON', { raw: '{' }],
    ['a body that is not valid', { raw: '{}' }],
    ['no body', { raw: '' }],
  ])('is refused for %s', async (what, options) => {
    const card = await newCard()
    const key = `used:${what.replaceAll(' ', '-')}`
    expect((await post(card, 'activate', key)).status).toBe(200)
    expect(await post(card, 'activate', key, options)).toMatchObject({
      status: 422,
      body: { code: 'error.idempotency_mismatch' },
    })
  })

  it('is refused for another card and for another operation', async () => {
    const [card, another] = [await newCard(), await newCard()]
    await post(card, 'activate', 'elsewhere')
    expect((await post(another, 'activate', 'elsewhere')).status).toBe(422)
    expect((await post(card, 'disable', 'elsewhere', { raw: JSON.stringify(BODY) })).status).toBe(422)
  })

  it('belongs to the project: all its keys, a rolled key’s successor included, get the first answer', async () => {
    const [card, another] = [await newCard(), await newCard()]
    const { id, key } = await service.createKey(project.id, 'sandbox')
    const first = await post(card, 'activate', 'ours', { key })
    const { key: successor } = await service.engine.keys.roll(id, { overlapSeconds: 0 }, CLERK)
    for (const next of [successor, project.keys.sandbox]) {
      expect(await post(card, 'activate', 'ours', { key: next })).toMatchObject({
        status: 200,
        text: first.text,
        headers: { 'idempotent-replayed': 'true' },
      })
      expect((await post(another, 'activate', 'ours', { key: next })).status).toBe(422)
    }
  })

  it('does not apply in the project’s other environment, nor in another project', async () => {
    const card = await newCard()
    await post(card, 'activate', 'only-here')
    const elsewhere = await service.createProject('Elsewhere')
    for (const [owner, environment] of [
      [project, 'production'],
      [elsewhere, 'sandbox'],
    ] as const) {
      const [theirs] = await service.importCards(owner, environment, [
        { cardNumber: `50000000${environment.length}`, providerCardId: 'E', status: 'new' },
      ])
      const reply = await post(card, 'activate', 'only-here', {
        key: owner.keys[environment],
        path: `/v1/projects/${owner.id}/cards/${theirs?.id}/activate`,
      })
      expect(reply).toMatchObject({ status: 200 })
      expect(reply.headers['idempotent-replayed']).toBeUndefined()
    }
  })

  it('may be reused after an invalid request', async () => {
    const card = await newCard()
    for (const raw of ['{}', '{', '[]', '{"licensePlate":1}'])
      expect((await post(card, 'activate', 'anew', { raw })).status).toBe(400)
    const sent = await service.send('POST', `/v1/projects/${project.id}/cards/${card.id}/activate`, {
      key: project.keys.sandbox,
      raw: 'x',
      headers: { 'idempotency-key': 'anew', 'content-type': 'text/plain' },
    })
    expect(sent.status).toBe(415)
    expect((await post(card, 'activate', 'anew', { raw: `{"a":"${'x'.repeat(100_000)}"}` })).status).toBe(413)
    const reply = await post(card, 'activate', 'anew')
    expect(reply.status).toBe(200)
    expect(reply.headers['idempotent-replayed']).toBeUndefined()
  })
})

describe('an Idempotency-Key', () => {
  it.each(['', ' ', 'a b', 'ü', 'x'.repeat(256), 'tab\there'])(
    'that is %j is refused by name, and nothing is done',
    async (key) => {
      const card = await newCard()
      const before = keptRecords()
      expect(await post(card, 'activate', key)).toMatchObject({
        status: 400,
        body: { code: 'error.validation', details: [{ field: 'Idempotency-Key' }] },
      })
      expect(keptRecords()).toBe(before)
      expect(
        (await service.send('GET', `/v1/projects/${project.id}/cards/${card.id}`, { key: project.keys.sandbox })).body
          .status,
      ).toBe('new')
    },
  )

  it.each(['x', 'x'.repeat(255), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~'])('that is %j is taken', async (key) => {
    expect((await post(await newCard(), 'activate', key)).status).toBe(200)
  })

  it('is ignored for a PATCH', async () => {
    const card = await newCard('active')
    const before = keptRecords()
    const reply = await service.send('PATCH', `/v1/projects/${project.id}/cards/${card.id}`, {
      key: project.keys.sandbox,
      body: BODY,
      headers: { 'idempotency-key': 'no key at all' },
    })
    expect(reply.status).toBe(200)
    expect(keptRecords()).toBe(before)
  })
})
