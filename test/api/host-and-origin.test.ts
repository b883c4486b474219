import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CLERK, startTestService, type TestProject, type TestService } from '../support/service.ts'

let service: TestService
let open: TestService
let project: TestProject

beforeAll(async () => {
  service = await startTestService()
  open = await startTestService({
    allowedHosts: ['Fuel.example', 'proxy.example:8443', '2001:db8::7'],
    corsOrigins: ['https://fleet.example'],
  })
  project = await open.createProject()
})
afterAll(async () => {
  await service.close()
  await open.close()
})

const withHost = (of: TestService, host: string) => of.send('GET', '/v1/health', { headers: { host } })

describe('the Host header', () => {
  it.each(['127.0.0.1', '127.0.0.1:1', 'localhost', 'LOCALHOST:4010', '[::1]', '[::1]:65535'])(
    '%s is loopback and gets an answer',
    async (host) => {
      expect((await withHost(service, host)).status).toBe(200)
    },
  )

  it.each([
    'evil.example',
    'evil.example:4010',
    'localhost.evil.example',
    'localhost.',
    '127.0.0.1.nip.io',
    '127.0.0.2',
    '0.0.0.0',
    '[::]',
    'fuel.example',
    'localhost:abc',
    'user@localhost',
    '::1',
  ])('%s is refused everywhere before any other check', async (host) => {
    for (const path of [
      '/v1/health',
      '/v1/openapi.json',
      '/v1/docs',
      '/v1/nothing',
      `/v1/projects/${project.id}/cards`,
    ]) {
      expect(await service.send('GET', path, { headers: { host } })).toMatchObject({
        status: 403,
        body: { code: 'error.forbidden' },
      })
    }
  })

  it.each(['fuel.example', 'FUEL.example:99', 'proxy.example:8443', '[2001:db8::7]:4010', 'localhost'])(
    '%s is answered where it is allowed',
    async (host) => {
      expect((await withHost(open, host)).status).toBe(200)
    },
  )

  it.each(['proxy.example', 'proxy.example:443', 'sub.fuel.example'])(
    '%s is refused where another is allowed',
    async (host) => {
      expect((await withHost(open, host)).status).toBe(403)
    },
  )
})

describe('a page of another origin', () => {
  const preflight = {
    origin: 'https://fleet.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  }
  const corsHeaders = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control'))

  it('is refused when no origin is configured', async () => {
    const reply = await service.send('GET', '/v1/health', { headers: { origin: 'https://fleet.example' } })
    expect(corsHeaders(reply.headers)).toEqual([])
    expect((await service.send('OPTIONS', '/v1/health', { headers: preflight })).status).toBe(405)
  })

  it('may read answers and errors when its origin is configured', async () => {
    for (const path of ['/v1/health', `/v1/projects/${project.id}/cards`]) {
      const reply = await open.send('GET', path, { headers: { origin: 'https://fleet.example' } })
      expect(reply.headers).toMatchObject({ 'access-control-allow-origin': 'https://fleet.example', vary: 'Origin' })
    }
  })

  it('may send a preflight request without a key', async () => {
    const reply = await open.send('OPTIONS', `/v1/projects/${project.id}/cards`, { headers: preflight })
    expect(reply).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://fleet.example',
        'access-control-allow-headers': expect.stringContaining('Idempotency-Key'),
      },
    })
  })

  it.each(['https://evil.example', 'http://fleet.example', 'https://fleet.example.evil.example', 'null'])(
    'of %s is not let in beside the configured one',
    async (origin) => {
      expect(corsHeaders((await open.send('GET', '/v1/health', { headers: { origin } })).headers)).toEqual([])
      expect(
        (await open.send('OPTIONS', `/v1/projects/${project.id}/cards`, { headers: { ...preflight, origin } })).status,
      ).toBe(401)
    },
  )

  it('may read which parameters were ignored', async () => {
    const reply = await open.send('GET', '/v1/health', { headers: { origin: 'https://fleet.example' } })
    expect(reply.headers['access-control-expose-headers']).toContain('X-Ignored')
  })
})

describe('the configured origins', () => {
  it('apply at once, and only to them', async () => {
    const set = await startTestService()
    onTestFinished(() => set.close())
    const asked = (origin: string) =>
      set.send('OPTIONS', '/v1/projects/x/cards', { headers: { origin, 'access-control-request-method': 'GET' } })
    expect((await asked('https://fleet.example')).status).toBe(401)
    await set.engine.settings.update({ corsOrigins: ['https://fleet.example/', 'http://127.0.0.1:5173'] }, CLERK)
    expect(set.engine.settings.current().corsOrigins).toEqual(['https://fleet.example', 'http://127.0.0.1:5173'])
    for (const origin of ['https://fleet.example', 'http://127.0.0.1:5173'])
      expect((await asked(origin)).status).toBe(204)
    for (const origin of ['https://evil.example', 'http://127.0.0.1:5174', 'null'])
      expect((await asked(origin)).status).toBe(401)
    await set.engine.settings.update({ corsOrigins: [] }, CLERK)
    expect((await asked('https://fleet.example')).status).toBe(401)
  })

  it.each([
    '*',
    'null',
    'fleet.example',
    'https://fleet.example/path',
    'https://user@fleet.example',
    'ftp://fleet.example',
    'https://Fleet.example',
  ])('are never %s', async (origin) => {
    await expect(open.engine.settings.update({ corsOrigins: [origin] }, CLERK)).rejects.toMatchObject({
      code: 'error.validation',
      details: [{ field: 'corsOrigins' }],
    })
  })
})
