import { beforeAll, expect, test } from 'vitest'
import { openTestBridge, type TestBridge } from '../../support/bridge.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await openTestBridge()
  return () => bridge.close()
})

const view = (name: string) => ({
  name,
  query: { status: 'active' as const, expiresWithinDays: 30, sortField: 'createdAt' as const },
  columns: ['cardNumber', 'driver'],
})

test('views are kept for a project and an environment, by their names', async () => {
  const place = await bridge.fleet(0)
  const production = { ...place, environment: 'production' as const }
  const saved = await bridge.call('views.save', { ...place, ...view('Soon') })
  const other = await bridge.call('views.save', { ...place, ...view(' Blocked ') })
  expect(await bridge.call('views.list', place)).toEqual([
    { ...view('Blocked'), id: other.id },
    { ...view('Soon'), id: saved.id },
  ])
  expect(await bridge.call('views.list', production)).toEqual([])

  expect(await bridge.call('views.save', { ...place, id: saved.id, ...view('Very soon') })).toEqual({
    ...view('Very soon'),
    id: saved.id,
  })
  expect(await bridge.call('views.save', { ...place, ...view('Very soon'), columns: [] })).toMatchObject({
    id: saved.id,
    columns: [],
  })
  expect(await bridge.call('views.save', { ...place, id: other.id, ...view('Very soon') })).toMatchObject({
    id: other.id,
  })
  expect((await bridge.call('views.list', place)).map(({ id }) => id)).toEqual([other.id])

  await bridge.call('views.delete', { ...production, id: other.id })
  expect(await bridge.call('views.list', place)).toHaveLength(1)
  await bridge.call('views.delete', { ...place, id: other.id })
  expect(await bridge.call('views.list', place)).toEqual([])
})

test('there are at most 50 views, and they go with their project', async () => {
  const place = await bridge.fleet(0, 'Full')
  for (let number = 1; number <= 50; number++) await bridge.call('views.save', { ...place, ...view(`View ${number}`) })
  expect(await bridge.errorOf('views.save', { ...place, ...view('One more') })).toMatchObject({
    code: 'error.validation',
    details: [{ field: 'name' }],
  })
  expect(await bridge.call('views.save', { ...place, ...view('View 7') })).toMatchObject({ name: 'View 7' })
  await bridge.call('projects.delete', { projectId: place.projectId, name: 'Full' })
  expect(await bridge.errorOf('views.list', place)).toMatchObject({ code: 'error.project_not_found' })
})

test('a reset empties the sandbox of one project; its keys, its audit and other projects stay', async () => {
  const place = await bridge.fleet(70, 'Training')
  const other = await bridge.fleet(30, 'Other')
  const key = await bridge.call('keys.create', place)
  await bridge.call('webhook.create', { ...place, url: 'https://example.com/hook', events: ['card.updated'] })
  await bridge.call('inbox.get', { projectId: place.projectId })
  expect(await bridge.errorOf('sandbox.reset', { projectId: place.projectId, name: 'training' })).toMatchObject({
    code: 'error.validation',
    details: [{ field: 'name' }],
  })
  expect(await bridge.cards(place)).toHaveLength(70)

  await bridge.call('sandbox.reset', { projectId: place.projectId, name: 'Training', withDemoCards: false })
  expect(await bridge.call('overview.get', place)).toMatchObject({
    cards: { total: 0 },
    authorizations: { diesel: 0 },
    expiring: { days: [] },
    attention: [],
  })
  expect(await bridge.call('webhook.get', place)).toBeNull()
  expect((await bridge.test.engine.keys.authenticate(key.key)).id).toBe(key.id)
  const actions = (await bridge.call('audit.list', { kind: 'sandbox', projectId: place.projectId })).docs.map(
    ({ action }) => action,
  )
  expect(actions).toEqual(['project.reset', 'webhook.create', 'cards.mock'])
  expect(await bridge.cards(other)).toHaveLength(30)

  await bridge.call('sandbox.reset', { projectId: place.projectId, name: 'Training' })
  expect(await bridge.cards(place)).toHaveLength(48)
  expect(await bridge.call('overview.get', place)).toMatchObject({ cards: { total: 48 } })
})

test('expected absences are answered with nothing; an unknown card or project is still refused', async () => {
  const place = await bridge.fleet(3, 'Quiet')
  const [card] = await bridge.cards(place)
  const cardId = '0197c3f4-0000-7000-8000-000000000000'
  expect(await bridge.call('webhook.get', place)).toBeNull()
  expect(await bridge.call('webhook.deliveries.list', place)).toEqual({ docs: [], total: 0 })
  expect(await bridge.errorOf('webhook.test', place)).toMatchObject({ code: 'error.webhook_not_found' })
  expect(await bridge.call('cards.names', { ...place, cardIds: [cardId, card?.id ?? ''] })).toEqual([
    { id: card?.id, cardNumber: card?.cardNumber, licensePlate: card?.licensePlate, driver: card?.driver },
  ])
  expect(await bridge.errorOf('cards.get', { ...place, cardId })).toMatchObject({ code: 'error.card_not_found' })
  expect(await bridge.errorOf('webhook.get', { ...place, projectId: cardId })).toMatchObject({
    code: 'error.project_not_found',
  })
})
