import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Card } from '../../../../src-main/domain/card.ts'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock, type TestEngine } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { openPushFleet } from '../../../support/portal/push-fleet.ts'
import { rowsOf } from '../../../support/rows.ts'
import { fleetOf } from '../bulk/fleet.ts'

let test: TestEngine
let clock: FakeClock
let projectId: string
let old: Card
let fresh: Card
beforeEach(async () => {
  clock = fakeClock()
  test = await openTestEngine({ wallClock: clock, repeatWorks: true })
  projectId = await fleetOf(test, 40)
  old = await update(await first('active'), { internalReference: 'FL-7', costCentre: 'North' })
  fresh = await first('new')
})
afterEach(() => test.close())

const sandbox = () => test.engine.environment('sandbox')
const { list, get, command } = {
  list: async (query: object) => (await sandbox().cards.list(projectId, cardListInputSchema.parse(query))).docs,
  get: (card: Card) => sandbox().cards.get(projectId, card.id),
  command: (card: Card, type: 'enable' | 'disable') => sandbox().cards.command(projectId, card.id, { type }, CLERK),
}
const update = (card: Card, values: object) =>
  sandbox().cards.command(projectId, card.id, { type: 'update', ...values }, CLERK)
const undo = (card: Card) => sandbox().bulk.undoCard(projectId, card.id, CLERK)
const handOver = (from: Card, to: Card) =>
  sandbox().cards.handOver(projectId, { cardId: to.id, replacesCardId: from.id }, CLERK)
const events = () =>
  rowsOf(test.dataDir, 'sandbox', 'SELECT name, card_id, body FROM event ORDER BY seq').map((row) => ({
    name: row['name'],
    cardId: row['card_id'],
    data: (JSON.parse(String(row['body'])) as { data: Record<string, unknown> }).data,
  }))
const entries = () =>
  rowsOf(test.dataDir, 'sandbox', 'SELECT action, target_id FROM audit_entry ORDER BY seq').map((row) => [
    row['action'],
    row['target_id'],
  ])

async function first(status: Card['status']): Promise<Card> {
  const [card] = await list({ status, sortField: 'cardNumber' })
  if (card === undefined) throw new Error(`No card is ${status}`)
  return card
}

describe('a hand-over', () => {
  it('activates the new card with plate, driver and reference of the old one, which is disabled as replaced', async () => {
    const told = events().length
    const audited = entries().length
    const after = await handOver(old, fresh)
    expect(after.card).toMatchObject({
      id: fresh.id,
      status: 'active',
      licensePlate: old.licensePlate,
      driver: old.driver,
      internalReference: 'FL-7',
      costCentre: 'North',
      replacesCardId: old.id,
    })
    expect(after.replaced).toMatchObject({ id: old.id, status: 'inactive', reason: 'replaced', driver: old.driver })
    expect([await get(fresh), await get(old)]).toEqual([after.card, after.replaced])
    expect(events().slice(told)).toMatchObject([
      { name: 'card.activated', cardId: fresh.id, data: { replaces_card_id: old.id, driver: old.driver } },
      { name: 'card.disabled', cardId: old.id, data: { reason: 'replaced', replaces_card_id: null } },
    ])
    expect(entries().slice(audited)).toEqual([
      ['card.hand_over', fresh.id],
      ['card.disable', old.id],
    ])
  })

  it('keeps a reference that the new card has itself', async () => {
    await update(fresh, { internalReference: 'Order 12' })
    expect((await handOver(old, fresh)).card).toMatchObject({ internalReference: 'Order 12', costCentre: 'North' })
  })

  it('done twice is done once', async () => {
    const after = await handOver(old, fresh)
    const told = events().length
    clock.advance(1_000)
    expect(await handOver(old, fresh)).toEqual(after)
    expect(events()).toHaveLength(told)
  })

  it('succeeds once of two at the same time', async () => {
    const [, other] = await list({ status: 'new', sortField: 'cardNumber' })
    const outcomes = await Promise.allSettled([handOver(old, fresh), handOver(old, other ?? fresh)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await list({ reason: 'replaced' })).toHaveLength(1)
  })

  it('is refused with the reason, and then changes neither card', async () => {
    const blocked = await first('inactive')
    const busy = (await list({ status: 'active' })).find(({ id }) => id !== old.id) ?? old
    const refusals: [Card, Card, string][] = [
      [blocked, fresh, 'replaced_card_not_active'],
      [fresh, fresh, 'replaces_itself'],
      [old, busy, 'replacement_in_use'],
    ]
    for (const [from, to, reason] of refusals) {
      await expect(handOver(from, to)).rejects.toMatchObject({ code: 'error.bad_request', reason })
      expect([await get(from), await get(to)]).toEqual([from, to])
    }
    await handOver(old, fresh)
    await expect(handOver(busy, fresh)).rejects.toMatchObject({ reason: 'replaces_another_card' })
    await expect(sandbox().cards.handOver(projectId, { cardId: busy.id }, CLERK)).rejects.toMatchObject({
      reason: 'replaces_nothing',
    })
  })

  it('stays within its project', async () => {
    const other = await test.engine.projects.create('Other', CLERK)
    await expect(
      sandbox().cards.handOver(other.id, { cardId: fresh.id, replacesCardId: old.id }, CLERK),
    ).rejects.toMatchObject({ code: 'error.card_not_found' })
  })

  it('does not bring back a card that was disabled for a reason', async () => {
    await handOver(old, fresh)
    await undo(fresh)
    await sandbox().cards.command(projectId, fresh.id, { type: 'enable' }, CLERK)
    await sandbox().cards.command(projectId, fresh.id, { type: 'disable', reason: 'stolen' }, CLERK)
    await expect(handOver(old, fresh)).rejects.toMatchObject({ reason: 'replacement_in_use' })
  })
})

describe('a list that says which card replaces which', () => {
  const imported = (text: string) => {
    const file = join(temporaryFolder(), 'list.csv')
    writeFileSync(file, text)
    return sandbox().imports.run(projectId, { file, apply: true }, CLERK)
  }

  it('makes the new card name the old one, which is then handed over in one step', async () => {
    expect(await imported(`Card number;Replaces card\n${fresh.cardNumber};${old.cardNumber}\n`)).toMatchObject({
      change: 1,
    })
    expect(await get(fresh)).toMatchObject({ status: 'new', replacesCardId: old.id })
    const after = await sandbox().cards.handOver(projectId, { cardId: fresh.id }, CLERK)
    expect(after.replaced).toMatchObject({ id: old.id, reason: 'replaced' })
    // A later list does not undo what is settled, and its own export says what is.
    const [, other] = await list({ status: 'active', sortField: 'cardNumber' })
    expect(await imported(`Card number;Replaces card\n${fresh.cardNumber};${other?.cardNumber}\n`)).toMatchObject({
      leave: 1,
    })
    const file = join(temporaryFolder(), 'cards.csv')
    await sandbox().exports.toFile(projectId, cardListInputSchema.parse({ search: fresh.cardNumber }), {
      file,
      delimiter: ';',
    })
    const [header = '', row = ''] = readFileSync(file, 'utf8').replace('\uFEFF', '').split(/\r?\n/)
    expect(row.split(';')[header.split(';').indexOf('Replaces card')]).toContain(old.cardNumber)
  })

  it('creates a new card that names a known one, and ignores a number that no card has', async () => {
    expect(await imported(`Card number;Replaces\n70010001;${old.cardNumber}\n70010002;70019999\n`)).toMatchObject({
      create: 2,
    })
    const [first, second] = await list({ search: '7001000', sortField: 'cardNumber', sortDirection: 'asc' })
    expect([first?.replacesCardId, second?.replacesCardId]).toEqual([old.id, null])
  })
})

describe('the undo of a hand-over', () => {
  it.each(['new', 'old'] as const)('disables the new card and enables the old one, from the %s card', async (which) => {
    await handOver(old, fresh)
    await undo(which === 'new' ? fresh : old)
    expect(await get(fresh)).toMatchObject({ status: 'inactive', reason: null, replacesCardId: old.id })
    expect(await get(old)).toMatchObject({ status: 'active', reason: null })
    for (const card of [fresh, old]) await expect(undo(card)).rejects.toMatchObject({ code: 'error.undo_expired' })
  })

  it('is refused once either card was changed since, and leaves both', async () => {
    for (const changed of [old, fresh]) {
      await handOver(old, fresh)
      await update(changed, { driver: `Someone for ${changed.cardNumber}` })
      await expect(undo(changed === old ? fresh : old)).rejects.toMatchObject({ code: 'error.undo_expired' })
      expect([(await get(fresh)).status, (await get(old)).status]).toEqual(['active', 'inactive'])
      await command(fresh, 'disable')
      await command(old, 'enable')
    }
  })

  it('can be followed by another hand-over, to the driver of by then', async () => {
    await handOver(old, fresh)
    await undo(fresh)
    await update(old, { driver: 'Lena Ortiz' })
    const told = events().length
    const again = await sandbox().cards.handOver(projectId, { cardId: fresh.id }, CLERK)
    expect(again.card).toMatchObject({ status: 'active', driver: 'Lena Ortiz', replacesCardId: old.id })
    expect(again.replaced).toMatchObject({ status: 'inactive', reason: 'replaced' })
    expect(
      events()
        .slice(told)
        .map(({ name }) => name),
    ).toEqual(['card.updated', 'card.enabled', 'card.disabled'])
    await undo(old)
    expect([(await get(fresh)).status, (await get(old)).status]).toEqual(['inactive', 'active'])
  })

  it('is over after ten minutes', async () => {
    await handOver(old, fresh)
    clock.advance(10 * 60 * 1000 + 1)
    await expect(undo(fresh)).rejects.toMatchObject({ code: 'error.undo_expired' })
  })
})

it('disables an old card that was active beside its replacement, and its undo enables that card alone', async () => {
  await handOver(old, fresh)
  await command(old, 'enable')
  await handOver(old, fresh)
  expect(await get(old)).toMatchObject({ status: 'inactive', reason: 'replaced' })
  await undo(old)
  expect([(await get(fresh)).status, (await get(old)).status]).toEqual(['active', 'active'])
})

it('is two changes at the provider, each of which it confirms', async () => {
  const fleet = await openPushFleet()
  const from = fleet.cards.find(({ status }) => status === 'active')
  const to = fleet.cards.find(({ status }) => status === 'new')
  if (from === undefined || to === undefined) throw new Error('No cards to hand over')
  const after = await fleet
    .production()
    .cards.handOver(fleet.projectId, { cardId: to.id, replacesCardId: from.id }, CLERK)
  expect([after.card.syncStatus, after.replaced.syncStatus]).toEqual(['pending', 'pending'])
  await fleet.settled()
  expect(await fleet.changesOf(to)).toEqual(['activate'])
  expect(await fleet.changesOf(from)).toEqual(['disable'])
  expect([(await fleet.card(to)).syncStatus, (await fleet.card(from)).syncStatus]).toEqual(['synced', 'synced'])
})
