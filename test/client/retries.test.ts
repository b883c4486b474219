import { describe, expect, it } from 'vitest'
import {
  createClient,
  FuelcardConnectionError,
  FuelcardError,
  isFuelcardError,
  type Attempt,
  type ClientOptions,
} from '../../src-client/src/index.ts'
import { cut, json, refusal, silence, startStandIn, type Answer } from './stand-in.ts'
import { eventually } from '../support/eventually.ts'

const CARD = '0197b4a2-6c1e-7000-8000-00015f3a9c42'
const DRIVER = { licensePlate: 'B-XY 12', driver: 'Mara Lindqvist' }
const DONE = json(200, { id: CARD, status: 'active' })

async function clientAgainst(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const { baseUrl, seen } = await startStandIn(...answers)
  const attempts: Attempt[] = []
  const client = createClient({
    baseUrl: `${baseUrl}/`,
    projectId: 'p1',
    apiKey: 'sk_sandbox_test',
    retryDelayMs: 1,
    onAttempt: (attempt) => attempts.push(attempt),
    ...options,
  })
  return { client, seen, attempts }
}

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('a call that makes something happen', () => {
  it('is repeated after a lost connection, an overload and a restart, each time with the same key', async () => {
    const { client, seen, attempts } = await clientAgainst([
      cut,
      refusal(429, 'error.rate_limited', { 'Retry-After': '0' }),
      refusal(503, 'error.unavailable', { 'Retry-After': '0' }),
      DONE,
    ])
    expect(await client.cards.activate(CARD, DRIVER)).toMatchObject({ status: 'active' })
    expect(seen.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual(
      Array.from({ length: 4 }, () => ['POST', `/v1/projects/p1/cards/${CARD}/activate`, DRIVER]),
    )
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
    expect(seen[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer sk_sandbox_test',
      'content-type': 'application/json',
    })
    expect(attempts.map(({ number, status, requestId }) => [number, status, requestId])).toEqual([
      [1, null, null],
      [2, 429, 'req-1'],
      [3, 503, 'req-1'],
      [4, 200, 'req-1'],
    ])
  })

  it('waits for its own first attempt, and takes a key of the caller', async () => {
    const { client, seen } = await clientAgainst([refusal(409, 'error.idempotency_conflict'), DONE])
    await client.cards.disable(CARD, { idempotencyKey: 'order-7' })
    expect(seen.map(({ key, body }) => [key, body])).toEqual([
      ['order-7', ''],
      ['order-7', ''],
    ])
  })

  it('is not repeated after a refusal, which says what is wrong', async () => {
    const { client, seen } = await clientAgainst([
      json(400, {
        code: 'error.validation',
        message: 'Validation failed',
        requestId: 'req-2',
        details: [{ field: 'driver', message: 'Driver name is required' }],
      }),
    ])
    const error = await caught(client.cards.activate(CARD, { ...DRIVER, driver: '' }))
    expect(error).toBeInstanceOf(FuelcardError)
    expect(error).toMatchObject({
      name: 'FuelcardError',
      message: 'Validation failed',
      code: 'error.validation',
      status: 400,
      requestId: 'req-2',
      reason: null,
      retryAfterMs: null,
      details: [{ field: 'driver', message: 'Driver name is required' }],
    })
    expect(isFuelcardError(error)).toBe(true)
    expect(isFuelcardError(error, 'error.validation')).toBe(true)
    expect(isFuelcardError(error, 'error.card_not_found')).toBe(false)
    expect(seen).toHaveLength(1)
  })
})

describe('a change without a key', () => {
  it.each([
    ['a lost connection', cut],
    ['a proxy’s 502', json(502, { oops: true })],
    ['a conflict', refusal(409, 'error.idempotency_conflict')],
  ])('is not repeated after %s: it may have happened', async (_what, answer) => {
    const { client, seen } = await clientAgainst([answer, json(200, {})])
    expect(await caught(client.cards.update(CARD, { driver: 'Ada' }))).toBeInstanceOf(Error)
    expect(seen.map(({ method, key }) => [method, key])).toEqual([['PATCH', undefined]])
  })

  it('is repeated once the service has said that nothing was done', async () => {
    const { client, seen } = await clientAgainst([
      refusal(503, 'error.unavailable'),
      (response) => response.writeHead(204).end(),
    ])
    expect(await client.webhook.delete()).toBeUndefined()
    expect(seen).toHaveLength(2)
  })
})

describe('repetitions end', () => {
  it('after as many as asked', async () => {
    const { client, seen } = await clientAgainst([cut], { maxRetries: 2 })
    expect(await caught(client.health())).toMatchObject({ name: 'FuelcardConnectionError', problem: 'network' })
    expect(seen).toHaveLength(3)
    await caught(client.health({ maxRetries: 0 }))
    expect(seen).toHaveLength(4)
  })

  it('where the service asks for more patience than there is', async () => {
    const { client, seen } = await clientAgainst([refusal(429, 'error.rate_limited', { 'Retry-After': '61' }), DONE])
    expect(await caught(client.cards.get(CARD))).toMatchObject({ code: 'error.rate_limited', retryAfterMs: 61_000 })
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['a page of HTML', (response: Parameters<Answer>[0]) => response.writeHead(200).end('<html>'), 200],
    ['another program’s error', json(500, { error: 'x' }), 500],
  ])('at %s, which is not the service’s', async (_what, answer, status) => {
    const { client, seen } = await clientAgainst([answer])
    const error = await caught(client.cards.get(CARD))
    expect(error).toBeInstanceOf(FuelcardConnectionError)
    expect(error).toMatchObject({ problem: 'unreadable', status })
    expect(seen).toHaveLength(1)
  })

  it('when one attempt after the other takes too long', async () => {
    const { client, seen } = await clientAgainst([silence], { timeoutMs: 1_000, maxRetries: 1 })
    expect(await caught(client.cards.get(CARD))).toMatchObject({ problem: 'timeout' })
    expect(seen).toHaveLength(2)
  })

  it('as soon as the caller aborts: before, during and between attempts', async () => {
    const reason = new Error('the clerk has closed the page')
    const silent = await clientAgainst([silence])
    expect(await caught(silent.client.health({ signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(silent.seen).toHaveLength(0)

    const during = new AbortController()
    const asking = caught(silent.client.health({ signal: during.signal }))
    await eventually(() => expect(silent.seen).toHaveLength(1))
    during.abort(reason)
    expect(await asking).toBe(reason)

    const between = new AbortController()
    const busy = await clientAgainst([refusal(429, 'error.rate_limited', { 'Retry-After': '50' })], {
      onAttempt: ({ retryInMs }) => retryInMs !== null && queueMicrotask(() => between.abort(reason)),
    })
    expect(await caught(busy.client.health({ signal: between.signal }))).toBe(reason)
    expect(busy.seen).toHaveLength(1)
  })
})

describe('the pause between attempts', () => {
  const pausesFor = async (answer: Answer, options: Partial<ClientOptions> = {}) => {
    const stop = new AbortController()
    const pauses: (number | null)[] = []
    const { client } = await clientAgainst([answer], {
      ...options,
      onAttempt: ({ retryInMs }) => {
        pauses.push(retryInMs)
        if ((retryInMs ?? 0) > 100) queueMicrotask(() => stop.abort())
      },
    })
    await caught(client.health({ signal: stop.signal }))
    return pauses
  }

  it('doubles, with some chance in it', async () => {
    const pauses = await pausesFor(cut, { retryDelayMs: 2, maxRetries: 4 })
    expect(pauses).toHaveLength(5)
    for (const [index, longest] of [2, 4, 8, 16].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(longest / 2)
      expect(pauses[index]).toBeLessThanOrEqual(longest)
    }
    expect(pauses[4]).toBeNull()
  })

  it('is what the service asks for, in seconds or until a date', async () => {
    expect(await pausesFor(refusal(429, 'error.rate_limited', { 'Retry-After': '7' }))).toEqual([7_000])
    const [pause = 0] = await pausesFor(
      refusal(503, 'error.unavailable', { 'Retry-After': new Date(Date.now() + 30_000).toUTCString() }),
    )
    expect(pause).toBeGreaterThan(20_000)
    expect(pause).toBeLessThanOrEqual(30_000)
  })
})

describe('a request', () => {
  it('carries the key of the moment, and filters and order as the interface has them', async () => {
    let keys = 0
    const { client, seen } = await clientAgainst(
      [refusal(503, 'error.unavailable'), json(200, { docs: [], total: 0 })],
      {
        apiKey: () => Promise.resolve(`sk_${(keys += 1)}`),
      },
    )
    await client.cards.list({
      search: 'a&b',
      filter: { status: 'new', licensePlate: undefined },
      sort: { field: 'driver', direction: 'desc' },
      limit: 10,
    })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk_1', 'Bearer sk_2'])
    expect(decodeURIComponent(seen[0]?.path ?? '')).toBe(
      '/v1/projects/p1/cards?search=a&b&filter[status]=new&sort[field]=driver&sort[direction]=desc&limit=10',
    )
  })

  it('tells of names that the service ignores', async () => {
    const { client, attempts } = await clientAgainst([json(200, {}, { 'X-Ignored': 'colour,%28masked%29' })])
    await client.health()
    expect(attempts[0]?.ignored).toEqual(['colour', '(masked)'])
  })

  it.each(['', '.', '..'])('to the ID "%s" is refused here: it would be another address', async (id) => {
    const { client, seen } = await clientAgainst([DONE])
    await expect(client.cards.disable(id)).rejects.toThrow(TypeError)
    expect(seen).toHaveLength(0)
  })

  it('follows no redirect', async () => {
    const elsewhere = await startStandIn(DONE)
    const { client } = await clientAgainst(
      [(response) => response.writeHead(307, { Location: elsewhere.baseUrl }).end()],
      {
        maxRetries: 0,
      },
    )
    expect(await caught(client.health())).toMatchObject({ problem: 'network' })
    expect(elsewhere.seen).toHaveLength(0)
  })

  it('needs an address that is one', () => {
    expect(() => createClient({ baseUrl: 'fleet', projectId: 'p', apiKey: 'k' })).toThrow(TypeError)
  })
})

describe('every item of a list', () => {
  const page = (ids: readonly string[], total: number) => json(200, { docs: ids.map((id) => ({ id })), total })

  it('comes once, although additions push some onto the next page', async () => {
    const { client, seen } = await clientAgainst([page(['c', 'b'], 3), page(['b', 'a'], 4)])
    const ids: string[] = []
    for await (const { id } of client.deliveries.all({ limit: 2, filter: { status: 'failed' } })) ids.push(id)
    expect(ids).toEqual(['c', 'b', 'a'])
    expect(seen.map(({ path }) => decodeURIComponent(path.split('?')[1] ?? ''))).toEqual([
      'filter[status]=failed&page=1&limit=2',
      'filter[status]=failed&page=2&limit=2',
    ])
  })

  it('ends with a page that is not full, whatever the total says', async () => {
    const { client, seen } = await clientAgainst([page(['a'], 1_000)])
    const ids: string[] = []
    for await (const { id } of client.cards.all({ limit: 2 })) ids.push(id)
    expect([ids, seen.length]).toEqual([['a'], 1])
  })

  it('is read no further than needed', async () => {
    const { client, seen } = await clientAgainst([page(['a', 'b'], 1_000)])
    for await (const card of client.cards.all({ limit: 2 })) if (card.id === 'b') break
    expect(seen.map(({ path }) => decodeURIComponent(path.split('?')[1] ?? ''))).toEqual([
      'sort[field]=createdAt&sort[direction]=asc&page=1&limit=2',
    ])
  })
})
