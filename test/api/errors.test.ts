import { createServer, get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestLogEntry } from '../../src-main/domain/desk/live-event.ts'
import { createApi, unavailableApi } from '../../src-main/api/api.ts'
import { startTestService, type TestProject, type TestService } from '../support/service.ts'

const logged: RequestLogEntry[] = []
const lines: { message: string; fields?: Record<string, unknown> | undefined }[] = []
let service: TestService
let project: TestProject
let path: string

beforeAll(async () => {
  service = await startTestService({
    onRequest: (entry) => logged.push(entry),
    logger: { log: (_level, message, fields) => lines.push({ message, fields }) },
  })
  project = await service.createProject()
  const [card] = await service.importCards(project, 'sandbox', [
    { cardNumber: '6000000000000001', providerCardId: 'E-1', status: 'active', licensePlate: 'B-1', driver: 'Ann' },
  ])
  path = `/v1/projects/${project.id}/cards/${card?.id}`
})
afterAll(() => service.close())

const send = (method: string, target: string, options: Parameters<TestService['send']>[2] = {}) =>
  service.send(method, target, { key: project.keys.sandbox, ...options })

describe('every answer', () => {
  it('has an id of its own, is never cached and does not reveal the server software', async () => {
    const replies = [
      await send('GET', path),
      await send('GET', '/v1/health'),
      await send('GET', '/v1/nothing'),
      await send('GET', `${path}x`),
      await send('GET', path, { key: 'x' }),
    ]
    expect(new Set(replies.map((reply) => reply.headers['x-request-id'])).size).toBe(5)
    for (const { headers } of replies) {
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      for (const name of ['x-powered-by', 'server', 'etag', 'access-control-allow-origin', 'set-cookie'])
        expect(headers[name]).toBeUndefined()
    }
  })

  it('that is an error carries the request id in its body and its header', async () => {
    const { headers, body } = await send('GET', '/v1/nothing')
    expect(body).toEqual({
      code: 'error.route_not_found',
      message: expect.any(String),
      requestId: headers['x-request-id'],
    })
  })
})

describe('an address', () => {
  /** Sent letter for letter: the usual client would normalise it first. */
  const statusOf = async (target: string) => {
    const asked = get({
      port: service.port,
      host: '127.0.0.1',
      path: target,
      headers: { host: 'localhost', authorization: `Bearer ${project.keys.sandbox}` },
    })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }

  it.each([
    '/v1',
    '/v1/',
    '/v1/projects',
    '/v1/card',
    '/V1/health',
    '/v1/Health',
    '/v1/health/x',
    '/v1/projects/{project}',
    '/v1/projects/{project}/CARDS',
    '/v1/projects/{project}/cards/x/y/z',
    '/v1/%2e%2e/%00',
    '/v2/health',
    '/',
  ])('that is %s is not found', async (target) => {
    expect(await send('GET', target.replace('{project}', project.id))).toMatchObject({
      status: 404,
      body: { code: 'error.route_not_found' },
    })
  })

  it('may end in a slash', async () => {
    expect((await send('GET', '/v1/health/')).status).toBe(200)
    expect((await send('GET', `/v1/projects/${project.id}/cards/`)).status).toBe(200)
  })

  it('may be given in absolute form, as proxies send it', async () => {
    expect(await statusOf('http://proxy.example/v1/health')).toBe(200)
  })

  it.each([
    ['/v1/projects/../health', 403],
    ['/v1/projects/./cards', 403],
    ['/v1/../v1/health', 404],
    ['//v1/health', 404],
    ['/v1//health', 404],
  ])('is never resolved: %s', async (target, status) => {
    expect(await statusOf(target)).toBe(status)
  })

  it.each([
    ['', 'GET, HEAD, PATCH', ['PUT', 'POST', 'DELETE', 'OPTIONS']],
    ['/activate', 'POST', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ])('of a card%s allows only %s', async (suffix, allow, methods) => {
    for (const method of methods) {
      const reply = await send(method, `${path}${suffix}`)
      expect(reply).toMatchObject({ status: 405, headers: { allow } })
      if (method !== 'HEAD') expect(reply.body.code).toBe('error.method_not_allowed')
    }
  })

  it('gets the same answers without a key', async () => {
    expect(await service.send('POST', '/v1/health', { raw: 'x' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    })
  })

  it('answers HEAD as it answers GET, without a body', async () => {
    const [get, head] = [await send('GET', path), await send('HEAD', path)]
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': get.headers['content-length'] } })
  })
})

describe('a body', () => {
  const json = { 'content-type': 'application/json' }
  const enable = (raw: string | Uint8Array, headers: Record<string, string> = json) =>
    send('POST', `${path}/enable`, { raw, headers })
  const update = (raw: string | Uint8Array, headers: Record<string, string> = json) =>
    send('PATCH', path, { raw, headers })

  it.each(['', '{}', ' {} ', '{"anything":[1]}', '\ufeff{}'])(
    '%j is taken by an operation that reads none',
    async (raw) => {
      expect((await enable(raw)).body.reason).toBe('card_already_enabled')
    },
  )

  it.each(['[]', 'null', '1', '"text"', 'true', '[{}]'])(
    '%s is no object, and refused by either kind of operation',
    async (raw) => {
      for (const reply of [await enable(raw), await update(raw)])
        expect(reply).toMatchObject({ status: 400, body: { code: 'error.validation', details: [{ field: 'body' }] } })
    },
  )

  it.each(['{', '{"a":1,}', '{a:1}', 'undefined', '{}{}', '\u0000', '{"a":"\n"}', "{'a':1}", 'NaN'])(
    '%j is not JSON',
    async (raw) => {
      for (const reply of [await enable(raw), await update(raw)])
        expect(reply).toMatchObject({ status: 400, body: { code: 'error.invalid_json' } })
    },
  )

  it('that is not UTF-8 is not JSON', async () => {
    expect((await update(Buffer.from('{"driver":"\xff"}', 'latin1'))).body.code).toBe('error.invalid_json')
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'application/json-patch+json',
    'multipart/form-data; boundary=x',
    'json',
    ';',
    'application/json; charset=latin1',
    'application/json; charset="utf-16"',
  ])('declared as %s is an unsupported media type', async (contentType) => {
    for (const reply of [
      await enable('{}', { 'content-type': contentType }),
      await update('{}', { 'content-type': contentType }),
    ]) {
      expect(reply).toMatchObject({ status: 415, body: { code: 'error.unsupported_media_type' } })
    }
  })

  it('without a content type is an unsupported media type', async () => {
    expect((await update('{"driver":"Ann"}', {})).status).toBe(415)
  })

  it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json ; x=y'])(
    'declared as %s is JSON',
    async (contentType) => {
      expect((await update('{"driver":"Ann"}', { 'content-type': contentType })).status).toBe(200)
    },
  )

  it('that is compressed is an unsupported media type', async () => {
    expect((await update(gzipSync('{"driver":"Ann"}'), { ...json, 'content-encoding': 'gzip' })).status).toBe(415)
  })

  it('may have 100 kB at most', async () => {
    const withLength = (length: number) =>
      JSON.stringify({ driver: 'Ann', x: '' }).replace('""', `"${'x'.repeat(length - 23)}"`)
    expect(withLength(100_000)).toHaveLength(100_000)
    expect((await update(withLength(100_000))).status).toBe(200)
    for (const length of [100_001, 5_000_000])
      expect(await update(withLength(length))).toMatchObject({ status: 413, body: { code: 'error.payload_too_large' } })
  })

  it('nested 40,000 levels deep is validated like any other', async () => {
    expect((await update(`{"driver":${'['.repeat(40_000)}${']'.repeat(40_000)}}`)).body).toMatchObject({
      code: 'error.validation',
      details: [{ field: 'driver' }],
    })
    expect((await update('['.repeat(90_000))).body.code).toBe('error.invalid_json')
  })

  it.each(['{"__proto__":{"driver":"Eve"}}', '{"constructor":{"prototype":{"driver":"Eve"}}}'])(
    'with the names of prototypes changes nothing: %s',
    async (raw) => {
      const before = await send('GET', path)
      expect((await update(raw)).body).toEqual(before.body)
      expect((await send('PATCH', path, { body: {} })).body).toEqual(before.body)
    },
  )

  it.each([
    [{ events: ['card.enabled'] }, 'url', 'Is required'],
    [{ url: 1, events: ['card.enabled'] }, 'url', 'Must be text'],
    [{ url: 'https://example.com', events: 'all' }, 'events', 'Must be a list'],
    [{ url: 'https://example.com', events: [] }, 'events', 'Must name at least one event'],
    [
      { url: 'https://example.com', events: ['card.enabled'], description: 'x'.repeat(501) },
      'description',
      'Must be at most 500 characters',
    ],
  ])('that is refused is told in words what a field must be (%#)', async (body, field, message) => {
    const reply = await send('POST', `/v1/projects/${project.id}/webhook`, { body })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'error.validation', details: [{ field, message }] })
  })

  it('of a GET is ignored', async () => {
    expect((await send('GET', path, { raw: '{', headers: { 'content-type': 'text/plain' } })).status).toBe(200)
  })
})

describe('malformed HTTP', () => {
  const answerTo = async (sent: string) => {
    const socket = connect(service.port, '127.0.0.1')
    socket.end(sent)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    return { head, body: JSON.parse(body) }
  }

  it.each([
    ['a line of noise', '\u0000\u0001\r\n\r\n', 'error.validation'],
    [
      'two lengths of one body',
      'POST /v1/health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'error.validation',
    ],
    [
      'an address of 20 kB',
      `GET /v1/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      'error.payload_too_large',
    ],
  ])('gets an error like any other: %s', async (_, sent, code) => {
    const { head, body } = await answerTo(sent)
    expect(body).toMatchObject({ code, requestId: expect.any(String) })
    expect(head).toContain(`X-Request-Id: ${body.requestId}`)
    expect((await send('GET', '/v1/health')).status).toBe(200)
  })
})

describe('a request that Node would answer by itself', () => {
  /** Everything that comes back on one connection, split into that many answers. */
  const answersTo = async (...pieces: string[]) => {
    const socket = connect(service.port, '127.0.0.1')
    const received = text(socket)
    for (const [index, piece] of pieces.entries()) {
      socket.write(piece)
      // Sends the next piece once something has come back, or the connection has ended.
      if (index < pieces.length - 1) await once(socket, 'data')
    }
    // The service ends the connection.
    return (await received).split(/(?=HTTP\/1\.1 \d{3} )/).map((answer) => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      return { status: Number(head.slice(9, 12)), head, body: JSON.parse(body) as { code: string; requestId: string } }
    })
  }

  it.each([
    ['without Host', 'GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'error.validation'],
    ['without Host, as an older protocol allows', 'GET /v1/health HTTP/1.0\r\n\r\n', 400, 'error.validation'],
    [
      'with an expectation that nobody knows',
      'POST /v1/health HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\nContent-Length: 2\r\n\r\n{}',
      417,
      'error.expectation_failed',
    ],
  ])('%s gets an error like any other', async (_, sent, status, code) => {
    const answers = await answersTo(sent)
    expect(answers).toMatchObject([{ status, body: { code, requestId: expect.any(String) } }])
    expect(answers[0]?.head).toContain(`X-Request-Id: ${answers[0]?.body.requestId}`)
  })

  it('gets one answer, even if a bad chunk of its body follows', async () => {
    const head = `POST /v1/projects/${project.id}/cards/x/enable HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    expect(await answersTo(`${head}1\r\n{\r\n`, 'zz\r\nno chunk\r\n')).toMatchObject([{ status: 401 }])
  })

  it('does not overtake the one before it', async () => {
    const cards = `GET /v1/projects/${project.id}/cards?search=ab HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${project.keys.sandbox}\r\n\r\n`
    expect((await answersTo(`${cards}\u0000\u0001\r\n\r\n`)).map(({ status }) => status)).toEqual([200, 400])
  })
})

describe('a bug in the service', () => {
  it('is answered without details and logged under the request’s id', async () => {
    const broken = {
      ...service.engine,
      environment: () => {
        throw new Error('secret detail')
      },
    }
    const api = createApi({
      engine: broken,
      rateLimits: { sandbox: 0, production: 0 },
      allowedHosts: [],
      corsOrigins: [],
      listening: () => ({ host: '127.0.0.1', port: 1 }),
    })
    const server = createServer((request, response) => {
      api(request, response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const reply = await fetch(`http://127.0.0.1:${port}/v1/projects/${project.id}/cards`, {
      headers: { authorization: `Bearer ${project.keys.sandbox}` },
    })
    const body = await reply.text()
    server.close()
    expect(reply.status).toBe(500)
    expect(JSON.parse(body)).toEqual({
      code: 'error.internal',
      message: expect.any(String),
      requestId: reply.headers.get('x-request-id'),
    })
    expect(body).not.toContain('secret detail')
    expect(
      lines.find((line) => line.fields?.['requestId'] === reply.headers.get('x-request-id'))?.fields?.['error'],
    ).toContain('secret detail')
  })
})

describe('the request log', () => {
  it('records method, path without query, status, duration, key and id of each request', async () => {
    logged.length = 0
    const reply = await send('GET', `/v1/projects/${project.id}/cards?search=Ann`)
    const anonymous = await service.send('GET', '/v1/nothing')
    await expect.poll(() => logged.length).toBe(2)
    expect(logged).toEqual([
      {
        id: reply.headers['x-request-id'],
        time: expect.stringMatching(/Z$/),
        method: 'GET',
        path: `/v1/projects/${project.id}/cards`,
        status: 200,
        durationMs: expect.any(Number),
        keyId: expect.any(String),
        keyName: 'sandbox key',
        projectId: project.id,
        environment: 'sandbox',
        ignored: null,
        refusal: null,
      },
      expect.objectContaining({
        path: '/v1/nothing',
        status: 401,
        keyId: null,
        projectId: null,
        id: anonymous.headers['x-request-id'],
      }),
    ])
    expect(JSON.stringify(logged)).not.toContain(project.keys.sandbox)
  })
})

describe('a service that is starting or stopping', () => {
  it('says so on every address of the API', async () => {
    service.standIn()
    for (const [method, target] of [
      ['GET', '/v1/health'],
      ['POST', `${path}/enable`],
      ['GET', '/v1/nothing'],
    ] as const) {
      expect(await send(method, target)).toMatchObject({
        status: 503,
        body: { code: 'error.unavailable', requestId: expect.any(String) },
      })
    }
  })

  it('leaves other addresses to the host', () => {
    let passed = 0
    unavailableApi({ url: '/index.html' } as never, {} as never, () => {
      passed += 1
    })
    expect(passed).toBe(1)
  })
})
