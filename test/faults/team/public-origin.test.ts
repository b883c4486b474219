import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHome } from '../../support/program.ts'
import { PROXY, PUBLIC_URL, send, startTeam, type TeamService } from '../../support/team/team.ts'

const FORBIDDEN = { status: 403, body: { code: 'error.forbidden' } }
// A hook within `beforeAll` would never run.
const home = createHome(afterAll)
let team: TeamService
beforeAll(async () => {
  team = await startTeam(
    ['--trusted-proxy', `${PROXY}/32`, '--trusted-proxy', '10.0.0.0/8', '--log-level', 'info'],
    home,
  )
})

const PATHS = ['/', '/v1/health', '/v1/openapi.json', '/assets/none.js', '/inbox/token']

describe('a start that would not be safe is refused in words', () => {
  test.each([
    [['--public-url', 'http://fleet.example', '--trusted-proxy', '127.0.0.1'], /must begin with https/],
    [['--public-url', PUBLIC_URL], /give --tls-cert and --tls-key, or name the proxy/],
    [['--public-url', PUBLIC_URL, '--trusted-proxy', '0.0.0.0/0'], /of your proxies/],
  ])('serve %j', async (words, message) => {
    const ending = await createHome().run(['serve', ...words])
    expect(ending.code).toBe(2)
    expect(ending.stderr).toMatch(message)
  })
})

test('a service for others does not start before an administrator can sign in', async () => {
  const words = ['serve', '--port', '0', '--no-demo', '--public-url', PUBLIC_URL, '--trusted-proxy', PROXY]
  const ending = await createHome().run(words)
  expect(ending).toMatchObject({ code: 2, stderr: expect.stringContaining('people add --administrator') as string })
})

test('behind a proxy, the public listener serves the public origin alone', async () => {
  const { listensAt } = team
  for (const host of ['fleet.example', 'FLEET.example', 'fleet.example:443'])
    expect(await send(`${listensAt}/v1/health`, { headers: { host } })).toMatchObject({
      status: 200,
      body: { status: 'ok', state: 'ready' },
      headers: { 'strict-transport-security': 'max-age=31536000' },
    })
  const own = new URL(listensAt).host
  for (const host of ['evil.example', '127.0.0.1', 'localhost', own, 'fleet.example:80', 'fleet.example.', '[::1]', ''])
    for (const path of PATHS) expect(await send(listensAt + path, { headers: { host } })).toMatchObject(FORBIDDEN)
  // Which of two would a proxy have judged?
  expect((await send(`${listensAt}/v1/health`, { headers: { host: ['fleet.example', 'evil.example'] } })).status).toBe(
    400,
  )
  expect(await send(`${listensAt}/v1/health`, { headers: { 'x-forwarded-host': 'evil.example' } })).toMatchObject(
    FORBIDDEN,
  )
})

test('a stranger learns the state of the service, and no more', async () => {
  const { listensAt, local } = team
  expect((await send(`${listensAt}/v1/health`)).body).toEqual({ status: 'ok', state: 'ready' })
  expect((await send(`${local}/v1/health`, { headers: { host: new URL(local).host } })).body).toMatchObject({
    version: expect.any(String) as string,
  })
})

test('nobody but the proxy speaks to a listener without TLS, or for others', async () => {
  const { listensAt } = team
  for (const path of PATHS) expect(await send(listensAt + path, { from: '127.0.0.1' })).toMatchObject(FORBIDDEN)
  for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-prefix'])
    expect(
      await send(`${listensAt}/v1/health`, { from: '127.0.0.1', headers: { [name]: 'for=127.0.0.2' } }),
    ).toMatchObject(FORBIDDEN)
  // The proxy itself came without TLS, or lets its clients choose who they are.
  expect(await send(`${listensAt}/v1/health`, { headers: { 'x-forwarded-proto': 'http' } })).toMatchObject(FORBIDDEN)
  expect(await send(`${listensAt}/v1/health`, { headers: { forwarded: 'for=1.2.3.4;proto=http' } })).toMatchObject(
    FORBIDDEN,
  )
  expect(
    await send(`${listensAt}/v1/health`, { headers: { forwarded: 'for=1.2.3.4', 'x-forwarded-for': '5.6.7.8' } }),
  ).toMatchObject({ status: 400, body: { code: 'error.validation' } })
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'fleet.example' },
    { forwarded: 'for="[2001:db8::7]:4711";proto=https;host=fleet.example' },
  ])
    expect((await send(`${listensAt}/v1/health`, { headers })).status).toBe(200)
})

test('the sign-in link of this machine and the inbox are not reached through the public listener', async () => {
  const { listensAt, local, ready } = team
  const token = ready.uiUrl?.split('#login=')[1]
  const body = { token }
  const asPublic = await send(`${listensAt}/bridge/login`, { method: 'POST', body, headers: { origin: PUBLIC_URL } })
  expect(asPublic.status).toBeGreaterThanOrEqual(400)
  expect(asPublic.headers['set-cookie']).toBeUndefined()
  expect((await send(`${listensAt}/inbox/x`, { method: 'POST', body })).status).toBe(405)
  // A proxy that leads to the listener of this machine by mistake.
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { 'x-forwarded-proto': 'https' },
  ])
    for (const path of ['/', '/bridge/login', '/v1/health'])
      expect(
        await send(local + path, {
          method: 'POST',
          body,
          from: '127.0.0.1',
          headers: { ...headers, host: new URL(local).host },
        }),
      ).toMatchObject({
        status: 403,
      })
  expect(await send(`${local}/bridge/login`, { method: 'POST', body })).toMatchObject({ status: 403 })
  const here = await send(`${local}/bridge/login`, {
    method: 'POST',
    body,
    from: '127.0.0.1',
    headers: { host: new URL(local).host },
  })
  expect(here).toMatchObject({ status: 200, body: { ok: true } })
  expect(here.headers['set-cookie']?.[0]).toContain(`fuelcard_session_${new URL(local).port}=`)

  // A session's cookie, sent along by a browser whoever asks it to, is worth nothing by itself.
  const value = /=([^;]+)/.exec(here.headers['set-cookie']?.[0] ?? '')?.[1]
  const cookie = `__Host-fuelcard_session=${value}`
  const proof = { 'x-fuelcard-session': here.body.value.proof as string }
  const ask = (headers: Record<string, string>, path = '/bridge/call/projects.list') =>
    send(listensAt + path, { method: path.endsWith('events') ? 'GET' : 'POST', body: {}, headers })
  expect((await ask({ cookie, ...proof, origin: PUBLIC_URL })).status).toBe(200)
  for (const headers of [{ cookie }, proof, { cookie: `fuelcard_session_443=${value}`, ...proof }])
    expect((await ask({ ...headers, origin: PUBLIC_URL })).status).toBe(401)
  for (const path of ['/bridge/call/projects.list', '/bridge/events', '/bridge/logout'])
    expect((await ask({ cookie, ...proof, origin: 'https://evil.example' }, path)).status).toBe(403)

  // What is of the machine itself stays there, whoever is signed in.
  const restore = '/bridge/call/backup.restoreNamed'
  expect(await ask({ cookie, ...proof, origin: PUBLIC_URL }, restore)).toMatchObject({
    status: 403,
    body: { error: { reason: 'on_its_machine' } },
  })
  const atHome = await send(local + restore, {
    method: 'POST',
    body: { name: 'none' },
    from: '127.0.0.1',
    headers: { ...proof, host: new URL(local).host, cookie: here.headers['set-cookie']?.[0]?.split(';')[0] ?? '' },
  })
  expect(atHome).toMatchObject({ status: 400, body: { error: { code: 'error.validation' } } })
})

test('calls of another page are refused at the public origin', async () => {
  const { listensAt } = team
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'http://fleet.example' },
    { origin: 'https://fleet.example:8443' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[])
    for (const path of ['/bridge/call/projects.list', '/bridge/login', '/bridge/logout'])
      expect(await send(listensAt + path, { method: 'POST', body: {}, headers })).toMatchObject({
        status: 403,
        body: { ok: false, error: { code: 'error.forbidden' } },
      })
  const form = await send(`${listensAt}/bridge/call/projects.list`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: PUBLIC_URL },
  })
  expect([401, 415]).toContain(form.status)
  expect(
    (await send(`${listensAt}/v1/health`, { headers: { origin: 'https://evil.example' } })).headers,
  ).not.toHaveProperty('access-control-allow-origin')
})

test('without a public URL, a listener beyond this machine serves /v1 alone', async () => {
  const home = createHome()
  const { ready } = await home.serve(['--no-demo', '--host', '0.0.0.0', '--insecure-http'])
  const { listensAt = '', uiUrl } = ready
  const headers = { host: new URL(listensAt).host }
  expect((await send(`${listensAt}/v1/health`, { headers, from: '127.0.0.1' })).body).toEqual({
    status: 'ok',
    state: 'ready',
  })
  for (const path of ['/', '/bridge/login', '/inbox/x'])
    expect((await send(listensAt + path, { headers, from: '127.0.0.1' })).status).toBe(404)
  expect(uiUrl).not.toContain(new URL(listensAt).port)
  expect((await fetch((uiUrl ?? '').split('#')[0] ?? '')).status).toBe(200)
})

test('the log names the client, not the proxy, and never what a client wrote itself', async () => {
  const { listensAt, end } = team
  const cases = [
    ['203.0.113.7', { 'x-forwarded-for': '203.0.113.7' }],
    ['203.0.113.8', { 'x-forwarded-for': '6.6.6.6, 203.0.113.8, 10.1.2.3' }],
    ['2001:db8::9', { forwarded: 'for=6.6.6.6, for="[2001:db8::9]:80";proto=https' }],
    [PROXY, { 'x-forwarded-for': 'nonsense' }],
    [PROXY, { forwarded: 'for=_hidden' }],
  ] as const
  for (const [, headers] of cases) expect((await send(`${listensAt}/v1/event-types`, { headers })).status).toBe(200)
  // The last test of this service: its output is complete when it has ended.
  const { stderr } = await end('SIGTERM')
  const logged = [...stderr.matchAll(/\/v1\/event-types".*"address":"([^"]+)"/g)].map(([, address]) => address)
  expect(logged).toEqual(cases.map(([address]) => address))
})
