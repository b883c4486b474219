import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTHORIZATIONS, type Card } from '../../../../src-main/domain/card.ts'
import { CARD_REASONS } from '../../../../src-main/domain/cards/card-reason.ts'
import { cardFromReport, reconcile, type ReportedCard } from '../../../../src-main/domain/sync/reconcile.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const LATER = new Date('2026-03-02T12:00:00.000Z')
const IDENTITY = {
  id: '01890000-0000-7000-8000-000000000001',
  projectId: '01890000-0000-4000-8000-000000000002',
  environment: 'production' as const,
}

function known(reported: Partial<ReportedCard> = {}): Card {
  return cardFromReport(
    {
      cardNumber: '782521009000153701',
      providerCardId: 'P-1',
      status: 'active',
      licensePlate: 'B-XY 12',
      driver: 'Ada',
      ...reported,
    },
    IDENTITY,
    NOW,
  )
}

const reportArbitrary: fc.Arbitrary<ReportedCard> = fc.record(
  {
    cardNumber: fc.stringMatching(/^\d{4,20}$/),
    status: fc.constantFrom('new' as const, 'active' as const, 'inactive' as const),
    licensePlate: fc.string({ minLength: 1, maxLength: 20 }),
    driver: fc.string({ minLength: 1, maxLength: 100 }),
    reason: fc.constantFrom(...CARD_REASONS),
    expirationDate: fc.constantFrom('2027-12-31T00:00:00.000Z', '2028-01-31T00:00:00.000Z'),
    authGasoline: fc.boolean(),
    authDiesel: fc.boolean(),
    authLpg: fc.boolean(),
    authHeatingOil: fc.boolean(),
  },
  { requiredKeys: ['cardNumber'] },
)

describe('a provider report', () => {
  it('makes an unknown card new unless it says otherwise', () => {
    expect(cardFromReport({ cardNumber: '1234' }, IDENTITY, NOW)).toMatchObject({
      status: 'new',
      providerCardId: '1234',
      licensePlate: null,
      authDiesel: false,
      syncStatus: 'synced',
    })
    expect(known()).toMatchObject({
      status: 'active',
      authGasoline: true,
      authDiesel: true,
      authLpg: true,
      authHeatingOil: true,
    })
    expect(known({ status: 'inactive' })).toMatchObject({ status: 'inactive', authDiesel: false })
  })

  it('carries over the fleet’s own notes from an imported file', () => {
    const own = { internalReference: 'FL 1', costCentre: '4711', notes: 'Spare' }
    expect(known(own)).toMatchObject(own)
    expect(known()).toMatchObject({ internalReference: null, costCentre: null, notes: null })
  })

  it('derives a missing status from the authorizations, and stores mixed ones as reported', () => {
    const mixed = cardFromReport({ cardNumber: '1234', authDiesel: true, authLpg: false }, IDENTITY, NOW)
    expect(mixed).toMatchObject({ status: 'active', authDiesel: true, authLpg: false })
    const off = { authGasoline: false, authDiesel: false, authLpg: false, authHeatingOil: false }
    expect(cardFromReport({ cardNumber: '1234', ...off }, IDENTITY, NOW).status).toBe('new')
    expect(reconcile(known(), { cardNumber: '782521009000153701', ...off }, false, LATER).card.status).toBe('inactive')
  })

  it('changes nothing when it is applied a second time', () => {
    fc.assert(
      fc.property(reportArbitrary, (report) => {
        const first = reconcile(known(), report, false, LATER).card
        const again = reconcile(first, report, false, new Date('2026-04-01T00:00:00.000Z'))
        expect(again).toEqual({ card: first, changed: false, events: [], drift: [] })
      }),
    )
  })

  it('leaves every field that it does not report', () => {
    fc.assert(
      fc.property(
        fc.subarray(['licensePlate', 'driver', 'expirationDate'] as const),
        reportArbitrary,
        (kept, report) => {
          const partial = { ...report }
          for (const field of kept) delete partial[field]
          const { card } = reconcile(known(), partial, false, LATER)
          for (const field of kept) expect(card[field]).toBe(known()[field])
        },
      ),
    )
  })

  it('never overwrites a pending change: a difference is drift; number and expiry still follow', () => {
    fc.assert(
      fc.property(reportArbitrary, (report) => {
        const pending: Card = {
          ...known(),
          status: 'inactive',
          authGasoline: false,
          authDiesel: false,
          authLpg: false,
          authHeatingOil: false,
          syncStatus: 'pending',
        }
        const { card, drift } = reconcile(pending, report, true, LATER)
        for (const field of ['status', 'licensePlate', 'driver', 'syncStatus', ...AUTHORIZATIONS] as const)
          expect(card[field]).toBe(pending[field])
        expect(card.cardNumber).toBe(report.cardNumber)
        if (report.expirationDate !== undefined) expect(card.expirationDate).toBe(report.expirationDate)
        expect(drift.some(({ field }) => field === 'driver')).toBe(
          report.driver !== undefined && report.driver !== 'Ada',
        )
      }),
    )
  })

  it.each([
    [{ status: 'new' }, { status: 'active' }, ['card.activated']],
    [{ status: 'inactive' }, { status: 'active' }, ['card.enabled']],
    [{ status: 'active' }, { status: 'inactive' }, ['card.disabled']],
    [{ status: 'active' }, { driver: 'Grace' }, ['card.updated']],
    [{ status: 'new' }, { status: 'active', driver: 'Grace' }, ['card.activated']],
    [{ status: 'active' }, { status: 'inactive', driver: 'Grace' }, ['card.disabled', 'card.updated']],
    [{ status: 'active' }, {}, []],
  ] as const)('that turns %j into %j raises %j', (before, report, events) => {
    expect(reconcile(known(before), { cardNumber: '782521009000153701', ...report }, false, LATER).events).toEqual(
      events,
    )
  })
})

describe('a field that the provider leaves out', () => {
  const off = { authGasoline: false, authDiesel: false, authLpg: false, authHeatingOil: false }

  it('keeps its value: an unreported id, an expiry, a fuel of a card that keeps its status', () => {
    const mixed = known({ authLpg: false, expirationDate: '2027-12-31T00:00:00.000Z' })
    const { card } = reconcile(mixed, { cardNumber: mixed.cardNumber, status: 'active', driver: 'Grace' }, false, LATER)
    expect(card).toMatchObject({
      providerCardId: 'P-1',
      expirationDate: '2027-12-31T00:00:00.000Z',
      authLpg: false,
      authDiesel: true,
      driver: 'Grace',
    })
    expect(
      reconcile(mixed, { cardNumber: mixed.cardNumber, providerCardId: 'P-2' }, false, LATER).card.providerCardId,
    ).toBe('P-2')
    expect(cardFromReport({ cardNumber: '1234', status: 'new', authDiesel: true }, IDENTITY, NOW)).toMatchObject({
      ...off,
      authDiesel: true,
      expirationDate: null,
    })
  })

  it('says nothing of the status: without any authorization an inactive card stays inactive', () => {
    const inactive = known({ status: 'inactive' })
    expect(reconcile(inactive, { cardNumber: inactive.cardNumber, driver: 'Grace' }, false, LATER).card.status).toBe(
      'inactive',
    )
    expect(reconcile(known(off), { cardNumber: '782521009000153701' }, false, LATER).card.status).toBe('active')
    expect(reconcile(inactive, { cardNumber: inactive.cardNumber, authLpg: true }, false, LATER).card).toMatchObject({
      status: 'active',
      authLpg: true,
    })
  })

  it('does not prevent the end of a failure without a pending change: the card is in step again', () => {
    const gone: Card = { ...known(), syncStatus: 'failed', syncErrorMessage: 'No longer reported by the provider' }
    expect(reconcile(gone, { cardNumber: gone.cardNumber }, false, LATER).card).toMatchObject({
      syncStatus: 'synced',
      syncErrorMessage: null,
      lastSyncedAt: LATER.toISOString(),
    })
  })

  it('appears as null in drift, and a plate or an expiry alone as an update', () => {
    const pending: Card = { ...known(), licensePlate: null, syncStatus: 'pending' }
    expect(reconcile(pending, { cardNumber: pending.cardNumber, licensePlate: 'X 1' }, true, LATER).drift).toEqual([
      { field: 'licensePlate', ours: null, theirs: 'X 1' },
    ])
    for (const change of [{ licensePlate: 'X 1' }, { expirationDate: '2030-01-31T00:00:00.000Z' }])
      expect(reconcile(known(), { cardNumber: known().cardNumber, ...change }, false, LATER).events).toEqual([
        'card.updated',
      ])
  })
})

describe('the reason of a block in a report', () => {
  it('belongs to a disabled card alone, and ends with the block', () => {
    fc.assert(
      fc.property(fc.array(reportArbitrary, { maxLength: 10 }), fc.boolean(), (reports, hasPendingChange) => {
        let card = known({ status: 'inactive', reason: 'lost' })
        for (const report of reports) {
          const before = card
          card = reconcile(card, { ...report, cardNumber: card.cardNumber }, hasPendingChange, LATER).card
          if (card.status !== 'inactive') expect(card.reason).toBeNull()
          else expect(card.reason).toBe(report.reason ?? (before.status === 'inactive' ? before.reason : null))
        }
      }),
    )
  })

  it('raises card.updated only where no event of the status carries it', () => {
    const blocked = known({ status: 'inactive', reason: 'lost' })
    const report = { cardNumber: blocked.cardNumber }
    expect(reconcile(blocked, { ...report, reason: 'stolen' }, false, LATER).events).toEqual(['card.updated'])
    expect(reconcile(blocked, { ...report, status: 'active' }, false, LATER)).toMatchObject({
      card: { reason: null },
      events: ['card.enabled'],
    })
    expect(reconcile(known(), { ...report, status: 'inactive', reason: 'lost' }, false, LATER).events).toEqual([
      'card.disabled',
    ])
  })
})
