import { describe, expect, it } from 'vitest'
import type { Card } from '../../../src-main/domain/card.ts'
import { cardEventData } from '../../../src-main/domain/cards/card-events.ts'
import {
  cardEventDataSchema,
  EVENT_CATALOGUE,
  EVENT_NAMES,
  eventJsonSchema,
  eventType,
} from '../../../src-main/domain/event-catalogue.ts'

describe('the event catalogue', () => {
  it('holds each event once, with a sentence, an environment and an example of its own', () => {
    expect(EVENT_CATALOGUE.map((event) => event.name)).toEqual([...EVENT_NAMES])
    for (const event of EVENT_CATALOGUE) {
      expect(event.description).toMatch(/^[A-Z].+\.$/)
      expect(event.environments.length).toBeGreaterThan(0)
      expect(event.example.event).toBe(event.name)
    }
  })

  it.each(EVENT_CATALOGUE.map((event) => [event.name, event] as const))(
    'shows for %s an example that matches its schema and leaves nothing out',
    (_, event) => {
      expect(event.schema.parse(event.example)).toEqual(event.example)
      expect(event.schema.safeParse({ ...event.example, data: {} }).success).toBe(false)
      expect(event.schema.safeParse({ ...event.example, id: 'evt_a.b' }).success).toBe(false)
    },
  )

  it.each(['card.synced', 'card.sync_failed'] as const)('knows that %s needs a provider', (name) => {
    expect(eventType(name).environments).toEqual(['production'])
  })

  it('describes card data exactly as it is sent', () => {
    const card: Card = {
      id: '01890000-0000-7000-8000-000000000001',
      projectId: '01890000-0000-4000-8000-000000000002',
      cardNumber: '782521009000153701',
      providerCardId: 'P-1',
      environment: 'sandbox',
      status: 'new',
      licensePlate: null,
      driver: null,
      expirationDate: null,
      authGasoline: false,
      authDiesel: false,
      authLpg: false,
      authHeatingOil: false,
      syncStatus: 'synced',
      syncErrorMessage: null,
      lastSyncedAt: null,
      reason: null,
      internalReference: null,
      costCentre: null,
      plannedChange: null,
      notes: null,
      replacesCardId: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    }
    expect(cardEventDataSchema.strict().parse(cardEventData(card))).toEqual(cardEventData(card))
    expect(Object.keys(cardEventData(card))).toEqual(Object.keys(cardEventDataSchema.shape))
  })

  it('is published as JSON Schema that allows further fields', () => {
    const schema = eventJsonSchema(eventType('sync.completed'))
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['id', 'event', 'created_at', 'data'],
    })
    expect(JSON.stringify(schema)).not.toContain('additionalProperties')
  })
})
