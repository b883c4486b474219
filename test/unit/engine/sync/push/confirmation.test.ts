import { beforeEach, describe, expect, it } from 'vitest'
import type { Card } from '../../../../../src-main/domain/card.ts'
import type { ReportedCard } from '../../../../../src-main/domain/sync/reconcile.ts'
import { replaceDrift } from '../../../../../src-main/engine/sync/drift-store.ts'
import { findCard } from '../../../../../src-main/engine/sync/push/card-sync.ts'
import {
  confirmsPendingChange,
  hasPendingChange,
  recordConfirmation,
} from '../../../../../src-main/engine/sync/push/confirmation.ts'
import { cardPushes } from '../../../../support/portal/card-pushes.ts'

let pushes: Awaited<ReturnType<typeof cardPushes>>

beforeEach(async () => {
  pushes = await cardPushes()
  await pushes.set('card', { status: 'inactive' })
})

async function card(): Promise<Card> {
  const { id } = await pushes.card()
  const found = await pushes.change((transaction) => findCard(pushes.core, transaction, 1, id))
  if (found === null) throw new Error('The card is gone')
  return found
}

describe('a card has a pending change', () => {
  const has = async (known: Partial<Card> = {}) =>
    hasPendingChange(pushes.core.database, { ...(await card()), ...known })

  it('while one waits, whether it may still go out or has failed', async () => {
    await pushes.push()
    expect(await has()).toBe(true)
    await pushes.set('job', { state: 'failed' })
    expect(await has({ syncStatus: 'failed' })).toBe(true)
  })

  it('not if it is in sync, in the sandbox, or failed for another reason', async () => {
    await pushes.push({}, 2)
    expect(await has({ syncStatus: 'failed' })).toBe(false)
    await pushes.push()
    expect(await has({ syncStatus: 'synced' })).toBe(false)
    expect(await has({ environment: 'sandbox' })).toBe(false)
  })
})

describe('a report confirms the pending changes of a card', () => {
  const DISABLED: Partial<ReportedCard> = { status: 'inactive' }
  const confirms = async (reported: Partial<ReportedCard> = DISABLED) => {
    const known = await card()
    return confirmsPendingChange(pushes.core, pushes.core.database, known, {
      cardNumber: known.cardNumber,
      ...reported,
    })
  }
  const disconnect = () => pushes.set('provider', { adapter: 'file' })

  it.each(['failed', 'held'])('that wait for a person as %s', async (state) => {
    await pushes.push({ state })
    expect(await confirms()).toBe(true)
    expect(await confirms({ status: 'active' })).toBe(false)
  })

  it('that are orders for a clerk, as no portal takes them', async () => {
    await pushes.push()
    await disconnect()
    expect(await confirms()).toBe(true)
  })

  it('not if they are still on their way to a portal', async () => {
    await pushes.push()
    expect(await confirms()).toBe(false)
  })

  it('not while one is being sent, even to a portal that was disconnected since', async () => {
    await pushes.push({ state: 'running' })
    await disconnect()
    expect(await confirms()).toBe(false)
  })

  it('not if there are none', async () => {
    expect(await confirms()).toBe(false)
  })

  it('only if it covers all of them, and contradicts none', async () => {
    await pushes.push({ state: 'failed' })
    await pushes.push({}, 1, { action: 'update', driver: 'Ada' })
    await pushes.set('card', { driver: 'Ada' })
    expect(await confirms()).toBe(false)
    expect(await confirms({ driver: 'Ada' })).toBe(false)
    expect(await confirms({ ...DISABLED, driver: 'Grace' })).toBe(false)
    expect(await confirms({ ...DISABLED, driver: 'Ada' })).toBe(true)
    // What is not pending may differ.
    expect(await confirms({ ...DISABLED, driver: 'Ada', licensePlate: 'THEIR 1' })).toBe(true)
  })
})

it('what is confirmed leaves neither changes nor differences, of this card alone', async () => {
  const other = await pushes.push({}, 2)
  await pushes.push()
  await pushes.push()
  for (const number of [1, 2]) {
    const { id } = await pushes.card(number)
    await pushes.change((transaction) =>
      replaceDrift(transaction, id, [{ field: 'driver', ours: 'Ada', theirs: null }], pushes.core.clock.now()),
    )
  }
  const before = await card()
  await pushes.change((transaction) => recordConfirmation(transaction, before))
  expect((await pushes.all('job')).map(({ seq }) => seq)).toEqual([other])
  expect(await pushes.all('drift')).toHaveLength(1)
})
