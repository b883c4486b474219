import { createServer } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/built/modules.ts'
import { mismatch } from '../support/docs/expected.ts'
import { createHome, request } from '../support/program.ts'

test('a port in use is reported, with a way out', async () => {
  const home = createHome()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const ending = await home.run(['serve', '--port', String(port), '--json'])
  other.close()
  expect(ending.code).toBe(3)
  expect(JSON.parse(ending.stderr)).toEqual({
    code: 'error.unavailable',
    message: `127.0.0.1:${port} is taken by another program; choose another port with --port, or --port 0 for a free one`,
  })
  // And the folder was released.
  expect((await home.run(['projects', 'list', '--json'])).code).toBe(0)
})

test.each([
  [['--host', '0.0.0.0'], /--tls-cert and --tls-key, or say --insecure-http/],
  [['--tls-cert', 'only.pem'], /belong together/],
  [['--port', '70000'], /--port/],
  [['--store-connections', '7'], /belongs to --store/],
  [['--colour'], /unknown option '--colour'/],
])('serve %j is a usage error', async (words, message) => {
  const ending = await createHome().run(['serve', ...words])
  expect(ending.code).toBe(2)
  expect(ending.stderr).toMatch(message)
})

test('listening on every address is possible on request, and the page stays local', async () => {
  const home = createHome()
  const service = await home.serve(['--no-demo', '--host', '0.0.0.0', '--insecure-http'])
  expect(service.ready.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:/)
  expect((await fetch(`${service.ready.baseUrl}/health`)).status).toBe(200)
  expect((await service.end('SIGTERM')).code).toBe(0)
})

test('without the page, nothing but the API answers', async () => {
  const home = createHome()
  const service = await home.serve(['--no-demo', '--no-ui'])
  expect(service.ready.uiUrl).toBeNull()
  const answer = await fetch(service.ready.baseUrl.replace('/v1', '/'))
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'error.route_not_found' })
  expect((await home.run(['login', '--json'])).code).toBe(3)
})

test('the sign-in link works once, and login prints another', async () => {
  const home = createHome()
  const service = await home.serve()
  const origin = service.ready.baseUrl.slice(0, -3)
  const signIn = (link: string) =>
    fetch(`${origin}/bridge/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: link.split('#login=')[1] }),
    })
  expect((await signIn(service.ready.uiUrl ?? '')).status).toBe(200)
  expect((await signIn(service.ready.uiUrl ?? '')).status).toBe(401)
  const { uiUrl } = await home.json<{ uiUrl: string }>(['login'])
  expect((await signIn(uiUrl)).status).toBe(200)
})

test('a stop lets a running request end, accepts no other, and closes', async () => {
  const home = createHome()
  const service = await home.serve()
  const { port } = new URL(service.ready.baseUrl)
  // A request with headers but no body yet: it counts as running until the body arrives.
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    'POST /bridge/login HTTP/1.1\r\nHost: 127.0.0.1:' +
      port +
      '\r\nContent-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n',
  )
  const [go] = (await once(socket, 'data')) as [Buffer]
  expect(go.toString()).toMatch(/^HTTP\/1\.1 100 /)
  const ending = service.end('SIGTERM')
  await refusesConnections(Number(port))
  socket.write('{"token":""}')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /)
  // The stop waited for the request, not for the connection.
  expect(await ending).toMatchObject({ code: 0, stderr: expect.not.stringContaining('cut short') as string })
})

test('a page with an open event stream does not delay the stop', async () => {
  const home = createHome()
  const service = await home.serve()
  const origin = service.ready.baseUrl.slice(0, -3)
  const token = service.ready.uiUrl?.split('#login=')[1]
  const login = await fetch(`${origin}/bridge/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const { value } = (await login.json()) as { value: { proof: string } }
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const stream = await fetch(`${origin}/bridge/events`, {
    headers: { Cookie: cookie, 'X-Fuelcard-Session': value.proof },
  })
  expect(stream.status).toBe(200)
  expect(await service.end('SIGTERM')).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('cut short') as string,
  })
  await stream.body?.cancel().catch(() => {})
})

test('long work in the owner is aborted by the stop, and its command learns of it', async () => {
  const home = createHome()
  const service = await home.serve()
  await home.json(['projects', 'create', '--name', 'Fleet'])
  const mock = home.run(['cards', 'mock', '--count', '5000000', '--json'])
  await home.json(['cards', 'list', '--limit', '1'])
  await cardsThere(home)
  const ending = await service.end('SIGTERM')
  expect(ending.code).toBe(0)
  expect((await mock).code).toBe(3)
  expect((await home.run(['check'])).code).toBe(0)
})

test('the first start makes the demo fleet once, shows its key once, and prints what README.md states', async () => {
  const home = createHome()
  const first = await home.begin(['serve', '--port', '0'])
  const { stdout } = await first.end('SIGTERM')
  const stated = /```text\n([^]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? ''
  expect(mismatch('text', stated.replaceAll(/:4010\b/g, ':…'), stdout)).toBeNull()
  const [, key, url] = /curl -H "Authorization: Bearer (sk_sandbox_[A-Za-z0-9_-]{43})" "([^"]+)"/.exec(stdout) ?? []
  expect(key).toBeDefined()
  const service = await home.serve([])
  const projects = await home.json<{ id: string; name: string }[]>(['projects', 'list'])
  expect(projects.map(({ name }) => name)).toEqual(['Demo fleet'])
  expect(url).toContain(`/projects/${projects[0]?.id}/cards`)
  expect(await request(key ?? '', 'GET', `${service.ready.baseUrl}/projects/${projects[0]?.id}/cards`)).toMatchObject({
    status: 200,
    body: { total: 48 },
  })
  expect(await home.json(['keys', 'list'])).toHaveLength(1)
})

/** Resolves once the service accepts no more connections. */
async function refusesConnections(port: number): Promise<void> {
  for (;;) {
    const probe = connect(port, '127.0.0.1')
    const refused = await new Promise<boolean>((resolve) => {
      probe.once('connect', () => resolve(false))
      probe.once('error', () => resolve(true))
    })
    probe.destroy()
    if (refused) return
  }
}

async function cardsThere(home: ReturnType<typeof createHome>): Promise<void> {
  for (;;) {
    const { total } = await home.json<{ total: number }>(['cards', 'list', '--limit', '1'])
    if (total > 0) return
  }
}
