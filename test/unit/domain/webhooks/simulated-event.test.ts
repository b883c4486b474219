import { expect, it } from 'vitest'
import { EVENT_NAMES, eventType } from '../../../../src-main/domain/event-catalogue.ts'
import { demoCards } from '../../../../src-main/domain/cards/mock-cards.ts'
import { fittingStatus, simulatedData, standInCard } from '../../../../src-main/domain/webhooks/simulated-event.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const PROJECT = '0b54e2c4-9f0b-4b6e-8f53-6f3c1a2d7e90'
const card = standInCard('sandbox', PROJECT, '0197b4a2-6c1e-7000-8000-00015f3a9c42', NOW)

it.each(EVENT_NAMES)('the made-up card fills the whole body of %s', (name) => {
  const body = {
    id: 'evt_1',
    event: name,
    created_at: NOW.toISOString(),
    data: simulatedData('sandbox', PROJECT, name, card, [card]),
  }
  expect(eventType(name).schema.safeParse(body).error).toBeUndefined()
})

it('the made-up card is not in the demo fleet, and expires when card.expiring says', () => {
  expect(demoCards(NOW).map(({ cardNumber }) => cardNumber)).not.toContain(card.cardNumber)
  expect(simulatedData('sandbox', PROJECT, 'card.expiring', card, [])['expiration_date']).toBe(
    '2026-12-21T00:00:00.000Z',
  )
})

it('a simulated failure and a simulated test say that they are simulated', () => {
  expect(simulatedData('sandbox', PROJECT, 'card.sync_failed', card, [])).toMatchObject({
    sync_status: 'failed',
    error_message: 'Simulated: the provider refused the change',
  })
  expect(simulatedData('sandbox', PROJECT, 'sync.failed', card, [])).toMatchObject({
    error_message: 'Simulated: the provider refused the change',
  })
  expect(simulatedData('sandbox', PROJECT, 'test', card, [])).toEqual({
    environment: 'sandbox',
    project_id: PROJECT,
    message: 'A simulated test event',
  })
})

it('only events about a failure or an expiry carry one', () => {
  for (const name of EVENT_NAMES) {
    const data = simulatedData('sandbox', PROJECT, name, card, [])
    expect('error_message' in data, name).toBe(name.endsWith('_failed') || name.endsWith('.failed'))
    expect('expiration_date' in data, name).toBe(name === 'card.expiring')
  }
})

it('a simulated pull changed one of the existing cards, and lists them all', () => {
  const countsOf = (count: number) => {
    const { cards_created, cards_updated, cards_unchanged, cards_failed, cards_truncated } = simulatedData(
      'sandbox',
      PROJECT,
      'sync.completed',
      card,
      Array.from({ length: count }, () => card),
    )
    return [cards_created, cards_updated, cards_unchanged, cards_failed, cards_truncated]
  }
  expect([0, 1, 3].map(countsOf)).toEqual([
    [0, 0, 0, 0, false],
    [0, 1, 0, 0, false],
    [0, 1, 2, 0, false],
  ])
})

it('the sample card is in the state in which the event leaves it', () => {
  expect(Object.fromEntries(EVENT_NAMES.map((name) => [name, fittingStatus(name)]))).toEqual({
    'card.created': 'new',
    'card.activated': 'active',
    'card.enabled': 'active',
    'card.disabled': 'inactive',
    'card.updated': 'active',
    'card.synced': 'active',
    'card.sync_failed': 'active',
    'card.expiring': 'active',
    'sync.completed': undefined,
    'sync.failed': undefined,
    test: undefined,
  })
})
