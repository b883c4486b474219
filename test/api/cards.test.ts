import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUTHORIZATIONS, type Card, type CardStatus } from '../../src-main/domain/card.ts'
import { startTestService, type TestProject, type TestService } from '../support/service.ts'

let service: TestService
let project: TestProject
let made = 0

beforeAll(async () => {
  service = await startTestService()
  project = await service.createProject()
})
afterAll(() => service.close())

async function cardThatIs(status: CardStatus, environment: 'sandbox' | 'production' = 'sandbox'): Promise<Card> {
  made += 1
  const holder = status === 'new' ? {} : { licensePlate: `B-XY ${made}`, driver: 'Mara Lindqvist' }
  const [card] = await service.importCards(project, environment, [
    {
      cardNumber: `78252100900015${String(made).padStart(4, '0')}`,
      providerCardId: `P-${made}`,
      status,
      expirationDate: '2027-12-31',
      ...holder,
    },
  ])
  if (card === undefined) throw new Error('The card was not imported')
  expect(card.status).toBe(status)
  return card
}

const pathOf = (card: Pick<Card, 'id'>, operation = '') => `/v1/projects/${project.id}/cards/${card.id}${operation}`

const BODY = { licensePlate: 'HH-AB 123', driver: 'Jonas Weber' }

function run(operation: string, card: Card, environment: 'sandbox' | 'production' = 'sandbox') {
  const key = project.keys[environment]
  if (operation === 'update') return service.send('PATCH', pathOf(card), { key, body: BODY })
  return service.send('POST', pathOf(card, `/${operation}`), operation === 'activate' ? { key, body: BODY } : { key })
}

describe('a command on a card', () => {
  it.each([
    ['activate', 'new', 200, null],
    ['activate', 'active', 400, ['error.card_already_active', 'Card is already activated', 'card_already_active']],
    ['activate', 'inactive', 400, ['error.card_already_active', 'Card is already activated', 'card_already_active']],
    ['enable', 'new', 400, ['error.bad_request', 'Card must be activated before enabling', 'card_not_activated']],
    ['enable', 'active', 400, ['error.bad_request', 'Card is already enabled', 'card_already_enabled']],
    ['enable', 'inactive', 200, null],
    ['disable', 'new', 400, ['error.bad_request', 'Card is not active', 'card_not_activated']],
    ['disable', 'active', 200, null],
    ['disable', 'inactive', 400, ['error.bad_request', 'Card is already disabled', 'card_already_disabled']],
    ['update', 'new', 400, ['error.bad_request', 'Card must be activated before it is changed', 'card_not_activated']],
    ['update', 'active', 200, null],
    ['update', 'inactive', 200, null],
  ] as const)('%s of a card that is %s is answered with %i', async (operation, status, expected, refusal) => {
    const card = await cardThatIs(status)
    const reply = await run(operation, card)
    expect(reply.status).toBe(expected)
    const after = await service.send('GET', pathOf(card), { key: project.keys.sandbox })
    if (refusal === null) return
    const [code, message, reason] = refusal
    expect(reply.body).toEqual({ code, message, reason, requestId: reply.headers['x-request-id'] })
    expect(after.body).toEqual(card)
  })

  it('returns exactly the documented fields after an activation, with all four fuels authorized', async () => {
    const card = await cardThatIs('new')
    const { body } = await run('activate', card)
    expect(Object.keys(body)).toEqual(['id', 'cardNumber', 'status', 'licensePlate', 'driver', ...AUTHORIZATIONS])
    expect(body).toEqual({
      id: card.id,
      cardNumber: card.cardNumber,
      status: 'active',
      ...BODY,
      authGasoline: true,
      authDiesel: true,
      authLpg: true,
      authHeatingOil: true,
    })
  })

  it.each(['enable', 'disable'] as const)(
    'tells after %s the state of the synchronisation as well',
    async (operation) => {
      const card = await cardThatIs(operation === 'enable' ? 'inactive' : 'active')
      const on = operation === 'enable'
      const { body } = await run(operation, card)
      expect(Object.keys(body)).toEqual([
        'id',
        'cardNumber',
        'status',
        'licensePlate',
        'driver',
        ...AUTHORIZATIONS,
        'syncStatus',
        'updatedAt',
      ])
      expect(body).toMatchObject({
        status: on ? 'active' : 'inactive',
        authGasoline: on,
        authDiesel: on,
        authLpg: on,
        authHeatingOil: on,
        syncStatus: 'synced',
      })
    },
  )

  it('is instant in the sandbox and waits for the provider in production', async () => {
    const [sandbox, production] = [await cardThatIs('active', 'sandbox'), await cardThatIs('active', 'production')]
    expect((await run('disable', sandbox, 'sandbox')).body).toMatchObject({ status: 'inactive', syncStatus: 'synced' })
    expect((await run('disable', production, 'production')).body).toMatchObject({
      status: 'inactive',
      syncStatus: 'pending',
    })
  })

  it('is accepted while an earlier change is still pending', async () => {
    const card = await cardThatIs('active', 'production')
    await run('disable', card, 'production')
    expect((await run('enable', card, 'production')).body).toMatchObject({ status: 'active', syncStatus: 'pending' })
  })

  it('changes only the given fields with an update', async () => {
    const card = await cardThatIs('inactive')
    const { body } = await service.send('PATCH', pathOf(card), {
      key: project.keys.sandbox,
      body: { driver: 'Ana Kovač' },
    })
    expect(body).toMatchObject({ status: 'inactive', licensePlate: card.licensePlate, driver: 'Ana Kovač' })
  })

  it('shows in the card, even if it was just read, and only in its own environment', async () => {
    const twins = { sandbox: await cardThatIs('active'), production: await cardThatIs('active', 'production') }
    const driverIn = async (environment: 'sandbox' | 'production') => {
      const { body } = await service.send('GET', pathOf(twins[environment]), { key: project.keys[environment] })
      return (body as Card).driver
    }
    for (const environment of ['sandbox', 'production', 'sandbox', 'production'] as const)
      expect(await driverIn(environment)).toBe('Mara Lindqvist')
    await run('update', twins.sandbox)
    expect(await driverIn('sandbox')).toBe(BODY.driver)
    expect(await driverIn('production')).toBe('Mara Lindqvist')
    await run('update', twins.production, 'production')
    expect(await driverIn('production')).toBe(BODY.driver)
  })

  it('answers an update without fields with the unchanged card', async () => {
    const card = await cardThatIs('active')
    expect((await service.send('PATCH', pathOf(card), { key: project.keys.sandbox, body: {} })).body).toEqual(card)
  })

  it('finds a card by an id in capitals', async () => {
    const card = await cardThatIs('new')
    const shouted = `/v1/projects/${project.id.toUpperCase()}/cards/${card.id.toUpperCase()}`
    expect((await service.send('GET', shouted, { key: project.keys.sandbox })).body).toEqual(card)
    expect((await service.send('POST', `${shouted}/activate`, { key: project.keys.sandbox, body: BODY })).status).toBe(
      200,
    )
  })

  it.each(['GET', 'PATCH', 'POST activate', 'POST enable', 'POST disable'])(
    '%s of an unknown card is 404',
    async (operation) => {
      const [method = '', name] = operation.split(' ')
      const path = pathOf({ id: '00000000-0000-4000-8000-000000000000' }, name === undefined ? '' : `/${name}`)
      const reply = await service.send(method, path, {
        key: project.keys.sandbox,
        ...(method === 'GET' ? {} : { body: BODY }),
      })
      expect(reply).toMatchObject({ status: 404, body: { code: 'error.card_not_found', message: 'Card not found' } })
    },
  )

  it.each(['abc', '123', '00000000-0000-4000-8000-00000000000g', 'a%2Fb', '%zz', '%00', '%ff'])(
    'a card id that is %s is a validation error that names it',
    async (id) => {
      for (const [method, suffix] of [
        ['GET', ''],
        ['PATCH', ''],
        ['POST', '/activate'],
        ['POST', '/disable'],
      ] as const) {
        const reply = await service.send(method, pathOf({ id }, suffix), {
          key: project.keys.sandbox,
          ...(method === 'GET' ? {} : { body: BODY }),
        })
        expect(reply).toMatchObject({ status: 400, body: { code: 'error.validation', details: [{ field: 'cardId' }] } })
      }
    },
  )
})

describe('licence plate and driver', () => {
  const activate = async (body: unknown) => {
    const card = await cardThatIs('new')
    return service.send('POST', pathOf(card, '/activate'), { key: project.keys.sandbox, body })
  }

  it.each([
    ['both are missing', {}, ['licensePlate', 'driver']],
    ['both are null', { licensePlate: null, driver: null }, ['licensePlate', 'driver']],
    ['both are empty', { licensePlate: '', driver: '   ' }, ['licensePlate', 'driver']],
    ['the plate is missing', { driver: 'Jonas Weber' }, ['licensePlate']],
    ['the driver is missing', { licensePlate: 'B-1' }, ['driver']],
    ['the driver is a number', { licensePlate: 'B-1', driver: 5 }, ['driver']],
    ['the plate is an object', { licensePlate: { a: 1 }, driver: 'Jonas Weber' }, ['licensePlate']],
    ['the plate has 21 characters', { licensePlate: 'X'.repeat(21), driver: 'Jonas Weber' }, ['licensePlate']],
    ['the driver has 101 characters', { licensePlate: 'B-1', driver: 'é'.repeat(101) }, ['driver']],
    ['the plate holds a line break', { licensePlate: 'B-1\n', driver: 'Jonas Weber' }, ['licensePlate']],
    ['the driver holds NUL', { licensePlate: 'B-1', driver: 'a\u0000b' }, ['driver']],
    ['the driver holds half a surrogate pair', { licensePlate: 'B-1', driver: '\ud83d' }, ['driver']],
  ])('are refused by name if %s', async (_, body, fields) => {
    const reply = await activate(body)
    expect(reply).toMatchObject({ status: 400, body: { code: 'error.validation' } })
    expect(reply.body.details.map((detail: { field: string }) => detail.field)).toEqual(fields)
  })

  it('are trimmed and otherwise kept, letter for letter', async () => {
    expect((await activate({ licensePlate: '  BÜ-ẞ 1 ', driver: ' 张伟 🚚 O’Neill ', unknown: 1 })).body).toMatchObject(
      { licensePlate: 'BÜ-ẞ 1', driver: '张伟 🚚 O’Neill' },
    )
  })

  it('may have 20 and 100 characters as a person counts them', async () => {
    expect((await activate({ licensePlate: '🚚'.repeat(20), driver: '🚚'.repeat(100) })).status).toBe(200)
  })
})
