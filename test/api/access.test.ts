import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeClock } from '../support/engine.ts'
import { CLERK, startTestService, type TestProject, type TestService } from '../support/service.ts'

const clock = fakeClock()
let service: TestService
let project: TestProject
let other: TestProject

beforeAll(async () => {
  service = await startTestService({ wallClock: clock, rateLimits: { sandbox: 5, production: 0 } })
  project = await service.createProject('Ours')
  other = await service.createProject('Theirs')
})
afterAll(() => service.close())

const cardsOf = (id: string) => `/v1/projects/${id}/cards`

describe('a request without a valid key', () => {
  const refused = async (headers: Record<string, string>) => {
    const reply = await service.send('GET', cardsOf(project.id), { headers })
    expect(reply).toMatchObject({
      status: 401,
      body: { code: 'error.unauthorized' },
      headers: { 'www-authenticate': 'Bearer' },
    })
    expect(reply.headers['x-ratelimit-limit']).toBeUndefined()
    return reply.body.message
  }

  it('names the missing header', async () => {
    expect(await refused({})).toBe('Missing Authorization header')
  })

  it.each([
    'Basic dXNlcjpwYXNz',
    'sk_sandbox_abc',
    'Token abc',
    '',
    'Bearers x',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer abc',
    'Bearer sk_live_',
    `Bearer sk_test_${'a'.repeat(43)}`,
    `Bearer sk_sandbox_${'a'.repeat(44)}`,
    `Bearer sk_sandbox_${'a'.repeat(43)}`,
  ])('learns that %j holds no valid key', async (authorization) => {
    expect(await refused({ authorization })).toBe('Invalid or expired API key')
  })

  it('is refused as expired from the moment the key expires', async () => {
    const expires = new Date(clock.now().getTime() + 60_000).toISOString()
    const { key } = await service.createKey(project.id, 'production', expires)
    expect((await service.send('GET', cardsOf(project.id), { key })).status).toBe(200)
    clock.set(expires)
    expect(await refused({ authorization: `Bearer ${key}` })).toBe('Invalid or expired API key')
  })

  it('is refused as revoked at once', async () => {
    const { id, key } = await service.createKey(project.id, 'production')
    expect((await service.send('GET', cardsOf(project.id), { key })).status).toBe(200)
    await service.engine.keys.revoke(id, CLERK)
    expect(await refused({ authorization: `Bearer ${key}` })).toBe('API key has been revoked')
  })

  it('does not reveal which addresses exist', async () => {
    for (const path of [
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1/projects',
      `/v1/projects/${project.id}/nothing`,
      '/v1/projects/x/cards/y/activate',
    ]) {
      expect((await service.send('GET', path)).status).toBe(401)
    }
  })
})

describe('a key', () => {
  it('is accepted whatever the case of the scheme', async () => {
    expect(
      (
        await service.send('GET', cardsOf(project.id), {
          headers: { authorization: `bEARER  ${project.keys.production}` },
        })
      ).status,
    ).toBe(200)
  })

  it.each(['another project', 'an unknown project', 'no project id', 'an escaped slash', 'a broken escape'])(
    'is forbidden on %s',
    async (what) => {
      const id =
        {
          'another project': other.id,
          'an unknown project': '00000000-0000-4000-8000-000000000000',
          'no project id': 'abc',
          'an escaped slash': `${project.id}%2F`,
          'a broken escape': '%E0%A4',
        }[what] ?? ''
      for (const path of ['/cards', '/cards/not-a-uuid', '/nothing']) {
        const reply = await service.send('GET', `/v1/projects/${id}${path}`, { key: project.keys.production })
        expect(reply).toMatchObject({ status: 403, body: { code: 'error.forbidden' } })
      }
    },
  )

  it('works on its project, whatever the case of the id', async () => {
    const escaped = `%${project.id.charCodeAt(0).toString(16)}${project.id.slice(1)}`
    for (const id of [project.id.toUpperCase(), escaped])
      expect((await service.send('GET', cardsOf(id), { key: project.keys.production })).status).toBe(200)
  })

  it('reaches the cards of its own environment and project only', async () => {
    const mine = await service.importCards(project, 'production', [
      { cardNumber: '1111000011110000', providerCardId: 'P', status: 'active', licensePlate: 'B-1', driver: 'Ann' },
    ])
    const [foreign] = await service.importCards(other, 'production', [
      { cardNumber: '2222000022220000', providerCardId: 'Q', status: 'active', licensePlate: 'B-2', driver: 'Bob' },
    ])
    expect((await service.send('GET', cardsOf(project.id), { key: project.keys.production })).body).toEqual({
      docs: mine,
      total: 1,
    })
    expect((await service.send('GET', cardsOf(project.id), { key: project.keys.sandbox })).body).toEqual({
      docs: [],
      total: 0,
    })
    for (const [id, key] of [
      [mine[0]?.id, project.keys.sandbox],
      [foreign?.id, project.keys.production],
    ] as const) {
      for (const [method, suffix] of [
        ['GET', ''],
        ['PATCH', ''],
        ['POST', '/disable'],
        ['POST', '/enable'],
      ] as const) {
        const reply = await service.send(method, `${cardsOf(project.id)}/${id}${suffix}`, {
          key,
          ...(method === 'GET' ? {} : { body: {} }),
        })
        expect(reply).toMatchObject({ status: 404, body: { code: 'error.card_not_found' } })
        clock.advance(60_000)
      }
    }
  })

  it('records when it was last used', async () => {
    const { id, key } = await service.createKey(project.id, 'production')
    await service.send('GET', cardsOf(project.id), { key })
    await expect
      .poll(async () => (await service.engine.keys.list(project.id)).find((known) => known.id === id)?.lastUsedAt)
      .toBe(clock.now().toISOString())
  })
})

describe('the order of the checks', () => {
  const unknownCard = '00000000-0000-4000-8000-000000000000'
  const exhaust = async () => {
    clock.advance(60_000)
    for (let count = 0; count < 5; count += 1)
      await service.send('GET', cardsOf(project.id), { key: project.keys.sandbox })
  }

  it('tests the key before the project', async () => {
    expect((await service.send('GET', cardsOf('abc'), { key: 'nonsense' })).status).toBe(401)
  })

  it('tests the project before the rate limit', async () => {
    await exhaust()
    expect((await service.send('GET', cardsOf(other.id), { key: project.keys.sandbox })).status).toBe(403)
    expect((await service.send('GET', cardsOf(project.id), { key: project.keys.sandbox })).status).toBe(429)
  })

  it('tests the rate limit before the path', async () => {
    await exhaust()
    expect((await service.send('GET', `${cardsOf(project.id)}/abc`, { key: project.keys.sandbox })).status).toBe(429)
    expect(
      (await service.send('GET', `/v1/projects/${project.id}/nothing`, { key: project.keys.sandbox })).status,
    ).toBe(429)
  })

  it('tests the path before idempotency', async () => {
    const reply = await service.send('POST', `${cardsOf(project.id)}/abc/enable`, {
      key: project.keys.production,
      headers: { 'idempotency-key': 'no key' },
    })
    expect(reply.body.details).toEqual([{ field: 'cardId', message: expect.any(String) }])
  })

  it('tests idempotency before the body', async () => {
    const send = (raw: string, key = 'k') =>
      service.send('POST', `${cardsOf(project.id)}/${unknownCard}/enable`, {
        key: project.keys.production,
        raw,
        headers: { 'idempotency-key': key, 'content-type': 'application/json' },
      })
    expect((await send('{"a":', 'no key')).body.details).toEqual([
      { field: 'Idempotency-Key', message: expect.any(String) },
    ])
    expect((await send('{}')).status).toBe(404)
    expect((await send('{"a":')).body.code).toBe('error.idempotency_mismatch')
  })

  it('tests the body before the card', async () => {
    const reply = await service.send('POST', `${cardsOf(project.id)}/${unknownCard}/activate`, {
      key: project.keys.production,
      body: {},
    })
    expect(reply.body.code).toBe('error.validation')
  })
})
