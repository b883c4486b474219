import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RequestRefusal } from '../../src-main/domain/desk/request-refusal.ts'
import { CLERK, startTestService, type TestProject, type TestService } from '../support/service.ts'

let service: TestService
let project: TestProject

beforeAll(async () => {
  service = await startTestService()
  project = await service.createProject()
})
afterAll(() => service.close())

/** What the log keeps of a request. */
async function kept(
  method: string,
  target: string,
  options: Parameters<TestService['send']>[2] = {},
): Promise<RequestRefusal | null | undefined> {
  const { headers } = await service.send(method, target, { key: project.keys.sandbox, ...options })
  const id = String(headers['x-request-id'])
  const { docs } = await service.engine.requests.list({ search: id, page: 1, limit: 1 })
  return docs[0]?.refusal
}

const cards = () => `/v1/projects/${project.id}/cards`
const UNKNOWN = '6f9619ff-8b86-4011-b42d-00cf4fc964ff'

test('a refused request keeps why, and what it asked without personal values', async () => {
  expect(await kept('GET', cards())).toBeNull()
  expect(
    await kept('POST', `${cards()}/${UNKNOWN}/activate`, { body: { driver: 'Ada Lovelace', licensePlate: 7 } }),
  ).toEqual({
    masked: true,
    query: null,
    body: { driver: '(12 characters)', licensePlate: 7 },
    answer: expect.objectContaining({ code: expect.stringMatching(/^error\./) as string }) as unknown,
  })
  const refusal = await kept(
    'GET',
    `${cards()}?filter[status]=open&search=Ada%20Lovelace&cardNumber=782521009000153701`,
  )
  expect(refusal).toMatchObject({
    query: { 'filter[status]': 'open', search: '(12 characters)', cardNumber: '…3701' },
    body: null,
    answer: { code: 'error.validation', details: [{ field: 'filter[status]' }] },
  })
})

test('no form of a body puts a person, a secret or more than a few kilobytes into the log', async () => {
  const url = `/v1/projects/${project.id}/webhook`
  const bodies: unknown[] = [
    { driver: { first: 'Ada', last: 'Lovelace' }, url: 'https://user:Lovelace@fleet.example/Lovelace?token=Lovelace' },
    { 'Ada Lovelace': true, secret: 'Lovelace', list: ['Lovelace', ['Lovelace']] },
    Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`field${index}`, 'Lovelace'.repeat(10)])),
  ]
  for (const body of bodies) {
    const text = JSON.stringify(await kept('POST', url, { body }))
    expect(text).toContain('characters')
    expect(text).not.toContain('Lovelace')
    expect(text.length).toBeLessThan(8_000)
  }
  const broken = { raw: '{"driver": "Lovelace', headers: { 'content-type': 'application/json' } }
  expect(await kept('POST', url, broken)).toMatchObject({
    body: '(20 bytes that are no JSON)',
    answer: { code: 'error.invalid_json' },
  })
})

test('without a valid key nothing is kept of what was asked', async () => {
  const refusal = await kept('POST', `${cards()}?search=Lovelace`, {
    key: 'sk_live_wrong',
    body: { driver: 'Lovelace' },
  })
  expect(refusal).toMatchObject({ query: null, body: null, answer: { code: 'error.unauthorized' } })
})

test('a refusal that is repeated for its idempotency key is kept as well', async () => {
  const target = `${cards()}/${UNKNOWN}/activate`
  const options = { body: { driver: 'Ada', licensePlate: 'B-1' }, headers: { 'Idempotency-Key': 'once' } }
  for (let time = 0; time < 2; time += 1)
    expect(await kept('POST', target, options)).toMatchObject({ answer: { code: 'error.card_not_found' } })
})

test('where a person wants so, values are kept, secrets are not', async () => {
  await service.engine.settings.update({ maskRequests: false }, CLERK)
  const body = { driver: 'Ada Lovelace', secret: 'whsec_0123456789abcdef', licensePlate: '' }
  expect(await kept('POST', `${cards()}/${UNKNOWN}/activate`, { body })).toMatchObject({
    masked: false,
    body: { driver: 'Ada Lovelace', secret: '(secret)', licensePlate: '' },
  })
  await service.engine.settings.update({ maskRequests: true }, CLERK)
})
