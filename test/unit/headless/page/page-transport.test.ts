import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBridge } from '../../../../src-main/bridge/bridge.ts'
import type { LiveEvent } from '../../../../src-main/domain/desk/live-event.ts'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { createPageTransport, type PageTransport } from '../../../../src-main/headless/page/page-transport.ts'
import { CONTRACT } from '../../../../src-preload/contract.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { sendRequest, type Reply, type RequestOptions } from '../../../support/http/http-client.ts'

const told = new Set<(event: LiveEvent) => void>()
/** The engine's events, and those that a test has the host send. */
const follow = (listener: (event: LiveEvent) => void): (() => void) => {
  told.add(listener)
  const end = opened.engine.onLive(listener)
  return () => {
    told.delete(listener)
    end()
  }
}

const HOUR_MS = 60 * 60 * 1000

let opened: TestEngine
let transport: PageTransport
let engine: () => Engine | null
let origin: string
let agent: Agent
let closeServer: () => void
let now = Date.parse('2026-03-01T08:00:00.000Z')

beforeAll(async () => {
  opened = await openTestEngine({ wallClock: { now: () => new Date(now) } })
  engine = () => opened.engine
  const rendererDir = join(opened.dataDir, 'page')
  mkdirSync(join(rendererDir, 'assets'), { recursive: true })
  writeFileSync(
    join(rendererDir, 'index.html'),
    '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><title>Page</title>',
  )
  writeFileSync(join(rendererDir, 'assets', 'index-AbCd_123.js'), 'export {}')
  writeFileSync(join(rendererDir, 'assets', 'index-AbCd_123.js.map'), '{}')
  writeFileSync(join(rendererDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(rendererDir, '.secret.js'), 'secret')
  writeFileSync(join(opened.dataDir, 'outside.js'), 'outside')
  symlinkSync(opened.dataDir, join(rendererDir, 'assets', '..data'))
  const bridge = createBridge({
    engine: () => opened.engine,
    host: {
      baseUrl: () => null,
      issueLoginLink: () => null,
      restore: () => Promise.reject(new Error('no restore here')),
    },
  })
  transport = createPageTransport({
    engine: () => engine(),
    bridge: () => bridge,
    live: { on: follow },
    rendererDir,
    origin: () => origin,
    heartbeatMs: 25,
  })
  const server = createServer(transport).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  origin = `http://127.0.0.1:${address.port}`
  agent = new Agent()
  closeServer = () => {
    transport.close()
    server.closeAllConnections()
    server.close()
  }
})

afterAll(async () => {
  closeServer()
  await agent.close()
  await opened.close()
})

const send = (method: string, path: string, options?: RequestOptions): Promise<Reply> =>
  sendRequest(agent, origin, method, path, options)

/** Signs in as the page does and returns the headers for its calls. */
async function signIn(): Promise<Record<string, string>> {
  const reply = await send('POST', '/bridge/login', {
    body: { token: await opened.engine.sessions.issueLoginToken() },
    headers: { origin },
  })
  expect(reply.status).toBe(200)
  return { cookie: cookieOf(reply), 'x-fuelcard-session': reply.body.value.proof, origin }
}

/** Sends a path letter for letter; other clients normalise it first. */
async function sendUnchanged(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; code: unknown }> {
  const outgoing = httpRequest({
    host: '127.0.0.1',
    port: new URL(origin).port,
    method,
    path,
    headers: { ...headers, 'content-length': method === 'POST' ? 2 : 0 },
  })
  outgoing.end(method === 'POST' ? '{}' : undefined)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const text = (await incoming.toArray()).join('')
  return { status: incoming.statusCode, code: (JSON.parse(text) as { error: { code: string } }).error.code }
}

const cookieOf = (reply: Reply): string => String(reply.headers['set-cookie']).split(';')[0] ?? ''

describe('the files of the page', () => {
  it('are served with their types, a strict policy and a nonce each', async () => {
    const [first, second] = [await send('GET', '/'), await send('GET', '/')]
    expect(first.status).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
    expect(first.text).toContain(`nonce="${nonce}"`)
    expect(second.text).not.toContain(nonce)
  })

  it('are cached for good if their name holds a hash, and revalidated otherwise', async () => {
    const script = await send('GET', '/assets/index-AbCd_123.js')
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    })
    const icon = await send('GET', '/favicon.svg?x=1')
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
    expect((await send('HEAD', '/favicon.svg')).text).toBe('')
  })

  it.each([
    '/../outside.js',
    '/assets/../../outside.js',
    '/%2e%2e/outside.js',
    '/..%2foutside.js',
    '/assets/..%5c..%5coutside.js',
    '/assets\\..\\..\\outside.js',
    '/assets/..data/outside.js',
    '//outside.js',
    '/.secret.js',
    '/assets/index-AbCd_123.js.map',
    '/index.html%00.js',
    '/assets/',
    '/assets',
    '/constructor',
  ])('never lead out of their folder: %s', async (path) => {
    expect(await sendUnchanged('GET', path)).toMatchObject({ status: 404, code: 'error.route_not_found' })
  })

  it('are read-only', async () => {
    const reply = await send('POST', '/', { body: {} })
    expect([reply.status, reply.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })
})

describe('another host name', () => {
  it('is refused unless it names this machine', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${new URL(origin).port}`,
      '127.0.0.1:1',
      'localhost.evil.example',
      '',
    ]) {
      const reply = await send('GET', '/', { headers: { host } })
      expect(reply.status, host).toBeOneOf([400, 403])
    }
  })

  it('of this machine redirects to the one origin of the page', async () => {
    const reply = await send('GET', '/', { headers: { host: `localhost:${new URL(origin).port}` } })
    expect([reply.status, reply.headers['location']]).toEqual([307, `${origin}/`])
  })
})

describe('signing in', () => {
  it('exchanges a link for a cookie that no script can read and a proof, once', async () => {
    const token = await opened.engine.sessions.issueLoginToken()
    const first = await send('POST', '/bridge/login', { body: { token } })
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toMatch(
      new RegExp(
        `^fuelcard_session_${new URL(origin).port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/bridge; Max-Age=\\d+$`,
      ),
    )
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.body.value.proof).toMatch(/^[\w-]{43}$/)
    const second = await send('POST', '/bridge/login', { body: { token } })
    expect([second.status, second.body.error.code, second.headers['set-cookie']]).toEqual([
      401,
      'error.signed_out',
      undefined,
    ])
  })

  it('accepts a token and nothing else', async () => {
    expect((await send('POST', '/bridge/login', { body: { token: 7 } })).body.error).toMatchObject({
      code: 'error.validation',
      details: [{ field: 'token' }],
    })
    expect((await send('GET', '/bridge/login')).status).toBe(405)
  })
})

describe('a call', () => {
  it('is answered with cookie and proof together', async () => {
    const reply = await send('POST', '/bridge/call/projects.list', { body: {}, headers: await signIn() })
    expect([reply.status, reply.body]).toEqual([200, { ok: true, value: [] }])
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      'x-content-type-options': 'nosniff',
    })
  })

  it('is refused without the cookie, without the proof, or with those of two sessions', async () => {
    const [mine, other] = [await signIn(), await signIn()]
    const { cookie, 'x-fuelcard-session': proof } = mine
    for (const headers of [
      { 'x-fuelcard-session': proof },
      { cookie },
      { cookie, 'x-fuelcard-session': other['x-fuelcard-session'] },
      {},
    ]) {
      const reply = await send('POST', '/bridge/call/projects.list', {
        body: {},
        headers: headers as Record<string, string>,
      })
      expect([reply.status, reply.body.error.code]).toEqual([401, 'error.signed_out'])
    }
  })

  it('is refused from any other origin, even one on this machine', async () => {
    const session = await signIn()
    const port = Number(new URL(origin).port)
    for (const foreign of [
      'https://evil.example',
      `http://127.0.0.1:${port + 1}`,
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
      'null',
    ]) {
      const reply = await send('POST', '/bridge/call/projects.list', {
        body: {},
        headers: { ...session, origin: foreign },
      })
      expect([reply.status, reply.body.error.code], foreign).toEqual([403, 'error.forbidden'])
    }
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(
        (
          await send('POST', '/bridge/call/projects.list', {
            body: {},
            headers: { ...session, 'sec-fetch-site': site },
          })
        ).status,
        site,
      ).toBe(403)
    }
    expect(
      (
        await send('POST', '/bridge/call/projects.list', {
          body: {},
          headers: { ...session, 'sec-fetch-site': 'same-origin' },
        })
      ).status,
    ).toBe(200)
  })

  it('is refused under a foreign host name', async () => {
    const reply = await send('POST', '/bridge/call/projects.list', {
      body: {},
      headers: { ...(await signIn()), host: 'evil.example' },
    })
    expect([reply.status, reply.body.error.code]).toEqual([403, 'error.forbidden'])
  })

  it('carries JSON, and at most a megabyte of it', async () => {
    const headers = await signIn()
    const json = { ...headers, 'content-type': 'application/json' }
    const path = '/bridge/call/projects.list'
    expect(
      (await send('POST', path, { raw: '{}', headers: { ...headers, 'content-type': 'text/plain' } })).status,
    ).toBe(415)
    expect(
      (
        await send('POST', path, {
          raw: 'a=1',
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(415)
    expect((await send('POST', path, { raw: '{', headers: json })).body.error.code).toBe('error.invalid_json')
    expect((await send('POST', path, { raw: Uint8Array.of(0x22, 0xff, 0x22), headers: json })).body.error.code).toBe(
      'error.invalid_json',
    )
    const large = await send('POST', path, { raw: `"${'x'.repeat(1024 * 1024)}"`, headers: json })
    expect([large.status, large.body.error.code]).toEqual([413, 'error.payload_too_large'])
    const full = await send('POST', path, { raw: `{"x":"${'x'.repeat(1024 * 1024 - 8)}"}`, headers: json })
    expect(full.status).toBe(200)
  })

  it('is checked against the contract', async () => {
    const headers = await signIn()
    for (const name of ['nothing.here', 'constructor', '__proto__', '', 'projects.list/']) {
      const reply = await send('POST', `/bridge/call/${name}`, { body: {}, headers })
      expect([reply.status, reply.body.error.code], name).toEqual([404, 'error.route_not_found'])
      expect(reply.headers['x-request-id']).toBe(reply.body.error.requestId)
    }
    expect(
      await sendUnchanged('POST', '/bridge/call/../login', { ...headers, 'content-type': 'application/json' }),
    ).toMatchObject({ status: 404 })
    const wrong = await send('POST', '/bridge/call/cards.get', { body: { projectId: 'x' }, headers })
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'error.validation'])
    expect((await send('GET', '/bridge/call/projects.list', { headers })).status).toBe(405)
  })

  it('that is for the command line only is refused to a page', async () => {
    const headers = await signIn()
    const names = Object.entries(CONTRACT).flatMap(([name, { audience }]) =>
      audience === 'command-line' ? [name] : [],
    )
    expect(names).toContain('backup.create')
    for (const name of names) {
      const reply = await send('POST', `/bridge/call/${name}`, { body: {}, headers })
      expect([reply.status, reply.body.error.code], name).toEqual([403, 'error.forbidden'])
    }
  })

  it('answers 503 while the service starts or stops, and the page remains available', async () => {
    const headers = await signIn()
    engine = () => null
    const reply = await send('POST', '/bridge/call/projects.list', { body: {}, headers })
    const page = await send('GET', '/')
    engine = () => opened.engine
    expect([reply.status, reply.body.error.code, page.status]).toEqual([503, 'error.unavailable', 200])
  })
})

describe('signing out', () => {
  it('ends the session and deletes the cookie', async () => {
    const headers = await signIn()
    const reply = await send('POST', '/bridge/logout', { body: {}, headers })
    expect([reply.status, String(reply.headers['set-cookie'])]).toEqual([200, expect.stringMatching(/=; .*Max-Age=0$/)])
    expect((await send('POST', '/bridge/call/projects.list', { body: {}, headers })).status).toBe(401)
  })
})

describe('the event stream', () => {
  /** Opens the stream; `next` reads one event, or null at its end. */
  async function openStream(headers: Record<string, string>) {
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(`${origin}/bridge/events`, { headers, dispatcher: agent })
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    let pending = ''
    const next = async (): Promise<string | null> => {
      for (;;) {
        const end = pending.indexOf('\n\n')
        if (end >= 0) {
          const event = pending.slice(0, end)
          pending = pending.slice(end + 2)
          return event
        }
        const { done, value } = await chunks.next()
        if (done === true) return null
        pending += value.toString('utf8')
      }
    }
    const end = async () => {
      while ((await next()) !== null);
    }
    return { statusCode, answered, next, end, drop: () => body.destroy() }
  }

  it('begins with ready and goes on with heartbeats', async () => {
    const stream = await openStream(await signIn())
    expect([stream.statusCode, stream.answered['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(await stream.next()).toBe('event: ready\ndata: {"version":"0.0.0-test","heartbeatMs":25}')
    expect(await stream.next()).toBe('event: heartbeat\ndata: {}')
    stream.drop()
  })

  it('needs cookie and proof like a call', async () => {
    const { cookie = '' } = await signIn()
    expect((await send('GET', '/bridge/events', { headers: { cookie } })).status).toBe(401)
  })

  it('tells every page of changes, and continues for the others when one stops reading', async () => {
    const [first, second] = [await openStream(await signIn()), await openStream(await signIn())]
    const eventOf = async (stream: typeof first, name: string) => {
      for (;;) {
        const event = await stream.next()
        if (event === null || event.startsWith(`event: ${name}\n`)) return event
      }
    }
    await opened.engine.projects.create('ErrorText', {
      actor: { type: 'system', id: null, name: 'Test' },
      channel: 'system',
    })
    expect([await eventOf(first, 'project.changed'), await eventOf(second, 'project.changed')]).toEqual(
      Array(2).fill('event: project.changed\ndata: {}'),
    )
    // The second stops reading: it is disconnected before it takes much memory, and reconnects by itself.
    const place = `/${'x'.repeat(50_000)}`
    for (let round = 0; round < 600; round += 1) {
      for (const listener of told) listener({ name: 'place.asked', data: { place } })
      await eventOf(first, 'place.asked')
    }
    // Cut off, or ended, depending on how far it had read.
    expect(await eventOf(second, 'never').catch(() => null)).toBeNull()
    expect(await eventOf(first, 'heartbeat')).not.toBeNull()
    first.drop()
  })

  it('ends with its own session only', async () => {
    const [mine, other] = [await signIn(), await signIn()]
    const [ending, staying] = [await openStream(mine), await openStream(other)]
    await send('POST', '/bridge/logout', { body: {}, headers: mine })
    await ending.end()
    await staying.next()
    expect(await staying.next()).toContain('heartbeat')
    staying.drop()
  })

  it('ends after 12 hours without use of the session', async () => {
    const headers = await signIn()
    const stream = await openStream(headers)
    now += 11 * HOUR_MS
    expect((await send('POST', '/bridge/call/projects.list', { body: {}, headers })).status).toBe(200)
    now += 11 * HOUR_MS
    await stream.next()
    expect(await stream.next()).toContain('heartbeat')
    now += 2 * HOUR_MS
    await stream.end()
  })

  it('ends with the service', async () => {
    const stream = await openStream(await signIn())
    transport.close()
    await stream.end()
  })
})

it('writes the actions of a page into the audit log as those of the person at this machine', async () => {
  const reply = await send('POST', '/bridge/call/projects.create', {
    body: { name: 'From the page' },
    headers: await signIn(),
  })
  expect(reply.body.value.name).toBe('From the page')
  const { docs } = await opened.engine.audit.list('control', { action: 'project.create', page: 1, limit: 10 })
  expect(docs[0]).toMatchObject({
    actor: { type: 'person', id: opened.engine.people.localId, name: 'Clerk' },
    channel: 'app',
  })
})
