import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CLERK } from '../../../../support/context.ts'
import { cardOf, openPushFleet, type PushFleet } from '../../../../support/portal/push-fleet.ts'

const openOrders = async (fleet: PushFleet, exported?: boolean) =>
  (await fleet.pushing().orders.list(fleet.projectId, { page: 1, limit: 100, exported })).docs

async function exported(fleet: PushFleet, again = false): Promise<{ orders: number; lines: string[] }> {
  const file = join(fleet.test.dataDir, 'orders.csv')
  const { orders } = await fleet.pushing().orders.toFile(fleet.projectId, { file, again }, CLERK)
  return { orders, lines: readFileSync(file, 'utf8').replace('\ufeff', '').trim().split('\r\n') }
}

const OFF = { gasoline: false, diesel: false, lpg: false, heatingOil: false }

describe('a change order', () => {
  it('waits if no portal takes changes, is exported, and confirmed by the next import that shows it', async () => {
    const fleet = await openPushFleet({ connected: false })
    const card = cardOf(fleet, 'active')
    await fleet.command(card, { type: 'disable' })
    await fleet.pass(7 * 24 * 3_600_000)
    expect(await fleet.card(card)).toMatchObject({ status: 'inactive', syncStatus: 'pending' })
    expect(await openOrders(fleet)).toMatchObject([
      { cardId: card.id, cardNumber: card.cardNumber, action: 'disable', exportedAt: null },
    ])
    expect(await fleet.production().sync?.state(fleet.projectId)).toMatchObject({ openOrders: 1, pendingPushes: 0 })

    const { orders, lines } = await exported(fleet)
    expect(orders).toBe(1)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`${card.cardNumber},${card.providerCardId},disable`)
    expect((await exported(fleet)).orders).toBe(0)
    expect((await exported(fleet, true)).orders).toBe(1)
    expect(await openOrders(fleet, false)).toEqual([])
    expect(await openOrders(fleet, true)).toHaveLength(1)

    // A report from before the clerk's call contradicts the change; the next one confirms it.
    await fleet.report()
    expect(await fleet.card(card)).toMatchObject({ status: 'inactive', syncStatus: 'pending' })
    await fleet.portal.changeCard(card.providerCardId, { status: 'inactive', authorizations: OFF })
    await fleet.report(['licensePlate'])
    expect((await fleet.card(card)).syncStatus).toBe('pending')
    await fleet.report()
    expect(await fleet.card(card)).toMatchObject({
      status: 'inactive',
      syncStatus: 'synced',
      lastSyncedAt: fleet.clock.now().toISOString(),
    })
    expect(fleet.eventsOf(card)).toEqual(['card.created', 'card.disabled', 'card.synced'])
    expect(await openOrders(fleet)).toEqual([])
    expect(await fleet.production().sync?.state(fleet.projectId)).toMatchObject({ openOrders: 0, driftedCards: 0 })
  })

  it('is replaced by a later change before its export, and followed by it after', async () => {
    const fleet = await openPushFleet({ connected: false })
    const [card, fresh] = [cardOf(fleet, 'active'), cardOf(fleet, 'new')]
    for (const type of ['disable', 'enable', 'disable'] as const) await fleet.command(card, { type })
    await fleet.command(fresh, { type: 'activate', licensePlate: 'B-XY 12', driver: 'Zoe' })
    await fleet.command(fresh, { type: 'update', driver: 'Zoë' })
    await fleet.command(fresh, { type: 'disable' })
    const told = async () =>
      (await openOrders(fleet)).map(({ cardId, action, driver }) => [
        cardId === card.id ? 'card' : 'fresh',
        action,
        driver,
      ])
    expect(await told()).toEqual([
      ['card', 'disable', null],
      ['fresh', 'activate', 'Zoë'],
      ['fresh', 'disable', null],
    ])
    await exported(fleet)
    await fleet.command(card, { type: 'enable' })
    await fleet.command(card, { type: 'update', driver: 'Ada' })
    expect(await told()).toEqual([
      ['card', 'enable', null],
      ['card', 'update', 'Ada'],
      ['card', 'disable', null],
      ['fresh', 'activate', 'Zoë'],
      ['fresh', 'disable', null],
    ])
  })

  it('is written so that a spreadsheet runs nothing of it', async () => {
    const fleet = await openPushFleet({ connected: false })
    await fleet.command(cardOf(fleet, 'new'), { type: 'activate', licensePlate: '=1+1', driver: '@SUM(A1)' })
    expect((await exported(fleet)).lines[1]).toContain("activate,'=1+1,'@SUM(A1)")
  })

  it('goes out by itself once a portal is connected that takes changes, in the order of the changes', async () => {
    const fleet = await openPushFleet({ connected: false })
    const card = cardOf(fleet, 'active')
    await fleet.command(card, { type: 'disable' })
    await exported(fleet)
    await fleet.command(card, { type: 'enable' })
    await fleet.connect()
    await fleet.settled()
    expect(await fleet.changesOf(card)).toEqual(['disable', 'enable'])
    expect(await fleet.card(card)).toMatchObject({ status: 'active', syncStatus: 'synced' })
    expect(await openOrders(fleet)).toEqual([])
  })

  it('that the provider contradicts is exported again, or dropped for the provider’s values', async () => {
    const fleet = await openPushFleet({ connected: false })
    const [card, other] = [cardOf(fleet, 'active'), cardOf(fleet, 'active', 1)]
    for (const one of [card, other]) await fleet.command(one, { type: 'disable' })
    await exported(fleet)
    await fleet.report()
    await fleet.pushing().drift.resolve(fleet.projectId, { cardIds: [card.id] }, 'ours', CLERK)
    await fleet.pushing().drift.resolve(fleet.projectId, { cardIds: [other.id] }, 'theirs', CLERK)
    expect(await openOrders(fleet)).toMatchObject([{ cardId: card.id, exportedAt: null }])
    expect(await fleet.card(other)).toMatchObject({ status: 'active', syncStatus: 'synced' })
  })
})
