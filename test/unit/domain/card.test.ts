import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  activateInputSchema,
  AUTHORIZATIONS,
  decide,
  updateInputSchema,
  type Card,
  type CardCommand,
} from '../../../src-main/domain/card.ts'
import {
  driverSchema,
  licensePlateSchema,
  ownTextFault,
  textFault,
} from '../../../src-main/domain/cards/card-fields.ts'
import { CARD_REASONS } from '../../../src-main/domain/cards/card-reason.ts'
import { refusalOf } from '../../../src-main/domain/cards/card-refusal.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

function newCard(environment: Card['environment']): Card {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    projectId: '01890000-0000-4000-8000-000000000002',
    cardNumber: '782521009000153701',
    providerCardId: 'P-1',
    environment,
    status: 'new',
    licensePlate: null,
    driver: null,
    expirationDate: '2027-12-31T00:00:00.000Z',
    authGasoline: false,
    authDiesel: false,
    authLpg: false,
    authHeatingOil: false,
    syncStatus: 'synced',
    syncErrorMessage: null,
    lastSyncedAt: '2026-01-01T00:00:00.000Z',
    reason: null,
    internalReference: null,
    costCentre: null,
    plannedChange: null,
    notes: null,
    replacesCardId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
}

/** The card after an accepted command. */
function after(card: Card, command: CardCommand): Card {
  const decision = decide(card, command, NOW)
  if (!decision.ok) throw new Error(`A card that is ${card.status} refused to ${command.type}`)
  return decision.card
}

const commandArbitrary: fc.Arbitrary<CardCommand> = fc.oneof(
  fc.record({
    type: fc.constant('activate' as const),
    licensePlate: fc.string({ minLength: 1, maxLength: 20 }),
    driver: fc.string({ minLength: 1, maxLength: 100 }),
  }),
  fc.record({
    type: fc.constant('update' as const),
    licensePlate: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    driver: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  }),
  fc.record({
    type: fc.constant('update' as const),
    internalReference: fc.option(fc.string({ minLength: 1 })),
    notes: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  }),
  fc.record({
    type: fc.constantFrom('enable' as const, 'disable' as const),
    reason: fc.option(fc.constantFrom(...CARD_REASONS)),
  }),
)
const environmentArbitrary = fc.constantFrom('sandbox' as const, 'production' as const)

describe('the state machine of a card', () => {
  it.each([
    ['new', 'activate', null],
    ['active', 'activate', 'card_already_active'],
    ['inactive', 'activate', 'card_already_active'],
    ['new', 'enable', 'card_not_activated'],
    ['active', 'enable', 'card_already_enabled'],
    ['inactive', 'enable', null],
    ['new', 'disable', 'card_not_activated'],
    ['active', 'disable', null],
    ['inactive', 'disable', 'card_already_disabled'],
    ['new', 'update', 'card_not_activated'],
    ['active', 'update', null],
    ['inactive', 'update', null],
  ] as const)('answers a %s card and the command %s with %s', (status, command, refusal) => {
    expect(refusalOf(status, command)).toBe(refusal)
  })

  it('keeps the four authorizations together and true exactly while the card is active, through any commands', () => {
    fc.assert(
      fc.property(environmentArbitrary, fc.array(commandArbitrary, { maxLength: 30 }), (environment, commands) => {
        let card = newCard(environment)
        for (const command of commands) {
          const decision = decide(card, command, NOW)
          if (decision.ok) card = decision.card
          expect(AUTHORIZATIONS.map((field) => card[field])).toEqual(AUTHORIZATIONS.map(() => card.status === 'active'))
          expect(card.status === 'new').toBe(card.licensePlate === null)
        }
      }),
    )
  })

  it('has the reason of its last block while it is disabled, and none otherwise', () => {
    fc.assert(
      fc.property(environmentArbitrary, fc.array(commandArbitrary, { maxLength: 30 }), (environment, commands) => {
        let card = newCard(environment)
        let expected: Card['reason'] = null
        for (const command of commands) {
          const decision = decide(card, command, NOW)
          if (!decision.ok) continue
          if (command.type === 'disable') expected = command.reason ?? null
          if (command.type === 'enable') expected = null
          card = decision.card
          expect(card.reason).toBe(expected)
        }
      }),
    )
  })

  it('never goes back to new, and changes nothing when it refuses', () => {
    fc.assert(
      fc.property(environmentArbitrary, fc.array(commandArbitrary, { maxLength: 30 }), (environment, commands) => {
        let card = newCard(environment)
        for (const command of commands) {
          const before = structuredClone(card)
          const decision = decide(card, command, NOW)
          expect(card).toEqual(before)
          const own = command.type === 'update' && command.internalReference !== undefined
          expect(decision.ok).toBe(own || refusalOf(before.status, command.type) === null)
          if (!decision.ok) continue
          card = decision.card
          if (!own) expect(card.status).not.toBe('new')
        }
      }),
    )
  })

  it('causes exactly one event for each change and none for an update that changes nothing', () => {
    fc.assert(
      fc.property(environmentArbitrary, fc.array(commandArbitrary, { maxLength: 30 }), (environment, commands) => {
        let card = newCard(environment)
        for (const command of commands) {
          const decision = decide(card, command, NOW)
          if (!decision.ok) continue
          const told =
            decision.card !== card &&
            (decision.card.internalReference !== card.internalReference ||
              command.type !== 'update' ||
              command.internalReference === undefined)
          expect(decision.events).toHaveLength(told ? 1 : 0)
          card = decision.card
        }
      }),
    )
  })

  it('is instant in the sandbox and a pending change in production', () => {
    const command = { type: 'activate', licensePlate: 'B-XY 12', driver: 'Ada' } as const
    expect(decide(newCard('sandbox'), command, NOW)).toMatchObject({
      card: { syncStatus: 'synced', lastSyncedAt: NOW.toISOString() },
      providerChange: null,
      events: ['card.activated'],
    })
    expect(decide(newCard('production'), command, NOW)).toMatchObject({
      card: { syncStatus: 'pending', lastSyncedAt: '2026-01-01T00:00:00.000Z' },
      providerChange:
        command.type === 'activate' ? { action: 'activate', licensePlate: 'B-XY 12', driver: 'Ada' } : null,
    })
  })

  it('tells the provider only what an update changed', () => {
    const active = decide(newCard('production'), { type: 'activate', licensePlate: 'B-XY 12', driver: 'Ada' }, NOW)
    if (!active.ok) throw new Error('a new card must be activatable')
    expect(decide(active.card, { type: 'update', licensePlate: 'B-XY 12', driver: 'Grace' }, NOW)).toMatchObject({
      events: ['card.updated'],
      providerChange: { action: 'update', driver: 'Grace' },
    })
  })

  it('reports to receivers and the provider what was done, each command by its own name', () => {
    const active = after(newCard('production'), { type: 'activate', licensePlate: 'B-XY 12', driver: 'Ada' })
    const disabled = after(active, { type: 'disable' })
    expect(decide(active, { type: 'disable' }, NOW)).toMatchObject({
      events: ['card.disabled'],
      providerChange: { action: 'disable' },
    })
    expect(decide(disabled, { type: 'enable' }, NOW)).toMatchObject({
      events: ['card.enabled'],
      providerChange: { action: 'enable' },
    })
    expect(decide(disabled, { type: 'update', licensePlate: 'C 3' }, NOW)).toMatchObject({
      card: { driver: 'Ada', licensePlate: 'C 3' },
      events: ['card.updated'],
      providerChange: { action: 'update', licensePlate: 'C 3' },
    })
  })

  it('does nothing at all for an update that repeats the current values, or names none', () => {
    const active = after(newCard('production'), { type: 'activate', licensePlate: 'B-XY 12', driver: 'Ada' })
    for (const named of [
      {},
      { licensePlate: 'B-XY 12' },
      { driver: 'Ada' },
      { licensePlate: 'B-XY 12', driver: 'Ada' },
    ]) {
      expect(decide(active, { type: 'update', ...named }, new Date('2027-01-01T00:00:00.000Z'))).toEqual({
        ok: true,
        card: active,
        events: [],
        providerChange: null,
      })
    }
  })
})

describe('the fleet’s own notes', () => {
  it('may be set in every state, create no pending change, and affect no sync status', () => {
    for (const status of ['new', 'active', 'inactive'] as const) {
      const card: Card = { ...newCard('production'), status, syncStatus: 'failed', syncErrorMessage: 'No' }
      const decision = decide(
        card,
        { type: 'update', internalReference: 'FL 1', costCentre: '4711', notes: 'Spare' },
        NOW,
      )
      expect(decision).toEqual({
        ok: true,
        card: { ...card, internalReference: 'FL 1', costCentre: '4711', notes: 'Spare', updatedAt: NOW.toISOString() },
        events: ['card.updated'],
        providerChange: null,
      })
    }
  })

  it('do not open a new card to plate and driver', () => {
    expect(decide(newCard('sandbox'), { type: 'update', notes: 'Spare', driver: 'Ada' }, NOW)).toEqual({
      ok: false,
      reason: 'card_not_activated',
    })
    expect(decide(newCard('sandbox'), { type: 'update', notes: 'Spare', licensePlate: 'B-1' }, NOW)).toEqual({
      ok: false,
      reason: 'card_not_activated',
    })
    expect(decide(newCard('sandbox'), { type: 'update' }, NOW)).toEqual({ ok: false, reason: 'card_not_activated' })
  })

  it('raises no event if only notes change, and nothing without a change', () => {
    const card = { ...newCard('sandbox'), costCentre: '4711' }
    expect(decide(card, { type: 'update', notes: 'Spare', costCentre: '4711' }, NOW)).toMatchObject({
      card: { notes: 'Spare' },
      events: [],
    })
    expect(decide(card, { type: 'update', costCentre: '4712' }, NOW)).toMatchObject({ events: ['card.updated'] })
    expect(decide(card, { type: 'update', notes: null, costCentre: '4711' }, NOW)).toEqual({
      ok: true,
      card,
      events: [],
      providerChange: null,
    })
  })

  it('is trimmed, cleared by null or blanks, and bounded; only notes have lines', () => {
    const parsed = (body: object) => updateInputSchema.parse(body)
    expect(parsed({ internalReference: ' FL 1 ', costCentre: '  ', notes: ' a\r\nb\n ' })).toEqual({
      internalReference: 'FL 1',
      costCentre: null,
      notes: 'a\nb',
    })
    expect(parsed({ notes: 'a\rb' })).toEqual({ notes: 'a\nb' })
    expect(parsed({ internalReference: null })).toEqual({ internalReference: null })
    expect(
      parsed({ internalReference: 'x'.repeat(100), costCentre: '🚗'.repeat(60), notes: 'x'.repeat(1_000) }),
    ).toBeDefined()
    for (const body of [
      { internalReference: 'x'.repeat(101) },
      { costCentre: 'x'.repeat(61) },
      { notes: 'x'.repeat(1_001) },
      { internalReference: 'a\nb' },
      { costCentre: 'a\tb' },
      { notes: 'a\u0000' },
      { notes: '\ud83d' },
      { notes: 7 },
    ]) {
      expect(updateInputSchema.safeParse(body).success, JSON.stringify(body)).toBe(false)
    }
  })
})

describe('a fault', () => {
  it('is reported in words and in a form that every language can phrase', () => {
    const faultOf = (body: object) =>
      updateInputSchema
        .safeParse(body)
        .error?.issues.map((issue) => [issue.message, issue.code === 'custom' && issue.params])
    const told = (message: string, problem: object) => [[message, { problem }]]
    const control = told('Must not contain control characters', { code: 'control_characters' })
    expect(faultOf({ costCentre: 'x'.repeat(61) })).toEqual(
      told('Must be at most 60 characters', { code: 'too_long', maximum: 60 }),
    )
    expect(faultOf({ costCentre: 'a\nb' })).toEqual(control)
    expect(faultOf({ driver: 'a\nb' })).toEqual(control)
    expect(faultOf({ driver: 'x'.repeat(101) })).toEqual(
      told('Must be at most 100 characters', { code: 'too_long', maximum: 100 }),
    )
    expect(faultOf({ driver: ' ' })).toEqual(told('Driver name is required', { code: 'required' }))
  })

  it('of the fleet’s own notes has a name, for callers that phrase it themselves', () => {
    expect([
      ownTextFault('notes', 'a\nb'),
      ownTextFault('costCentre', 'a\nb'),
      ownTextFault('costCentre', '\ud83d'),
    ]).toEqual([null, 'control_characters', 'control_characters'])
    expect(ownTextFault('costCentre', 'x'.repeat(61))).toBe('too_long')
  })
})

describe('licence plate and driver', () => {
  it('are trimmed and keep their Unicode', () => {
    expect(licensePlateSchema.parse('  WÜ-Ä 7  ')).toBe('WÜ-Ä 7')
    expect(driverSchema.parse(' Łukasz Żółć ')).toBe('Łukasz Żółć')
  })

  it.each(['', '   ', 'a\nb', 'a\u0000', 'AB\u0007', '\u2028', 'ab\n'])('are refused as %j', (text) => {
    expect(licensePlateSchema.safeParse(text).success).toBe(false)
    expect(driverSchema.safeParse(text).success).toBe(false)
  })

  it('are counted in characters, not in code units', () => {
    expect(licensePlateSchema.safeParse('🚗'.repeat(20)).success).toBe(true)
    expect(licensePlateSchema.safeParse('🚗'.repeat(21)).success).toBe(false)
    expect(driverSchema.safeParse('x'.repeat(101)).success).toBe(false)
  })

  it('report each fault, in the words of the hosted service if a field is missing', () => {
    const wordsOf = (licensePlate: unknown) =>
      licensePlateSchema.safeParse(licensePlate).error?.issues.map(({ message }) => message)
    for (const missing of [undefined, null, '', '  ']) expect(wordsOf(missing)).toEqual(['License plate is required'])
    expect(wordsOf(7)).toEqual(['Must be text'])
    expect(wordsOf('a\nb')).toEqual(['Must not contain control characters'])
    expect(wordsOf('x'.repeat(21))).toEqual(['Must be at most 20 characters'])
    expect(driverSchema.safeParse(undefined).error?.issues.map(({ message }) => message)).toEqual([
      'Driver name is required',
    ])
  })

  it('have faults with names of their own, for callers that phrase them themselves', () => {
    expect(['\ud83d', 'a\u0007', ' ', 'abc', 'ab', ' ab '].map((text) => textFault(text, 2))).toEqual([
      'control_characters',
      'control_characters',
      'empty',
      'too_long',
      null,
      null,
    ])
  })

  it('are each named once when both are missing, the plate first', () => {
    const result = activateInputSchema.safeParse({})
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['licensePlate', 'driver'])
  })

  it('yield at most one complaint per field, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (licensePlate, driver) => {
        const paths =
          activateInputSchema.safeParse({ licensePlate, driver }).error?.issues.map((issue) => issue.path[0]) ?? []
        expect(new Set(paths).size).toBe(paths.length)
      }),
    )
  })
})
