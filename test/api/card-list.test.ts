import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Card } from '../../src-main/domain/card.ts'
import { CARD_SORT_FIELDS, textKey, type CardSortField } from '../../src-main/domain/cards/card-list.ts'
import { nameForms } from '../../src-main/domain/cards/name-forms.ts'
import { CLERK, startTestService, type Reply, type TestProject, type TestService } from '../support/service.ts'
import { OVER_POSTGRES } from '../support/postgres/databases.ts'

let service: TestService
let project: TestProject

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function list(
  query: string,
  of: TestProject = project,
  environment: 'sandbox' | 'production' = 'sandbox',
): Promise<Reply> {
  return service.send('GET', `/v1/projects/${of.id}/cards${query}`, { key: of.keys[environment] })
}

/** Names and values as a program would send them, brackets escaped. */
function query(values: Record<string, string>): string {
  return `?${new URLSearchParams(values).toString()}`
}

/** Small, so that pages meet in the middle of many ties; over a server each request costs more. */
const PAGE = OVER_POSTGRES ? 70 : 7

describe('a listing of 1,000 cards', () => {
  let all: Card[]

  beforeAll(async () => {
    project = await service.createProject('Many cards')
    await service.engine.environment('sandbox').mockCards?.create(project.id, { count: 1000, seed: 7 }, CLERK)
    const pages = await Promise.all(Array.from({ length: 10 }, (_, index) => list(`?limit=100&page=${index + 1}`)))
    all = pages.flatMap((page) => page.body.docs)
    expect(new Set(all.map((card) => card.id)).size).toBe(1000)
  })

  it('shows the newest 50 first by default', async () => {
    const { body } = await list('')
    expect(body.total).toBe(1000)
    expect(body.docs).toEqual(all.slice(0, 50))
    expect(all.map((card) => card.createdAt)).toEqual(
      all
        .map((card) => card.createdAt)
        .toSorted()
        .toReversed(),
    )
  })

  it.each(CARD_SORT_FIELDS.flatMap((field) => [[field, 'asc'] as const, [field, 'desc'] as const]))(
    `sorted by %s %s unites in pages of ${PAGE}, run after run, to the whole set in that order, ties by id`,
    async (field, direction) => {
      const run = async () => {
        const pages = await Promise.all(
          Array.from({ length: Math.ceil(1000 / PAGE) }, (_, index) =>
            list(
              query({
                'sort[field]': field,
                'sort[direction]': direction,
                limit: String(PAGE),
                page: String(index + 1),
              }),
            ),
          ),
        )
        for (const page of pages) expect(page.body.total).toBe(1000)
        return pages.flatMap((page) => page.body.docs as Card[])
      }
      const first = await run()
      const expected = [...all].sort(
        (left, right) =>
          emptyLast(field, left, right) || compareBy(field, left, right) * (direction === 'asc' ? 1 : -1),
      )
      expect(first.map((card) => card.id)).toEqual(expected.map((card) => card.id))
      expect(await run()).toEqual(first)
    },
  )

  it.each(['asc', 'desc'])(
    'found or narrowed, cards without a driver come last as well, sorted %s',
    async (direction) => {
      for (const narrowed of [{ search: '7825' }, { 'filter[syncStatus]': 'synced' }]) {
        const pages = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            list(
              query({
                ...narrowed,
                'sort[field]': 'driver',
                'sort[direction]': direction,
                limit: '100',
                page: String(index + 1),
              }),
            ),
          ),
        )
        const drivers = pages.flatMap(({ body }) => (body.docs as Card[]).map(({ driver }) => driver))
        const named = drivers.filter((driver) => driver !== null)
        expect(named.length).toBeGreaterThan(100)
        expect(drivers.length).toBeGreaterThan(named.length)
        expect(drivers.slice(0, named.length)).toEqual(named)
      }
    },
  )

  it('sorts ascending when only a field is given', async () => {
    const { body } = await list('?sort[field]=cardNumber&limit=3')
    expect(body.docs.map((card: Card) => card.cardNumber)).toEqual(
      all
        .map((card) => card.cardNumber)
        .toSorted()
        .slice(0, 3),
    )
  })

  it('reverses the default order when only a direction is given', async () => {
    expect((await list('?sort[direction]=asc&limit=2')).body.docs).toEqual(all.toReversed().slice(0, 2))
  })

  it.each([11, 12_345, 90_071_992_547_409])(
    'shows no cards but the true total on page %i, past the end',
    async (page) => {
      expect((await list(`?limit=100&page=${page}`)).body).toEqual({ docs: [], total: 1000 })
    },
  )

  it.each(['filter[status]', 'status'])('is filtered by %s', async (name) => {
    for (const status of ['new', 'active', 'inactive'] as const) {
      const wanted = all.filter((card) => card.status === status)
      const { body } = await list(query({ [name]: status, limit: '100' }))
      expect(body).toEqual({ docs: wanted.slice(0, 100), total: wanted.length })
    }
  })

  it('is filtered by syncStatus', async () => {
    const wanted = all.filter((card) => card.syncStatus === 'failed')
    expect((await list(query({ 'filter[syncStatus]': 'failed' }))).body).toEqual({ docs: wanted, total: wanted.length })
  })

  it.each(['filter[environment]', 'environment'])(
    'is whole for its own and empty for the other environment in %s',
    async (name) => {
      expect((await list(query({ [name]: 'sandbox' }))).body.total).toBe(1000)
      expect((await list(query({ [name]: 'production' }))).body).toEqual({ docs: [], total: 0 })
    },
  )

  it('is filtered by expiry, for a date and for a moment in any zone', async () => {
    const days = all.map((card) => card.expirationDate ?? '').toSorted()
    const boundary = (days[500] ?? '').slice(0, 10)
    const wanted = days.filter((day) => day.slice(0, 10) < boundary).length
    for (const value of [
      boundary,
      `${boundary}T23:59:59Z`,
      `${boundary}T00:00:00.000Z`,
      `${boundary}T12:00:00+11:00`,
    ]) {
      expect((await list(query({ 'filter[expiresBefore]': value }))).body.total).toBe(wanted)
    }
  })

  const namesOf = ({ driver }: Card) => (driver === null ? [] : [textKey(driver), ...nameForms(textKey(driver))])

  it('combines its filters', async () => {
    const wanted = all.filter(
      (card) =>
        card.status === 'active' && card.syncStatus === 'synced' && namesOf(card).some((name) => name.includes('an')),
    )
    const { body } = await list(
      query({ 'filter[status]': 'active', 'filter[syncStatus]': 'synced', search: 'AN', limit: '100' }),
    )
    expect(body.total).toBe(wanted.length)
  })

  it('lets the documented filter win over its alias', async () => {
    const both = await list(query({ 'filter[status]': 'new', status: 'active' }))
    expect(both.body.total).toBe(all.filter((card) => card.status === 'new').length)
  })

  it('ignores parameters that it does not know', async () => {
    expect(
      (await list('?foo=1&__proto__=1&__proto__[status]=new&constructor[prototype]=1&[status]=new')).body.total,
    ).toBe(1000)
  })

  it.each([
    ['page', ['0', '-1', '1.5', 'abc', '', '1e3', '+1', ' 1', '0x10', '١', '99999999999999999999', '90071992547410']],
    ['limit', ['0', '-1', '1.5', 'abc', '', '101', '1e1', 'NaN', 'Infinity']],
    ['filter[status]', ['ACTIVE', 'deleted', '']],
    ['status', ['Active']],
    ['filter[environment]', ['live']],
    ['environment', ['test']],
    ['filter[syncStatus]', ['ok']],
    [
      'filter[expiresBefore]',
      ['2027', '31.12.2027', '2027-02-30', '2027-13-01', 'tomorrow', '0000-01-01T00:00:00+23:59', ''],
    ],
    ['filter[licensePlate]', ['x'.repeat(101), 'a\0b']],
    ['search', ['x'.repeat(101), '🚚'.repeat(101), 'abc\0def', '\0']],
    ['sort[field]', ['authGasoline', 'authDiesel', 'authLpg', 'authHeatingOil', 'created_at', 'constructor', '']],
    ['sort[direction]', ['up', 'DESC']],
  ])('refuses a bad %s by that name', async (name, values) => {
    for (const value of values) {
      const reply = await list(query({ [name]: value }))
      expect({ value, status: reply.status, body: reply.body }).toMatchObject({
        value,
        status: 400,
        body: { code: 'error.validation', details: [{ field: name }] },
      })
    }
  })

  it.each([
    ['page=1&page=2', 'page'],
    ['limit[]=5', 'limit'],
    ['limit[a]=5', 'limit'],
    ['filter[status]=new&filter[status]=active', 'filter[status]'],
    ['filter[status][]=new', 'filter[status]'],
    ['filter[status][a][b]=new', 'filter[status]'],
    ['search[$ne]=x', 'search'],
    ['sort[field][]=driver', 'sort[field]'],
  ])('refuses lists and objects instead of text: %s', async (search, field) => {
    expect((await list(`?${search}`)).body).toMatchObject({ code: 'error.validation', details: [{ field }] })
  })

  it('names every parameter at fault in one answer', async () => {
    const { body } = await list('?limit=0&page=x&filter[status]=y')
    expect(body.details.map((detail: { field: string }) => detail.field)).toEqual(['page', 'limit', 'filter[status]'])
  })
})

describe('slow readers', () => {
  it('get their own pages, whatever others read meanwhile', async () => {
    const many = await service.createProject('Slow readers')
    await service.engine.environment('sandbox').mockCards?.create(many.id, { count: 1000, seed: 11 }, CLERK)
    const pages = await Promise.all(
      Array.from({ length: 10 }, (_, index) => list(`?limit=100&page=${index + 1}`, many)),
    )
    const asked = Array.from({ length: 200 }, (_, index) => index % 10)

    // 200 requests on one connection, with none of their 12 MB read: more than the socket buffers hold.
    const socket = connect(service.port, '127.0.0.1').pause()
    for (const [position, index] of asked.entries()) {
      const connection = position === asked.length - 1 ? 'close' : 'keep-alive'
      socket.write(
        `GET /v1/projects/${many.id}/cards?limit=100&page=${index + 1} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\nAuthorization: Bearer ${many.keys.sandbox}\r\n\r\n`,
      )
    }
    for (let round = 0; round < 20; round += 1)
      expect((await list(`?limit=100&page=${(round % 10) + 1}`, many)).text).toBe(pages[round % 10]?.text)

    const answers = (await text(socket)).split(/HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)+\r\n/).slice(1)
    expect(answers).toHaveLength(200)
    for (const [index, answer] of answers.entries()) expect(answer === pages[asked[index] ?? 0]?.text).toBe(true)
  })
})

describe('a search', () => {
  const fleet: Partial<Card>[] = [
    {
      cardNumber: '782521009000153701',
      providerCardId: 'S-1',
      status: 'active',
      licensePlate: 'B-XY 12',
      driver: 'Mara Lindqvist',
    },
    {
      cardNumber: '782521009000153702',
      providerCardId: 'S-2',
      status: 'active',
      licensePlate: 'M-AB 1234',
      driver: 'Łukasz Żółć',
    },
    {
      cardNumber: '782521009000264803',
      providerCardId: 'S-3',
      status: 'inactive',
      licensePlate: '1-ABC-234',
      driver: 'Éloïse d’Arc 100%',
    },
    { cardNumber: '782521009000375904', providerCardId: 'S-4', status: 'new' },
  ]

  beforeAll(async () => {
    project = await service.createProject('Search')
    await service.importCards(project, 'sandbox', fleet)
  })

  const found = async (search: string, parameter = 'search') => {
    const { body } = await list(query({ [parameter]: search, 'sort[field]': 'cardNumber' }))
    expect(body.total).toBe(body.docs.length)
    return body.docs.map((card: Card) => card.providerCardId)
  }

  it.each([
    ['bxy12', ['S-1']],
    ['b-x y-1 2', ['S-1']],
    ['XY', ['S-1']],
    ['mara lind', ['S-1']],
    ['LINDQVIST', ['S-1']],
    ['łUKASZ', ['S-2']],
    ['żółć', ['S-2']],
    ['ïse D’', ['S-3']],
    ['100%', ['S-3']],
    ['%', ['S-3']],
    ['782521009000375904', ['S-4']],
    ['7825 2100 9000 3759 04', ['S-4']],
    ['782521', ['S-1', 'S-2', 'S-3', 'S-4']],
    ['0001537', ['S-1', 'S-2']],
    ['23', ['S-2', 'S-3']],
    ['a', ['S-1', 'S-2', 'S-3']],
    ['_', []],
    ['"', []],
    ["'; DROP TABLE card; --", []],
    ['S-1', []],
  ])('for %s finds %j', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
  })

  it.each(['', '   ', '- -'])('for %j is no search at all', async (search) => {
    expect(await found(search)).toHaveLength(search === '- -' ? 0 : 4)
  })

  it('compares a long number in full, although only its last nine digits are indexed', async () => {
    expect(await found('111111009000153701')).toEqual([])
  })

  it('takes 100 characters', async () => {
    expect(await found('x'.repeat(100))).toEqual([])
  })

  it.each(['filter[licensePlate]', 'licensePlate'])('by %s finds plates that begin so', async (parameter) => {
    expect(await found('b x', parameter)).toEqual(['S-1'])
    expect(await found('1ab', parameter)).toEqual(['S-3'])
    expect(await found('ab', parameter)).toEqual([])
    expect(await found('xy12', parameter)).toEqual([])
  })

  it('finds a card by its new plate and driver at once, and no longer by the old ones', async () => {
    const { body } = await list('?search=Lindqvist')
    await service.send('PATCH', `/v1/projects/${project.id}/cards/${body.docs[0].id}`, {
      key: project.keys.sandbox,
      body: { driver: 'Vera Novak', licensePlate: 'HB-Q 9' },
    })
    expect(await found('vera n')).toEqual(['S-1'])
    expect(await found('hbq9')).toEqual(['S-1'])
    expect(await found('Lindqvist')).toEqual([])
    expect(await found('bxy12')).toEqual([])
  })
})

/** The order of one field as SQLite has it: null first, then by bytes; ties by id. */
/** Nulls come last in either direction. */
function emptyLast(field: CardSortField, left: Card, right: Card): number {
  return Number(left[field] === null) - Number(right[field] === null)
}

function compareBy(field: CardSortField, left: Card, right: Card): number {
  const [a, b] = [left, right].map(
    (card) => (field === 'plannedChange' ? card.plannedChange?.at : card[field]) ?? '',
  ) as [string, string]
  return Buffer.compare(Buffer.from(a), Buffer.from(b)) || Buffer.compare(Buffer.from(left.id), Buffer.from(right.id))
}

describe('a repeated listing', () => {
  it('shows a change at once, and only the environment and project of its own key', async () => {
    const mine = await service.createProject('Asked again')
    const other = await service.createProject('Asked elsewhere')
    for (const one of [mine, other])
      await service.engine.environment('sandbox').mockCards?.create(one.id, { count: 5, seed: 3 }, CLERK)
    const before = await list('?filter[status]=active', mine)
    expect(await list('?filter[status]=active', mine)).toMatchObject({ status: 200, body: before.body })
    const [card] = before.body.docs
    if (card === undefined) throw new Error('No card is active')
    await service.engine.environment('sandbox').cards.command(mine.id, card.id, { type: 'disable' }, CLERK)
    const after = await list('?filter[status]=active', mine)
    expect(after.body.total).toBe(before.body.total - 1)
    expect(
      (await list('?filter[status]=active', other)).body.docs.every((found: Card) => found.projectId === other.id),
    ).toBe(true)
    expect((await list('?filter[status]=active', mine, 'production')).body.total).toBe(0)
    expect((await list('?filter[status]=active', mine)).body).toEqual(after.body)
  })
})
