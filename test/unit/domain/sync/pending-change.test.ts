import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Card, ProviderChange } from '../../../../src-main/domain/card.ts'
import { decide } from '../../../../src-main/domain/card.ts'
import { cardFromReport, reconcile } from '../../../../src-main/domain/sync/reconcile.ts'
import {
  changesTowards,
  contradicts,
  reportsOn,
  withLaterChange,
} from '../../../../src-main/domain/sync/pending-change.ts'
import { judgeChange } from '../../../../src-main/portal/change-rules.ts'
import type { PortalCard } from '../../../../src-main/domain/sync/portal-protocol.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const IDENTITY = {
  id: '01890000-0000-7000-8000-000000000001',
  projectId: '01890000-0000-4000-8000-000000000002',
  environment: 'production' as const,
}
const FRESH = cardFromReport({ cardNumber: '782521009000153701', status: 'new' }, IDENTITY, NOW)

const commands = fc.array(
  fc.oneof(
    fc.record({ type: fc.constantFrom('enable' as const, 'disable' as const) }),
    fc.record({
      type: fc.constant('activate' as const),
      licensePlate: fc.constantFrom('A 1', 'B 2'),
      driver: fc.constantFrom('Ada', 'Zoë'),
    }),
    fc.record({
      type: fc.constant('update' as const),
      licensePlate: fc.constantFrom('C 3', 'D 4'),
      driver: fc.constantFrom('Grace', 'Jean'),
    }),
  ),
  { maxLength: 8 },
)

/** The card after the accepted commands, and the changes to send to its provider. */
function requested(
  card: Card,
  given: readonly Parameters<typeof decide>[1][],
): { card: Card; changes: ProviderChange[] } {
  const changes: ProviderChange[] = []
  let current = card
  for (const command of given) {
    const decision = decide(current, command, NOW)
    if (!decision.ok || decision.providerChange === null) continue
    current = decision.card
    changes.push(decision.providerChange)
  }
  return { card: current, changes }
}

/** The same card at a provider that makes these changes. */
function provided(card: Card, changes: readonly ProviderChange[]): Pick<Card, 'status' | 'licensePlate' | 'driver'> {
  const allFour = {
    gasoline: card.authGasoline,
    diesel: card.authDiesel,
    lpg: card.authLpg,
    heatingOil: card.authHeatingOil,
  }
  let portalCard: PortalCard = {
    providerCardId: 'P',
    cardNumber: card.cardNumber,
    status: card.status,
    licensePlate: card.licensePlate,
    driver: card.driver,
    expirationDate: null,
    authorizations: allFour,
    updatedAt: NOW.toISOString(),
  }
  for (const change of changes) {
    const judged = judgeChange(portalCard, change, NOW.toISOString())
    if (!judged.ok) throw new Error(judged.refusal.message)
    portalCard = judged.card
  }
  const { status, licensePlate, driver } = portalCard
  return { status, licensePlate, driver }
}

const outcomeOf = ({ status, licensePlate, driver }: Card) => ({ status, licensePlate, driver })

describe('change orders that replace each other', () => {
  it('have the same outcome as the commands, with at most one of each kind', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { card, changes } = requested(FRESH, given)
        const orders = changes.reduce<ProviderChange[]>(withLaterChange, [])
        expect(provided(FRESH, orders)).toEqual(outcomeOf(card))
        expect(orders.length).toBeLessThanOrEqual(3)
      }),
    )
  })
})

describe('the changes towards the requested state', () => {
  it('get a provider there from any state', () => {
    fc.assert(
      fc.property(commands, commands, (ours, theirs) => {
        const { card, changes } = requested(FRESH, ours)
        const at = requested(FRESH, theirs).card
        // Requests always begin with an activation, so that plate and driver are known.
        fc.pre(card.status !== 'new')
        const report = {
          cardNumber: at.cardNumber,
          status: at.status,
          authGasoline: at.authGasoline,
          authDiesel: at.authDiesel,
          authLpg: at.authLpg,
          authHeatingOil: at.authHeatingOil,
          ...(at.licensePlate === null ? {} : { licensePlate: at.licensePlate }),
          ...(at.driver === null ? {} : { driver: at.driver }),
        }
        const { drift } = reconcile(card, report, true, NOW)
        fc.pre(drift.length > 0)
        expect(provided(at, changesTowards(card, changes, drift))).toEqual(outcomeOf(card))
      }),
    )
  })

  it('activate a card that is new at the provider, whatever else differs', () => {
    const { card, changes } = requested(FRESH, [{ type: 'activate', licensePlate: 'A 1', driver: 'Ada' }])
    const drift = [
      { field: 'driver', ours: 'Ada', theirs: 'Zoë' },
      { field: 'status', ours: 'active', theirs: 'new' },
    ] as const
    expect(changesTowards(card, changes, drift)).toEqual([{ action: 'activate', licensePlate: 'A 1', driver: 'Ada' }])
  })
})

describe('a report confirms a pending change', () => {
  const disable: ProviderChange = { action: 'disable' }
  const update: ProviderChange = { action: 'update', driver: 'Ada' }
  it('only if it covers what was asked for', () => {
    expect(reportsOn({ cardNumber: '1', licensePlate: 'X' }, [disable])).toBe(false)
    expect(reportsOn({ cardNumber: '1', status: 'inactive' }, [disable])).toBe(true)
    expect(reportsOn({ cardNumber: '1', authGasoline: false }, [disable])).toBe(false)
    expect(reportsOn({ cardNumber: '1', status: 'inactive' }, [disable, update])).toBe(false)
    expect(reportsOn({ cardNumber: '1', status: 'inactive', driver: 'Ada' }, [disable, update])).toBe(true)
  })

  it('and differs in nothing that was asked for', () => {
    expect(contradicts([{ field: 'driver', ours: 'Ada', theirs: 'Zoë' }], [disable])).toBe(false)
    expect(contradicts([{ field: 'driver', ours: 'Ada', theirs: 'Zoë' }], [update])).toBe(true)
    expect(contradicts([{ field: 'licensePlate', ours: 'A 1', theirs: 'B 2' }], [disable])).toBe(false)
    expect(contradicts([{ field: 'licensePlate', ours: 'A 1', theirs: 'B 2' }], [update])).toBe(false)
    expect(contradicts([{ field: 'authLpg', ours: 'false', theirs: 'true' }], [disable])).toBe(true)
    expect(contradicts([{ field: 'status', ours: 'inactive', theirs: 'active' }], [update])).toBe(false)
  })
})

const CARD = requested(FRESH, [{ type: 'activate', licensePlate: 'A 1', driver: 'Ada' }]).card
const DISABLED = requested(CARD, [{ type: 'disable' }]).card
const activate: ProviderChange = { action: 'activate', licensePlate: 'A 1', driver: 'Ada' }
const drift = (field: 'status' | 'licensePlate' | 'driver' | 'authLpg', theirs: string) => ({
  field,
  ours: null,
  theirs,
})

describe('a later change', () => {
  it('leaves only itself when it is an activation', () => {
    expect(withLaterChange([{ action: 'disable' }, { action: 'update', driver: 'Zoë' }], activate)).toEqual([activate])
  })

  it('replaces an earlier switch, and nothing that sets plate and driver', () => {
    const update: ProviderChange = { action: 'update', driver: 'Zoë' }
    expect(withLaterChange([{ action: 'enable' }], { action: 'disable' })).toEqual([{ action: 'disable' }])
    expect(withLaterChange([activate, { action: 'disable' }], { action: 'enable' })).toEqual([
      activate,
      { action: 'enable' },
    ])
    expect(withLaterChange([update, { action: 'disable' }], { action: 'enable' })).toEqual([
      update,
      { action: 'enable' },
    ])
  })

  it('merges its fields into the order that sets plate and driver, and comes last if there is none', () => {
    const update: ProviderChange = { action: 'update', licensePlate: 'C 3' }
    expect(withLaterChange([activate, { action: 'disable' }], update)).toEqual([
      { ...activate, licensePlate: 'C 3' },
      { action: 'disable' },
    ])
    expect(withLaterChange([{ action: 'disable' }, { action: 'update', driver: 'Zoë' }], update)).toEqual([
      { action: 'disable' },
      { action: 'update', driver: 'Zoë', licensePlate: 'C 3' },
    ])
    expect(withLaterChange([{ action: 'disable' }], update)).toEqual([{ action: 'disable' }, update])
  })
})

describe('a change that is sent again', () => {
  it('is the activation if the provider has a new card, and the block if it is to be inactive', () => {
    expect(changesTowards(CARD, [], [drift('status', 'new')])).toEqual([activate])
    expect(changesTowards(DISABLED, [], [drift('status', 'new')])).toEqual([activate, { action: 'disable' }])
    expect(changesTowards({ ...CARD, licensePlate: null, driver: null }, [], [drift('status', 'new')])).toEqual([
      { action: 'activate' },
    ])
  })

  it('includes plate and driver only if they differ or were asked for, and are known', () => {
    expect(changesTowards(CARD, [], [drift('driver', 'Zoë')])).toEqual([{ action: 'update', driver: 'Ada' }])
    expect(changesTowards(CARD, [], [drift('licensePlate', 'X'), drift('driver', 'Zoë')])).toEqual([
      { action: 'update', licensePlate: 'A 1', driver: 'Ada' },
    ])
    expect(
      changesTowards(
        CARD,
        [{ action: 'update', licensePlate: 'A 1' }, { action: 'disable' }],
        [drift('authLpg', 'false')],
      ),
    ).toEqual([{ action: 'update', licensePlate: 'A 1' }, { action: 'enable' }])
    expect(changesTowards({ ...CARD, driver: null }, [], [drift('driver', 'Zoë')])).toEqual([])
    expect(changesTowards({ ...CARD, driver: null }, [{ action: 'update', driver: 'Zoë' }], [])).toEqual([])
  })

  it('switches the card if its status or a fuel differs, or a switch was asked for', () => {
    expect(changesTowards(DISABLED, [], [drift('status', 'active')])).toEqual([{ action: 'disable' }])
    expect(changesTowards(CARD, [], [drift('driver', 'Zoë'), drift('authLpg', 'false')])).toEqual([
      { action: 'update', driver: 'Ada' },
      { action: 'enable' },
    ])
    expect(changesTowards(CARD, [{ action: 'update', driver: 'Ada' }, { action: 'enable' }], [])).toEqual([
      { action: 'update', driver: 'Ada' },
      { action: 'enable' },
    ])
    expect(changesTowards(DISABLED, [{ action: 'disable' }], [])).toEqual([{ action: 'disable' }])
    expect(changesTowards(CARD, [activate], [])).toEqual([{ action: 'update', licensePlate: 'A 1', driver: 'Ada' }])
    expect(changesTowards(CARD, [], [])).toEqual([])
  })

  it('is nothing for a card that is new here, whatever the provider has', () => {
    expect(changesTowards(FRESH, [], [drift('status', 'active')])).toEqual([])
    expect(changesTowards(FRESH, [], [drift('status', 'new')])).toEqual([])
  })
})

describe('one contradiction among several things asked for', () => {
  it('is enough, whichever field it concerns', () => {
    const [disable, update] = [{ action: 'disable' } as const, { action: 'update', licensePlate: 'C 3' } as const]
    expect(contradicts([drift('licensePlate', 'X')], [disable, update])).toBe(true)
    expect(contradicts([drift('driver', 'Zoë')], [disable, update])).toBe(false)
    expect(contradicts([drift('status', 'active')], [update, disable])).toBe(true)
    expect(contradicts([drift('driver', 'Zoë'), drift('status', 'active')], [update, disable])).toBe(true)
  })

  it('does not exist if the report shows everything that was asked for', () => {
    expect(reportsOn({ cardNumber: '1', licensePlate: 'C 3' }, [{ action: 'update', licensePlate: 'C 3' }])).toBe(true)
    expect(reportsOn({ cardNumber: '1', driver: 'Ada' }, [{ action: 'update', licensePlate: 'C 3' }])).toBe(false)
    expect(
      reportsOn({ cardNumber: '1', authGasoline: false, authDiesel: false, authLpg: false, authHeatingOil: false }, [
        { action: 'disable' },
      ]),
    ).toBe(true)
  })
})
