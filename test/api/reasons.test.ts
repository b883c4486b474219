import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Card } from '../../src-main/domain/card.ts'
import { rowsOf } from '../support/rows.ts'
import { startTestService, type TestProject, type TestService } from '../support/service.ts'

let service: TestService
let project: TestProject
let cards: Card[]
beforeAll(async () => {
  service = await startTestService()
  project = await service.createProject('Fleet')
  cards = await service.importCards(
    project,
    'production',
    ['Ada Byron', 'Grace Höpper', 'Grace Hoepper', 'Mia'].map((driver, index) => ({
      cardNumber: `7000000${index}`,
      status: 'active' as const,
      licensePlate: `B-XY ${index}`,
      driver,
    })),
  )
})
afterAll(() => service.close())

const key = () => project.keys.production
const at = (index: number, rest = '') => `/v1/projects/${project.id}/cards/${cards[index]?.id}${rest}`
const post = (index: number, command: string, body?: object) =>
  service.send('POST', at(index, `/${command}`), { key: key(), ...(body === undefined ? {} : { body }) })
const card = async (index: number) => (await service.send('GET', at(index), { key: key() })).body as Card
const numbers = async (query: Record<string, string>) =>
  (
    (
      await service.send('GET', `/v1/projects/${project.id}/cards?${new URLSearchParams(query).toString()}`, {
        key: key(),
      })
    ).body.docs as Card[]
  )
    .map(({ cardNumber }) => cardNumber)
    .toSorted()

describe('enable and disable with a reason', () => {
  it('answer an old client as before, without a body or with an empty one', async () => {
    const fields = Object.keys((await post(0, 'disable')).body)
    expect(fields).not.toContain('reason')
    expect((await card(0)).reason).toBeNull()
    const enabled = await post(0, 'enable', {})
    expect(enabled.status).toBe(200)
    expect(Object.keys(enabled.body)).toEqual(fields)
  })

  it('keep the reason on the card until it is enabled, and the note in the audit log alone', async () => {
    expect(await post(1, 'disable', { reason: 'stolen', note: 'Police report 4711' })).toMatchObject({ status: 200 })
    expect(await card(1)).toMatchObject({ status: 'inactive', reason: 'stolen' })
    expect(JSON.stringify(await card(1))).not.toContain('4711')
    expect(
      rowsOf(service.dataDir, 'production', "SELECT value FROM audit_personal WHERE place = 'reason'"),
    ).toContainEqual({
      value: 'Police report 4711',
    })
    const bodies = rowsOf(service.dataDir, 'production', "SELECT body FROM event WHERE name = 'card.disabled'")
    expect(JSON.stringify(bodies)).not.toContain('4711')
    expect(bodies.map(({ body }) => (JSON.parse(String(body)) as { data: Card }).data.reason)).toContain('stolen')
    expect(await numbers({ 'filter[reason]': 'stolen' })).toEqual(['70000001'])
    await post(1, 'enable', { reason: 'returned' })
    expect((await card(1)).reason).toBeNull()
    expect(await numbers({ 'filter[reason]': 'stolen' })).toEqual([])
  })

  it.each([
    [{ reason: 'mislaid' }, 'reason'],
    [{ reason: 'Lost' }, 'reason'],
    [{ note: 'a\u0007b' }, 'note'],
    [{ note: 'x'.repeat(1001) }, 'note'],
    [{ note: 5 }, 'note'],
  ])('refuse %o', async (body, field) => {
    expect(await post(3, 'disable', body)).toMatchObject({
      status: 400,
      body: { code: 'error.validation', details: [{ field }] },
    })
    expect((await card(3)).status).toBe('active')
  })

  it('are filtered by driver, in every spelling of the complete name', async () => {
    expect(await numbers({ 'filter[driver]': 'grace hopper' })).toEqual(['70000001', '70000002'])
    expect(await numbers({ 'filter[driver]': 'Grace' })).toEqual([])
    expect(
      await service.send('GET', `/v1/projects/${project.id}/cards?filter[reason]=mislaid`, { key: key() }),
    ).toMatchObject({ status: 400, body: { details: [{ field: 'filter[reason]' }] } })
  })
})

describe('a hand-over', () => {
  let old: Card
  let fresh: Card
  beforeAll(async () => {
    ;[old, fresh] = (await service.importCards(project, 'production', [
      { cardNumber: '71000001', status: 'active', licensePlate: 'B-HO 1', driver: 'Lena Ortiz' },
      { cardNumber: '71000002', status: 'new' },
    ])) as [Card, Card]
  })
  const send = (card: Card, command: string, body?: object, headers: Record<string, string> = {}) =>
    service.send('POST', `/v1/projects/${project.id}/cards/${card.id}/${command}`, {
      key: key(),
      headers,
      ...(body === undefined ? {} : { body }),
    })
  const get = async (card: Card) =>
    (await service.send('GET', `/v1/projects/${project.id}/cards/${card.id}`, { key: key() })).body as Card

  it('needs to know both cards, each of this project', async () => {
    expect(await send(fresh, 'hand-over')).toMatchObject({ status: 400, body: { reason: 'replaces_nothing' } })
    expect(await send(fresh, 'hand-over', { replacesCardId: 'old' })).toMatchObject({
      status: 400,
      body: { code: 'error.validation', details: [{ field: 'replacesCardId' }] },
    })
    expect(await send(fresh, 'hand-over', { replacesCardId: project.id })).toMatchObject({ status: 404 })
    expect(await get(fresh)).toMatchObject({ status: 'new', replacesCardId: null })
  })

  it('leaves the new card active in place of the old one, once, however often it is repeated', async () => {
    const headers = { 'Idempotency-Key': 'hand-over-1' }
    const first = await send(fresh, 'hand-over', { replacesCardId: old.id }, headers)
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'active', licensePlate: 'B-HO 1', driver: 'Lena Ortiz', replacesCardId: old.id },
    })
    expect(await get(old)).toMatchObject({ status: 'inactive', reason: 'replaced' })
    expect((await send(fresh, 'hand-over', { replacesCardId: old.id }, headers)).body).toEqual(first.body)
    expect((await send(fresh, 'hand-over', { replacesCardId: old.id })).body).toEqual(first.body)
    expect(await numbers({ 'filter[reason]': 'replaced' })).toEqual(['71000001'])
    const told = rowsOf(
      service.dataDir,
      'production',
      `SELECT name FROM event WHERE card_id = '${fresh.id}' ORDER BY seq`,
    )
    expect(told.map(({ name }) => name)).toEqual(['card.created', 'card.activated'])
  })

  it('names the old card in the event of the new one', () => {
    const sql = `SELECT body FROM event WHERE card_id = '${fresh.id}' AND name = 'card.activated'`
    const [told] = rowsOf(service.dataDir, 'production', sql)
    expect((JSON.parse(String(told?.['body'])) as { data: object }).data).toMatchObject({ replaces_card_id: old.id })
  })
})

describe('enable and disable until', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const cancel = (index: number) => service.send('DELETE', at(index, '/planned-change'), { key: key() })

  it('plan the opposite, which the card shows in UTC until it is cancelled', async () => {
    const until = `${inHours(48).slice(0, 19)}+02:00`
    const plannedChange = { action: 'enable', at: new Date(until).toISOString(), held: false }
    const answer = await post(2, 'disable', { reason: 'other', note: 'On holiday', until })
    expect(answer).toMatchObject({ status: 200, body: { status: 'inactive', plannedChange } })
    expect(answer.headers['x-ignored']).toBeUndefined()
    expect(await card(2)).toMatchObject({ plannedChange })
    expect(await numbers({ 'filter[plannedChange]': 'any' })).toEqual(['70000002'])
    expect(await numbers({ 'filter[plannedChange]': 'disable' })).toEqual([])
    const later = inHours(72)
    const moved = await service.send('PATCH', at(2, '/planned-change'), { key: key(), body: { until: later } })
    expect(moved).toMatchObject({
      status: 200,
      body: { status: 'inactive', plannedChange: { action: 'enable', at: later } },
    })
    expect(await card(2)).toEqual(moved.body)
    expect(await service.send('PATCH', at(2, '/planned-change'), { key: key(), body: {} })).toMatchObject({
      status: 400,
      body: { code: 'error.validation', details: [{ field: 'until' }] },
    })
    expect(await cancel(2)).toMatchObject({ status: 204 })
    expect(await card(2)).toMatchObject({ status: 'inactive', plannedChange: null })
    expect(await cancel(2)).toMatchObject({
      status: 400,
      body: { code: 'error.bad_request', reason: 'nothing_planned', message: 'Nothing is planned for this card' },
    })
    expect(await service.send('PATCH', at(2, '/planned-change'), { key: key(), body: { until: later } })).toMatchObject(
      { status: 400, body: { reason: 'nothing_planned' } },
    )
    const again = await post(2, 'enable', { until: null })
    expect(again.body).not.toHaveProperty('plannedChange')
  })

  it.each([
    ['2020-01-01T00:00:00Z', 'Must be in the future'],
    ['2099-01-01T00:00:00Z', 'Must be at most 5 years ahead'],
    ['2027-01-31T18:00:00', 'Must be a time with its offset, such as 2027-01-31T18:00:00+01:00'],
    ['2027-01-31', 'Must be a time with its offset, such as 2027-01-31T18:00:00+01:00'],
    [1_900_000_000, 'Must be a time with its offset, such as 2027-01-31T18:00:00+01:00'],
  ])('refuse %j', async (until, message) => {
    expect(await post(3, 'disable', { until })).toMatchObject({
      status: 400,
      body: { code: 'error.validation', details: [{ field: 'until', message }] },
    })
    expect((await card(3)).status).toBe('active')
  })
})
