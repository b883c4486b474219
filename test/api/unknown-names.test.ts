import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestProject, type TestService } from '../support/service.ts'

let service: TestService
let project: TestProject
beforeAll(async () => {
  service = await startTestService()
  project = await service.createProject('Fleet')
  await service.importCards(project, 'sandbox', [{ cardNumber: '70000001' }])
})
afterAll(() => service.close())

const key = () => project.keys.sandbox
const list = (query: string) => service.send('GET', `/v1/projects/${project.id}/cards?${query}`, { key: key() })
const activate = async (body: object, headers: Record<string, string> = {}) => {
  const [card] = (await list('')).body.docs as { id: string }[]
  return service.send('POST', `/v1/projects/${project.id}/cards/${card?.id}/activate`, { key: key(), body, headers })
}

describe('a filter or an order that does not exist', () => {
  it.each([
    'filter[colour]',
    'filter',
    'filters',
    'filter[Status]',
    'Filter[status]',
    'FILTER[status]',
    'filter.status',
    'sort',
    'sortBy',
    'Sort[field]',
    'sort[by]',
    'order',
    'orderBy',
    'ORDER[status]',
    'filter[status',
  ])('%s is refused by its name, so that a list never silently contains everything', async (name) => {
    for (const path of ['cards', 'webhook/deliveries']) {
      const reply = await service.send(
        'GET',
        `/v1/projects/${project.id}/${path}?${new URLSearchParams({ [name]: 'active' }).toString()}`,
        { key: key() },
      )
      expect(reply).toMatchObject({ status: 400, body: { code: 'error.validation', details: [{ field: name }] } })
    }
  })

  it('is reported once, together with one that is given twice', async () => {
    expect((await list('filter[status][]=active')).body.details).toMatchObject([{ field: 'filter[status]' }])
    expect((await list('filter[x]=1&filter[y]=2')).body.details).toMatchObject([
      { field: 'filter[x]' },
      { field: 'filter[y]' },
    ])
  })
})

describe('any other unknown name', () => {
  it('is ignored, and named in X-Ignored and in the request log', async () => {
    const reply = await list('colour=red&caf%C3%A9=1')
    expect(reply).toMatchObject({ status: 200, body: { total: 1 }, headers: { 'x-ignored': 'colour,caf%C3%A9' } })
    const { docs } = await service.engine.requests.list({ page: 1, limit: 1 })
    expect(docs[0]).toMatchObject({ id: reply.headers['x-request-id'], ignored: 'colour,caf%C3%A9' })
    // A replayed answer carries it too, although its body is not parsed again.
    expect((await list('colour=red&caf%C3%A9=1')).headers['x-ignored']).toBe('colour,caf%C3%A9')
    expect((await list('page=1')).headers['x-ignored']).toBeUndefined()
  })

  it('is reported for a body too, whatever the answer', async () => {
    expect(await activate({ licencePlate: 'B-XY 12', driver: 'Mara' })).toMatchObject({
      status: 400,
      headers: { 'x-ignored': 'licencePlate' },
    })
    expect(
      await activate({ licensePlate: 'B-XY 12', driver: 'Mara', color: 'red' }, { 'idempotency-key': 'once' }),
    ).toMatchObject({ status: 200, headers: { 'x-ignored': 'color' } })
    expect(
      await activate({ licensePlate: 'B-XY 12', driver: 'Mara', color: 'red' }, { 'idempotency-key': 'once' }),
    ).toMatchObject({ status: 200, headers: { 'x-ignored': 'color', 'idempotent-replayed': 'true' } })
    // The body of a repeated request is not parsed: the answer is the first one.
    expect(
      await activate(
        { licensePlate: 'B-XY 12', driver: 'Mara', color: 'red' },
        { 'idempotency-key': 'once', 'content-type': 'text/plain' },
      ),
    ).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    const enabled = await service.send('GET', `/v1/projects/${project.id}/webhook?verbose=1`, { key: key() })
    expect(enabled).toMatchObject({ status: 404, headers: { 'x-ignored': 'verbose' } })
  })

  it('never shows a key, a secret or a number', async () => {
    for (const name of [
      key(),
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      '782521009000153701',
      'card-4711',
      `sk_live_${'a'.repeat(43)}`,
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi',
    ]) {
      expect((await list(`${encodeURIComponent(name)}=1`)).headers['x-ignored'], name).toBe('(masked)')
    }
  })

  it('is reported in 512 bytes at most, as whole names, and only to accepted keys', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `name-${'x'.repeat(9)}-${index}`)
    const told = String((await list(names.map((name) => `${name}=1`).join('&'))).headers['x-ignored'])
    expect(told.length).toBeLessThanOrEqual(512)
    expect(told.length).toBeGreaterThan(480)
    for (const name of told.split(',')) expect(names).toContain(name)
    expect(
      (await service.send('GET', `/v1/projects/${project.id}/cards?colour=red`, { key: 'nonsense' })).headers[
        'x-ignored'
      ],
    ).toBeUndefined()
  })
})
