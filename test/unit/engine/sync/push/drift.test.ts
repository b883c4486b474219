import { describe, expect, it } from 'vitest'
import type { Card } from '../../../../../src-main/domain/card.ts'
import { CLERK } from '../../../../support/context.ts'
import { cardOf, openPushFleet, type PushFleet } from '../../../../support/portal/push-fleet.ts'

const REFUSAL = { code: '4102', message: 'The contract is suspended' }

/** A fleet in which the disabling of a card was refused, and the provider still reports the old state. */
async function fleetWithDrift(): Promise<{ fleet: PushFleet; card: Card }> {
  const fleet = await openPushFleet()
  const card = cardOf(fleet, 'active')
  await fleet.portal.setFaults({ refuse: { [card.providerCardId]: REFUSAL } })
  await fleet.command(card, { type: 'disable' })
  await fleet.settled()
  await fleet.pull()
  return { fleet, card }
}

const statusEvents = (names: string[]) =>
  names.filter((name) => ['card.activated', 'card.enabled', 'card.disabled'].includes(name))

describe('drift', () => {
  it('is a report by the provider that contradicts a pending change, which is not overwritten', async () => {
    const { fleet, card } = await fleetWithDrift()
    expect(await fleet.card(card)).toMatchObject({
      status: 'inactive',
      syncStatus: 'failed',
      syncErrorMessage: REFUSAL.message,
    })
    const { docs, total } = await fleet.pushing().drift.list(fleet.projectId, { page: 1, limit: 10 })
    expect(total).toBe(1)
    expect(docs).toMatchObject([{ cardId: card.id, cardNumber: card.cardNumber, syncStatus: 'failed' }])
    expect(docs[0]?.fields).toContainEqual({ field: 'status', ours: 'inactive', theirs: 'active' })
    expect(docs[0]?.fields).toHaveLength(5)
    expect(await fleet.production().sync?.state(fleet.projectId)).toMatchObject({ driftedCards: 1, failedPushes: 1 })
  })

  it('is resolved with their values: the pending change is dropped, and the status published once', async () => {
    const { fleet, card } = await fleetWithDrift()
    await fleet.command(card, { type: 'update', driver: 'Ada' })
    expect(
      await fleet
        .pushing()
        .drift.resolve(fleet.projectId, { cardIds: [card.id] }, 'theirs', { ...CLERK, reason: 'They are right' }),
    ).toEqual({ resolved: 1, refused: [] })
    expect(await fleet.card(card)).toMatchObject({
      status: 'active',
      authDiesel: true,
      syncStatus: 'synced',
      syncErrorMessage: null,
    })
    expect(statusEvents(fleet.eventsOf(card))).toEqual(['card.disabled', 'card.enabled'])
    expect(await fleet.pushes()).toEqual([])
    expect(await fleet.production().sync?.state(fleet.projectId)).toMatchObject({
      driftedCards: 0,
      failedPushes: 0,
      pendingPushes: 0,
    })
    const [entry] = (
      await fleet.test.engine.audit.list('production', {
        page: 1,
        limit: 1,
        targetId: card.id,
        action: 'card.accept_theirs',
      })
    ).docs
    expect(entry).toMatchObject({
      reason: 'They are right',
      actor: { name: CLERK.actor.name },
      before: { status: 'inactive' },
      after: { status: 'active', syncStatus: 'synced' },
    })
    // Changed on the provider's side since: there is nothing to undo.
    await expect(fleet.production().bulk.undoCard(fleet.projectId, card.id, CLERK)).rejects.toMatchObject({
      code: 'error.undo_expired',
    })
    await fleet.portal.setFaults({})
    await fleet.pass(3_600_000)
    expect(await fleet.changesOf(card)).toEqual([])
  })

  it('is resolved with ours: our change goes out again in place of the refused one', async () => {
    const { fleet, card } = await fleetWithDrift()
    await fleet.command(card, { type: 'update', driver: 'Ada' })
    await fleet.portal.setFaults({})
    await fleet.portal.changeCard(card.providerCardId, { licensePlate: 'THEIR 1' })
    await fleet.pull()
    expect(await fleet.pushing().drift.resolve(fleet.projectId, {}, 'ours', CLERK)).toEqual({
      resolved: 1,
      refused: [],
    })
    await fleet.settled()
    expect(await fleet.card(card)).toMatchObject({
      status: 'inactive',
      driver: 'Ada',
      licensePlate: card.licensePlate,
      syncStatus: 'synced',
    })
    expect(await fleet.portal.card(card.providerCardId)).toMatchObject({
      status: 'inactive',
      driver: 'Ada',
      licensePlate: card.licensePlate,
    })
    expect(await fleet.changesOf(card)).toEqual(['update', 'disable'])
    expect(statusEvents(fleet.eventsOf(card))).toEqual(['card.disabled'])
    expect(await fleet.production().sync?.state(fleet.projectId)).toMatchObject({ driftedCards: 0 })
  })

  it('activates again what the provider never activated, blocked at once if the card is to be inactive', async () => {
    const fleet = await openPushFleet()
    const card = cardOf(fleet, 'new')
    await fleet.portal.setFaults({ refuse: { '*': REFUSAL } })
    await fleet.command(card, { type: 'activate', licensePlate: 'B-XY 12', driver: 'Zoë' })
    await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    await fleet.portal.setFaults({})
    await fleet.pull()
    await fleet.pushing().drift.resolve(fleet.projectId, { cardIds: [card.id] }, 'ours', CLERK)
    await fleet.settled()
    expect(await fleet.changesOf(card)).toEqual(['activate', 'disable'])
    expect(await fleet.portal.card(card.providerCardId)).toMatchObject({ status: 'inactive', driver: 'Zoë' })
  })

  it('of many cards is resolved in one call, which names the cards that cannot be resolved', async () => {
    const fleet = await openPushFleet({ cards: 60 })
    const cards = fleet.cards.filter(({ status }) => status === 'active')
    await fleet.portal.setFaults({ refuse: { '*': REFUSAL } })
    for (const card of cards) await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    await fleet.pull()
    expect((await fleet.pushing().drift.list(fleet.projectId, { page: 2, limit: 10 })).docs).toHaveLength(10)
    expect(await fleet.pushing().drift.resolve(fleet.projectId, {}, 'theirs', CLERK)).toEqual({
      resolved: cards.length,
      refused: [],
    })
    expect(
      (await Promise.all(cards.map((card) => fleet.card(card)))).every(
        ({ status, syncStatus }) => status === 'active' && syncStatus === 'synced',
      ),
    ).toBe(true)
    const again = await fleet
      .pushing()
      .drift.resolve(fleet.projectId, { cardIds: [cards[0]?.id ?? ''] }, 'theirs', CLERK)
    expect(again).toMatchObject({ resolved: 0, refused: [{ code: 'error.validation' }] })
  })

  it('is not resolved with their values while a change is being sent to the provider', async () => {
    const fleet = await openPushFleet({ faults: { asynchronous: { never: true } } })
    const card = cardOf(fleet, 'active')
    await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    await fleet.pull()
    expect(await fleet.pushing().drift.resolve(fleet.projectId, { cardIds: [card.id] }, 'theirs', CLERK)).toMatchObject(
      { resolved: 0, refused: [{ code: 'error.unavailable' }] },
    )
    expect(await fleet.card(card)).toMatchObject({ status: 'inactive', syncStatus: 'pending' })
  })

  it('ends if the provider comes round: a failed change that is reported is fulfilled', async () => {
    const { fleet, card } = await fleetWithDrift()
    await fleet.portal.changeCard(card.providerCardId, {
      status: 'inactive',
      authorizations: { gasoline: false, diesel: false, lpg: false, heatingOil: false },
    })
    await fleet.pull()
    expect(await fleet.card(card)).toMatchObject({ status: 'inactive', syncStatus: 'synced', syncErrorMessage: null })
    expect(await fleet.pushes()).toEqual([])
    expect(await fleet.production().sync?.state(fleet.projectId)).toMatchObject({ driftedCards: 0, failedPushes: 0 })
  })
})
