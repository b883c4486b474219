import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createConsole, type RunRequest } from '../../src-main/api/console.ts'
import type { CreatedApiKey } from '../../src-main/domain/access.ts'
import { CLERK, startTestService, type TestProject, type TestService } from '../support/service.ts'
import { fakeClock, type FakeClock } from '../support/engine.ts'

let clock: FakeClock
let service: TestService
let project: TestProject
let key: CreatedApiKey
let run: RunRequest

beforeEach(async () => {
  clock = fakeClock()
  service = await startTestService({ wallClock: clock, rateLimits: 'as set' })
  project = await service.createProject()
  key = await service.createKey(project.id, 'sandbox')
  await service.engine.environment('sandbox').mockCards?.createDemo(project.id, CLERK)
  run = createConsole(
    () => service.engine,
    () => ({ host: '127.0.0.1', port: service.port }),
  )
})
afterEach(() => service.close())

const cards = () => `/projects/${project.id}/cards`
const newest = async () => {
  const { docs } = await service.engine.requests.list({ page: 1, limit: 1 })
  return docs[0]
}

describe('a request of the console', () => {
  it('gets the same answer as one from outside, with its headers', async () => {
    const outside = await service.send('GET', `/v1${cards()}?limit=2`, { key: key.key })
    const inside = await run({ keyId: key.id, method: 'GET', path: `${cards()}?limit=2` })
    expect([inside.status, JSON.parse(inside.body)]).toEqual([200, outside.body])
    const headers = new Map(inside.headers.map(({ name, value }) => [name.toLowerCase(), value]))
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-request-id')).toBeDefined()
    // Both count against the same allowance of the key.
    expect(headers.get('x-ratelimit-remaining')).toBe(String(Number(outside.headers['x-ratelimit-remaining']) - 1))
    expect(inside.durationMs).toBeGreaterThan(0)
  })

  it('acts as its key: changes data, honours idempotency keys, and appears in the request log', async () => {
    const { docs } = await service.engine
      .environment('sandbox')
      .cards.list(project.id, { page: 1, limit: 1, status: 'new', sortField: 'createdAt' })
    const request = {
      keyId: key.id,
      method: 'POST',
      path: `${cards()}/${docs[0]?.id}/activate`,
      body: '{"licensePlate":"B-XY 1","driver":"Ann"}',
      idempotencyKey: 'once',
    }
    expect(await run(request)).toMatchObject({ status: 200 })
    const again = await run(request)
    expect(again.headers).toContainEqual({ name: 'Idempotent-Replayed', value: 'true' })
    const { docs: entries } = await service.engine.audit.list('sandbox', { action: 'card.activate', page: 1, limit: 5 })
    expect(entries).toMatchObject([{ actor: { type: 'api_key', id: key.id }, channel: 'api' }])
    expect(await newest()).toMatchObject({
      method: 'POST',
      path: `/v1${cards()}/${docs[0]?.id}/activate`,
      status: 200,
      keyId: key.id,
      keyName: key.name,
      projectId: project.id,
    })
  })

  it('is refused wherever its key is: another project, revoked, expired, unknown', async () => {
    const other = await service.createProject('Other')
    expect(await run({ keyId: key.id, method: 'GET', path: `/projects/${other.id}/cards` })).toMatchObject({
      status: 403,
    })
    const brief = await service.createKey(project.id, 'sandbox', new Date(clock.now().getTime() + 1_000).toISOString())
    clock.advance(2_000)
    const expired = await run({ keyId: brief.id, method: 'GET', path: cards() })
    expect([expired.status, JSON.parse(expired.body)]).toMatchObject([
      401,
      { message: expect.stringContaining('expired') },
    ])
    await service.engine.keys.revoke(key.id, CLERK)
    const revoked = await run({ keyId: key.id, method: 'GET', path: cards() })
    expect([revoked.status, JSON.parse(revoked.body)]).toMatchObject([
      401,
      { code: 'error.unauthorized', message: expect.stringContaining('revoked') },
    ])
    expect(await run({ keyId: '3f333df6-90a4-4fda-8dd3-9485d27cee36', method: 'GET', path: cards() })).toMatchObject({
      status: 401,
    })
  })

  it('counts against the rate limit and is refused beyond it', async () => {
    await service.engine.settings.update({ rateLimits: { sandbox: 2 } }, CLERK)
    await service.send('GET', `/v1${cards()}`, { key: key.key })
    expect((await run({ keyId: key.id, method: 'GET', path: cards() })).status).toBe(200)
    expect((await run({ keyId: key.id, method: 'GET', path: cards() })).status).toBe(429)
    expect((await service.send('GET', `/v1${cards()}`, { key: key.key })).status).toBe(429)
  })

  it('is validated like any other: body, path, method, header', async () => {
    expect(await run({ keyId: key.id, method: 'PATCH', path: `${cards()}/not-an-id`, body: '{' })).toMatchObject({
      status: 400,
    })
    expect(await run({ keyId: key.id, method: 'DELETE', path: cards() })).toMatchObject({ status: 405 })
    expect(await run({ keyId: key.id, method: 'GET', path: '/../bridge/call/projects.list' })).toMatchObject({
      status: 404,
    })
    await expect(run({ keyId: key.id, method: 'POST', path: cards(), idempotencyKey: 'ä\n' })).rejects.toMatchObject({
      code: 'error.validation',
    })
  })
})

it('no request from outside acts as a key that it has not shown', async () => {
  await run({ keyId: key.id, method: 'GET', path: cards() })
  for (const headers of [{}, { authorization: `Bearer ${key.id}` }, { 'x-fuelcard-key': key.id }]) {
    expect((await service.send('GET', `/v1${cards()}`, { headers })).status).toBe(401)
  }
})
