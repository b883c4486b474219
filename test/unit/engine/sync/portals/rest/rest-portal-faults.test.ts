import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createNetServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProviderPortal } from '../../../../../../src-main/engine/sync/portals/portal.ts'
import { judgeAddress, judgePortalUrl } from '../../../../../../src-main/net/destination-guard.ts'
import { testPortal } from '../../../../../../src-main/engine/sync/portals/test-portal.ts'
import type { FaultsInput } from '../../../../../../src-main/portal/faults.ts'
import { jsonAnswer, startBrokenGateway } from '../../../../../support/portal/broken-gateway.ts'
import { listedCards, startTestPortal, type TestPortal } from '../../../../../support/portal/portal.ts'
import { startReceiver } from '../../../../../support/receiver.ts'
import { errorOf, openedPortal, SIGNAL, TEST_LIMITS } from '../../../../../support/portal/rest-portal.ts'

const list = (rest: ProviderPortal) => rest.listCards(null, { limit: 10 }, SIGNAL)
const anActiveCard = async (portal: TestPortal) =>
  (await listedCards(portal)).find(({ status }) => status === 'active')?.providerCardId ?? ''
const credentials = { clientId: 'client', clientSecret: 'secret-of-the-test', staticToken: 'token-of-the-test' }

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('a listing', () => {
  const faults: [what: string, fault: FaultsInput, kind: string, message: RegExp][] = [
    ['a 500', { errors: { '500': 1 } }, 'unavailable', /problem of its own \(500\)/],
    ['a 503', { errors: { '503': 1 } }, 'unavailable', /problem of its own \(503\)/],
    ['a 408', { errors: { '408': 1 } }, 'unavailable', /\(408\)/],
    ['a 400', { errors: { '400': 1 } }, 'refused', /refused the request \(400\)/],
    ['a dropped connection', { drop: 1 }, 'unavailable', /lost before its answer was complete/],
    ['half an answer', { half: 1 }, 'unavailable', /lost before its answer was complete/],
    ['broken JSON', { wrongJson: 1 }, 'protocol', /not valid JSON/],
    [
      'JSON of another protocol',
      { wrongShape: 1 },
      'protocol',
      /not of the portal protocol: cards, nextCursor, complete/,
    ],
    ['a web page', { wrongType: 1 }, 'protocol', /other than JSON/],
    ['a redirect', { redirectTo: 'http://127.0.0.1:1/' }, 'protocol', /redirects to another address \(307\)/],
    ['refused tokens', { rejectTokens: true }, 'credentials', /does not accept the credentials \(401\)/],
  ]
  it.each(faults)('ends with %s as an error that a clerk understands', async (_what, fault, kind, message) => {
    const portal = await startTestPortal({ faults: fault })
    const error = await errorOf(list(openedPortal(portal)))
    expect(error).toMatchObject({ kind, message: expect.stringMatching(message) as string })
    expect(error.cause).toBeUndefined()
    await portal.setFaults({})
    expect((await list(openedPortal(portal))).cards).toHaveLength(10)
  })

  it('that breaks at a page goes on from there', async () => {
    const portal = await startTestPortal({
      cards: 20,
      faults: { half: 1, routes: ['cards'], afterRequests: 1, times: 1 },
    })
    const rest = openedPortal(portal)
    const { nextCursor } = await list(rest)
    expect(await errorOf(rest.listCards(nextCursor, { limit: 10 }, SIGNAL))).toMatchObject({ kind: 'unavailable' })
    expect(await rest.listCards(nextCursor, { limit: 10 }, SIGNAL)).toMatchObject({
      complete: true,
      cards: { length: 10 },
    })
  })

  it.each([
    ['latency', { latencyMs: 60_000 }],
    ['an answer that stops half-way', { stall: 1 }],
  ] as const)('is given up in time with %s', async (_what, fault) => {
    const portal = await startTestPortal({ faults: fault })
    const rest = openedPortal(portal, { limits: { ...TEST_LIMITS, readMs: 150 } })
    expect(await errorOf(list(rest))).toMatchObject({
      kind: 'timeout',
      message: 'The portal did not give a complete answer within 0.15 seconds.',
    })
  })

  it('of a gigabyte is not read to its end', async () => {
    const portal = await startTestPortal({ faults: { hugeBytes: 1e9 } })
    const before = process.memoryUsage.rss()
    expect(await errorOf(list(openedPortal(portal)))).toMatchObject({
      kind: 'too_large',
      message: "The portal's answer is larger than 8 MB and was not read to its end.",
    })
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('that announces a gigabyte is not read at all', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    receiver.answer((response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1e9 }).flushHeaders(),
    )
    expect(
      await errorOf(list(openedPortal({ ...credentials, baseUrl: receiver.url }, { auth: 'bearer' }))),
    ).toMatchObject({ kind: 'too_large' })
  })

  it('is not unpacked if it arrives compressed', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    receiver.answer((response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('x'),
    )
    expect(
      await errorOf(list(openedPortal({ ...credentials, baseUrl: receiver.url }, { auth: 'bearer' }))),
    ).toMatchObject({ kind: 'protocol', message: expect.stringMatching(/compressed/) as string })
    expect(receiver.arrivals[0]?.headers['accept-encoding']).toBe('identity')
  })

  it('ends at once when it is cancelled, or the portal is closed', async () => {
    const portal = await startTestPortal({ faults: { latencyMs: 60_000 } })
    const rest = openedPortal(portal)
    const cancel = new AbortController()
    const cancelled = errorOf(rest.listCards(null, { limit: 10 }, cancel.signal))
    const closed = errorOf(list(rest))
    cancel.abort()
    expect(await cancelled).toMatchObject({ kind: 'aborted' })
    await rest.close()
    expect(await closed).toMatchObject({ kind: 'aborted' })
    expect(await errorOf(list(rest))).toMatchObject({ kind: 'aborted' })
  })
})

describe('a change', () => {
  const lost: [what: string, fault: FaultsInput][] = [
    ['dropped', { drop: 1 }],
    ['sent half', { half: 1 }],
    ['broken', { wrongJson: 1 }],
    ['of another protocol', { wrongShape: 1 }],
    ['called a web page', { wrongType: 1 }],
  ]
  it.each(lost)('that was answered with %s is made once when it is sent again', async (_what, fault) => {
    const portal = await startTestPortal({ cards: 40, faults: { ...fault, routes: ['change'], times: 2 } })
    const rest = openedPortal(portal)
    const change = { providerCardId: await anActiveCard(portal), action: 'disable' } as const
    expect(['unavailable', 'protocol']).toContain((await errorOf(rest.submit(change, 'r1', SIGNAL))).kind)
    await errorOf(rest.submit(change, 'r1', SIGNAL))
    expect(await rest.submit(change, 'r1', SIGNAL)).toEqual({ state: 'done' })
    expect((await portal.changes()).total).toBe(1)
  })

  it.each([401, 408, 425, 429, 500, 503])('is not refused by a %i', async (status) => {
    const portal = await startTestPortal({ cards: 40, faults: { errors: { [status]: 1 } } })
    expect(
      (await errorOf(openedPortal(portal).submit({ providerCardId: 'any', action: 'disable' }, 'r', SIGNAL))).kind,
    ).not.toBe('refused')
  })

  it('is not refused by a page of another server', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    receiver.answer((response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>'))
    const rest = openedPortal({ ...credentials, baseUrl: receiver.url }, { auth: 'bearer' })
    expect(await errorOf(rest.submit({ providerCardId: 'any', action: 'disable' }, 'r', SIGNAL))).toMatchObject({
      kind: 'protocol',
    })
    expect(receiver.arrivals[0]).toMatchObject({
      path: '/hook/cards/any/changes',
      headers: { 'idempotency-key': 'r', authorization: 'Bearer token-of-the-test' },
      body: '{"action":"disable"}',
    })
    receiver.answer((response) => response.writeHead(204).end())
    expect(await rest.submit({ providerCardId: 'any', action: 'disable' }, 'r', SIGNAL)).toEqual({ state: 'done' })
  })
})

describe('an access token', () => {
  it('that expired is renewed once, and the call goes on', async () => {
    const portal = await startTestPortal()
    const rest = openedPortal(portal)
    await list(rest)
    await portal.setFaults({ expireTokens: true })
    expect((await list(rest)).cards).toHaveLength(10)
    expect((await portal.requests()).byRoute).toEqual({ token: { '200': 2 }, cards: { '200': 2, '401': 1 } })
  })

  it('is renewed half a minute before it ends', async () => {
    let now = 0
    const portal = await startTestPortal({ tokenLifetimeSeconds: 3_600 })
    const rest = openedPortal(portal, { now: () => now })
    await list(rest)
    now = 3_569_999
    await list(rest)
    expect((await portal.requests()).byRoute['token']).toEqual({ '200': 1 })
    now = 3_570_000
    await list(rest)
    expect((await portal.requests()).byRoute['token']).toEqual({ '200': 2 })
  })

  it('is requested once for many calls', async () => {
    const portal = await startTestPortal()
    const rest = openedPortal(portal)
    await Promise.all(Array.from({ length: 8 }, () => list(rest)))
    expect((await portal.requests()).byRoute['token']).toEqual({ '200': 1 })
  })

  it.each([
    ['invalid_scope', '(400, invalid_scope)'],
    ['anything-at-all', '(400)'],
  ])('that is refused is reported with only the standard’s code: %s', async (code, told) => {
    const portal = await startTestPortal()
    const address = await startBrokenGateway(portal, (request, pass) =>
      request.path === '/oauth/token'
        ? Promise.resolve(jsonAnswer(400, { error: code, error_description: 'words' }))
        : pass(request),
    )
    expect(await errorOf(list(openedPortal(portal, { baseUrl: address })))).toMatchObject({
      kind: 'credentials',
      message: expect.stringContaining(told) as string,
    })
  })

  it('that lives for ten seconds is not requested again for each request', async () => {
    const portal = await startTestPortal({ tokenLifetimeSeconds: 10 })
    let now = 0
    const rest = openedPortal(portal, { now: () => now })
    for (; now < 5_000; now += 1_000) await list(rest)
    expect((await portal.requests()).byRoute).toMatchObject({ token: { '200': 1 }, cards: { '200': 5 } })
    await list(rest)
    expect((await portal.requests()).byRoute['token']).toEqual({ '200': 2 })
  })

  it('that is refused although it is fresh is not requested again', async () => {
    const portal = await startTestPortal({ faults: { rejectTokens: true } })
    expect(await errorOf(list(openedPortal(portal)))).toMatchObject({ kind: 'credentials' })
    expect((await portal.requests()).byRoute).toEqual({ token: { '200': 2 }, cards: { '401': 2 } })
    expect(await errorOf(list(openedPortal(portal, { auth: 'bearer' })))).toMatchObject({ kind: 'credentials' })
    expect((await portal.requests()).byRoute['cards']).toEqual({ '401': 3 })
  })

  it.each([['wrongJson'], ['wrongShape'], ['wrongType']] as const)(
    'that is none (%s) is an error of the protocol',
    async (fault) => {
      const portal = await startTestPortal({ faults: { [fault]: 1, routes: ['token'] } })
      expect(await errorOf(list(openedPortal(portal)))).toMatchObject({ kind: 'protocol' })
    },
  )
})

describe('a portal that asks the service to wait', () => {
  it('is left alone for as long as it says', async () => {
    const portal = await startTestPortal({ faults: { rateLimit: { retryAfterSeconds: 120 }, times: 1 } })
    const rest = openedPortal(portal)
    expect(await errorOf(list(rest))).toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 120,
      message: 'The portal asks for fewer requests; it asks to wait 120 seconds.',
    })
    expect(await errorOf(list(rest))).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 120 })
    expect((await portal.requests()).byRoute['cards']).toEqual({ '429': 1 })
  })

  it('holds up a schedule for as long as it says, and a person for a minute', async () => {
    let now = 0
    const portal = await startTestPortal({ faults: { rateLimit: { retryAfterSeconds: 7_200 }, times: 1 } })
    const rest = openedPortal(portal, { now: () => now })
    const listFor = (byPerson: boolean) => rest.listCards(null, { limit: 10, byPerson }, SIGNAL)
    expect(await errorOf(listFor(true))).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 7_200 })
    now = 59_000
    expect(await errorOf(listFor(true))).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 1 })
    now = 60_000
    expect(await errorOf(listFor(false))).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 7_140 })
    expect((await listFor(true)).cards).toHaveLength(10)
    expect((await portal.requests()).byRoute['cards']).toEqual({ '429': 1, '200': 1 })
  })

  it.each([
    ['Fri, 01 Jan 2027 00:01:00 GMT', 60],
    ['Thu, 31 Dec 2026 00:00:00 GMT', 0],
    ['99999999999', 86_400],
    ['soon', undefined],
  ])('by "%s" is understood, against its own clock', async (retryAfter, seconds) => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    receiver.answer((response) =>
      response.writeHead(503, { 'retry-after': retryAfter, date: 'Fri, 01 Jan 2027 00:00:00 GMT' }).end(),
    )
    expect(
      (await errorOf(list(openedPortal({ ...credentials, baseUrl: receiver.url }, { auth: 'bearer' }))))
        .retryAfterSeconds,
    ).toBe(seconds)
  })
})

describe('a test of the connection', () => {
  const tested = (rest: ProviderPortal) => testPortal(rest, SIGNAL)

  it('reports that it works, or that there are no cards', async () => {
    expect(await tested(openedPortal(await startTestPortal()))).toEqual({
      result: 'ok',
      message: 'The connection works: the portal answers and lists cards.',
      name: 'Reference portal',
    })
    expect(await tested(openedPortal(await startTestPortal({ cards: 0 })))).toMatchObject({ result: 'no_cards' })
  })

  it('reports a name that does not resolve', async () => {
    expect(await tested(openedPortal({ ...credentials, baseUrl: 'https://gateway.example/fuel' }))).toMatchObject({
      result: 'cannot_resolve',
      message: expect.stringMatching(/"gateway.example" leads nowhere/) as string,
    })
  })

  it('reports a port without a listener', async () => {
    const portal = await startTestPortal()
    await portal.close()
    expect(await tested(openedPortal(portal))).toMatchObject({
      result: 'cannot_connect',
      message: expect.stringMatching(/127\.0\.0\.1:\d+ \(ECONNREFUSED\)/) as string,
    })
  })

  it('reports a certificate that is not trusted, until it is, and one for another name', async () => {
    const tls = join(import.meta.dirname, '../../../../../fixtures/tls')
    const [cert, key] = [readFileSync(join(tls, 'cert.pem'), 'utf8'), readFileSync(join(tls, 'key.pem'), 'utf8')]
    const port = await listening(
      createTlsServer(
        { cert, key },
        (_request, response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"cards":[],"nextCursor":null,"complete":true}'),
      ),
    )
    const resolver = { resolve: () => Promise.resolve(['127.0.0.1']) }
    const open = (host: string, extraCa: string[]) =>
      openedPortal({ ...credentials, baseUrl: `https://${host}:${port}` }, { auth: 'bearer', resolver, extraCa })
    expect(await tested(open('localhost', []))).toMatchObject({
      result: 'tls',
      message: expect.stringMatching(/self-signed/) as string,
    })
    expect(await tested(open('localhost', [cert]))).toMatchObject({ result: 'no_cards' })
    expect(await tested(open('gateway.example', [cert]))).toMatchObject({
      result: 'tls',
      message: expect.stringMatching(/another name/) as string,
    })
  })

  it('reports a port that speaks no TLS, and one that speaks no HTTP', async () => {
    const portal = await startTestPortal()
    expect(await tested(openedPortal(portal, { baseUrl: portal.baseUrl.replace('http:', 'https:') }))).toMatchObject({
      result: 'tls',
    })
    const port = await listening(
      createNetServer((socket) => void socket.on('error', () => {}).end('220 mail.example ready\r\n')),
    )
    expect(await tested(openedPortal({ ...credentials, baseUrl: `http://127.0.0.1:${port}` }))).toMatchObject({
      result: 'protocol',
    })
  })

  it('reports wrong credentials, of either kind', async () => {
    const portal = await startTestPortal()
    expect(await tested(openedPortal({ ...portal, clientSecret: 'wrong' }))).toMatchObject({
      result: 'credentials',
      message: expect.stringMatching(/client id and secret/) as string,
    })
    expect(await tested(openedPortal({ ...portal, staticToken: 'wrong' }, { auth: 'bearer' }))).toMatchObject({
      result: 'credentials',
    })
  })

  it('reports an address that is not a portal', async () => {
    const portal = await startTestPortal()
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    for (const [type, body] of [
      ['text/html', '<html>'],
      ['application/json', '[]'],
      ['text/plain', 'ok'],
    ] as const) {
      receiver.answer((response) => response.writeHead(200, { 'content-type': type }).end(body))
      expect(await tested(openedPortal({ ...credentials, baseUrl: receiver.url }, { auth: 'bearer' }))).toMatchObject({
        result: 'protocol',
      })
    }
    receiver.answer((response) => response.writeHead(404).end())
    expect(await tested(openedPortal({ ...credentials, baseUrl: receiver.url }, { auth: 'bearer' }))).toMatchObject({
      result: 'protocol',
      message: expect.stringMatching(/no portal at this address/) as string,
    })
    const cards = await listedCards(portal)
    await portal.setFaults({ malformed: cards.map(({ providerCardId }) => providerCardId) })
    expect(await tested(openedPortal(portal))).toMatchObject({
      result: 'protocol',
      message: expect.stringMatching(/cardNumber/) as string,
    })
  })

  it('changes nothing at the portal', async () => {
    const portal = await startTestPortal()
    const before = await listedCards(portal)
    await tested(openedPortal(portal))
    expect(await listedCards(portal)).toEqual(before)
    expect((await portal.changes()).total).toBe(0)
  })
})

describe('the address of a portal', () => {
  const policy = { allowedNetworks: [], serviceOnLoopback: true, ownPorts: [4010], isInbox: () => false }
  const LISTED = { ...policy, allowedNetworks: ['10.0.0.0/24'] }

  it.each([
    'https://gateway.example',
    'https://10.0.0.5:8443/fuel/',
    'http://127.0.0.1:4020',
    'http://localhost:4020',
    'http://[::1]:4020',
    'http://127.1',
    'https://[64:ff9b::808:808]',
  ])('may be %s', (url) => {
    expect(judgePortalUrl(url, LISTED)).toBeNull()
  })

  it('may be this machine over http even if the service also listens elsewhere', () => {
    expect(judgePortalUrl('http://127.0.0.1:4020', { ...policy, serviceOnLoopback: false })).toBeNull()
  })

  it.each([
    'http://gateway.example',
    'http://10.0.0.5',
    'http://localhost.example',
    'ftp://gateway.example',
    'https://user:secret@gateway.example',
    'https://gateway.example/?token=x',
    'https://gateway.example/#x',
    'gateway.example',
    '',
    'https://169.254.169.254',
    'https://2852039166',
    'https://10.1.0.5',
    'https://127.0.0.1',
    'https://localhost',
    'https://[::ffff:a9fe:a9fe]',
    'https://[64:ff9b::a9fe:a9fe]',
    'https://[2002:a9fe:a9fe::]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://127.0.0.1:4010',
  ])('may not be %s', (url) => {
    expect(judgePortalUrl(url, LISTED)).not.toBeNull()
  })

  it('over http leads only to this machine, wherever its name resolves to', async () => {
    const portal = await startTestPortal()
    const named = (...addresses: string[]) =>
      openedPortal(portal, {
        baseUrl: portal.baseUrl.replace('127.0.0.1', 'localhost'),
        resolver: { resolve: () => Promise.resolve(addresses) },
      })
    expect(await errorOf(list(named('8.8.8.8')))).toMatchObject({ kind: 'destination' })
    expect(await errorOf(list(named('127.0.0.1', '8.8.8.8')))).toMatchObject({ kind: 'destination' })
    expect((await list(named('::1', '127.0.0.1'))).cards).toHaveLength(10)
  })

  it('is never dialled if it is not public, whichever name or token address led there', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const judge = (address: string, url: URL) => judgeAddress(address, url, 'portal', policy)
    const resolver = {
      resolve: (host: string) => Promise.resolve([host === 'token.example' ? '127.0.0.1' : '10.0.0.5']),
    }
    const oauth = {
      type: 'oauth2',
      clientId: 'x',
      clientSecret: 'x',
      tokenUrl: `https://token.example:${receiver.port}/token`,
    } as const
    for (const baseUrl of [
      'https://gateway.example',
      'https://169.254.169.254',
      `https://127.0.0.1:${receiver.port}`,
      `https://[64:ff9b::7f00:1]:${receiver.port}`,
    ]) {
      expect(
        await errorOf(list(openedPortal({ ...credentials, baseUrl }, { auth: 'bearer', judge, resolver }))),
        baseUrl,
      ).toMatchObject({ kind: 'destination' })
    }
    expect(
      await errorOf(
        list(openedPortal({ ...credentials, baseUrl: 'https://gateway.example' }, { auth: oauth, judge, resolver })),
      ),
    ).toMatchObject({ kind: 'destination', message: expect.stringContaining('this machine') as string })
    expect(receiver.connections()).toBe(0)
  })
})

describe('credentials', () => {
  it('appear in no error, not even if the provider repeats them', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const secrets = [
      's3cret/of+the=client',
      'token-that-was-issued',
      'static-token-of-the-test',
      encodeURIComponent('s3cret/of+the=client'),
      btoa(`client:${encodeURIComponent('s3cret/of+the=client')}`),
    ]
    const oauth = { type: 'oauth2', clientId: 'client', clientSecret: secrets[0] ?? '' } as const
    for (const status of [200, 307, 400, 401, 403, 404, 422, 429, 500, 503]) {
      for (const tokenStatus of [200, 400, 401, 500]) {
        receiver.answer((response, { path, headers }) => {
          const echo = `${headers.authorization} ${Buffer.from(String(headers.authorization).split(' ')[1] ?? '', 'base64').toString()} ${secrets.join(' ')}`
          const token = path.endsWith('/oauth/token')
          const body =
            token && tokenStatus === 200
              ? { access_token: secrets[1], token_type: 'Bearer' }
              : { code: echo.slice(0, 100), message: echo }
          response
            .writeHead(token ? tokenStatus : status, {
              'content-type': 'application/json',
              location: `http://x/?${secrets[0]}`,
            })
            .end(JSON.stringify(body))
        })
        const rest = openedPortal({ ...credentials, baseUrl: receiver.url }, { auth: oauth })
        const fixed = openedPortal(
          { ...credentials, baseUrl: receiver.url },
          { auth: { type: 'bearer', token: secrets[2] ?? '' } },
        )
        for (const portal of [rest, fixed]) {
          const own =
            portal === fixed
              ? [secrets[2] ?? '']
              : [secrets[0], ...secrets.slice(3), ...(tokenStatus === 200 ? [secrets[1]] : [])].map(String)
          const change = portal.submit({ providerCardId: 'x', action: 'enable' }, 'r', SIGNAL).then(
            (answer) => answer,
            (error: unknown) => error,
          )
          const told = [await errorOf(list(portal)), await change]
            .map((outcome) => `${String(outcome)} ${JSON.stringify(outcome, Object.getOwnPropertyNames(outcome))}`)
            .join()
          for (const secret of own) expect(told).not.toContain(secret)
        }
      }
    }
  })

  it('appear in no network error', async () => {
    const portal = await startTestPortal({ faults: { drop: 1, routes: ['token', 'cards'] } })
    const error = await errorOf(list(openedPortal(portal)))
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(portal.clientSecret)
    const bearer = await errorOf(list(openedPortal(portal, { auth: 'bearer' })))
    expect(JSON.stringify(bearer, Object.getOwnPropertyNames(bearer))).not.toContain(portal.staticToken)
  })
})
