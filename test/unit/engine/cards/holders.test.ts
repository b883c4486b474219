import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import type { Holder } from '../../../../src-main/domain/cards/holder.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { rowsOf } from '../../../support/rows.ts'
import { fleetOf } from '../bulk/fleet.ts'

let test: TestEngine
let projectId: string
/** Active cards of the fleet. */
let ids: string[]
beforeEach(async () => {
  test = await openTestEngine()
  projectId = await fleetOf(test, 40)
  ids = (await list({ status: 'active' })).map(({ id }) => id)
})
afterEach(() => test.close())

const sandbox = () => test.engine.environment('sandbox')
const holders = () => sandbox().holders
const list = async (query: object) => (await sandbox().cards.list(projectId, cardListInputSchema.parse(query))).docs
const update = (id: string | undefined, values: { driver?: string; licensePlate?: string }) =>
  sandbox().cards.command(projectId, id ?? '', { type: 'update', ...values }, CLERK)
const driver = (name: string): Holder => ({ kind: 'driver', name })
const vehicle = (name: string): Holder => ({ kind: 'vehicle', name })
const FIRST = { page: 1, limit: 25 }
const history = async (holder: Holder) =>
  (await holders().history(projectId, holder, FIRST)).docs.map(({ action, target }) => [action, target.id])

describe('a driver', () => {
  it('is one name however its letters are capitalised; other spellings are named, never merged', async () => {
    await update(ids[0], { driver: 'Jürgen Müller' })
    await update(ids[1], { driver: 'JÜRGEN MÜLLER' })
    await update(ids[2], { driver: 'Jürgen Müller' })
    await update(ids[3], { driver: 'Juergen Mueller' })
    await update(ids[4], { driver: 'Jürgen Müllermann' })
    const facts = await holders().get(projectId, driver('jürgen müller'))
    expect(facts).toEqual({
      name: 'Jürgen Müller',
      cards: 3,
      active: 3,
      written: [
        { name: 'Jürgen Müller', cards: 2 },
        { name: 'JÜRGEN MÜLLER', cards: 1 },
      ],
      similar: [{ name: 'Juergen Mueller', cards: 1 }],
    })
    const found = await list({ driverExactly: 'Jürgen MÜLLER' })
    expect(found.map(({ id }) => id).sort()).toEqual(ids.slice(0, 3).sort())
  })

  it('has the cards that were theirs, with from when to when and who took them away', async () => {
    const before = (await sandbox().cards.get(projectId, ids[0] ?? '')).driver ?? ''
    await update(ids[0], { driver: 'Nadia Haddad' })
    await update(ids[0], { driver: 'Tom Peeters' })
    await update(ids[1], { driver: 'Nadia Haddad' })
    const { docs, total } = await holders().past(projectId, driver('nadia haddad'), FIRST)
    expect({ docs, total }).toMatchObject({
      total: 1,
      docs: [{ cardId: ids[0], by: { type: CLERK.actor.type }, channel: CLERK.channel }],
    })
    expect(docs[0]?.since).not.toBeNull()
    // Theirs since the fleet came, of which the log says nothing.
    expect(await holders().past(projectId, driver(before), FIRST)).toMatchObject({
      total: 1,
      docs: [{ cardId: ids[0], since: null }],
    })
  })

  it('has as history what happened to cards while they were theirs, and nothing before or after', async () => {
    await sandbox().cards.command(projectId, ids[0] ?? '', { type: 'disable', reason: 'lost' }, CLERK)
    await update(ids[0], { driver: 'Nadia Haddad' })
    await sandbox().cards.command(projectId, ids[0] ?? '', { type: 'enable' }, CLERK)
    await update(ids[0], { driver: 'Tom Peeters' })
    await sandbox().cards.command(projectId, ids[0] ?? '', { type: 'disable', reason: 'damaged' }, CLERK)
    expect(await history(driver('Nadia Haddad'))).toEqual([
      ['card.update', ids[0]],
      ['card.enable', ids[0]],
      ['card.update', ids[0]],
    ])
    expect(await history(driver('Tom Peeters'))).toEqual([
      ['card.disable', ids[0]],
      ['card.update', ids[0]],
    ])
    const { docs, total } = await holders().history(projectId, driver('Nadia Haddad'), { page: 2, limit: 2 })
    expect([docs.length, total]).toEqual([1, 3])
  })

  it('leaves the history with the erasure of the name', async () => {
    await update(ids[0], { driver: 'Nadia Haddad' })
    await update(ids[0], { driver: 'Tom Peeters' })
    await test.engine.personal.erase(projectId, 'Nadia Haddad', CLERK)
    expect(await holders().past(projectId, driver('Nadia Haddad'), FIRST)).toEqual({ docs: [], total: 0 })
    expect(await history(driver('Nadia Haddad'))).toEqual([])
  })

  it('is unknown to another project', async () => {
    await update(ids[0], { driver: 'Nadia Haddad' })
    const other = await fleetOf(test, 1)
    expect(await holders().get(other, driver('Nadia Haddad'))).toMatchObject({ cards: 0, written: [] })
    expect(await holders().history(other, driver('Nadia Haddad'), FIRST)).toEqual({ docs: [], total: 0 })
  })
})

describe('a vehicle', () => {
  it('is its whole plate, however spaces and hyphens are set', async () => {
    await update(ids[0], { licensePlate: 'B-XY 12' })
    await update(ids[1], { licensePlate: 'BXY12' })
    await update(ids[2], { licensePlate: 'B-XY 123' })
    expect(await holders().get(projectId, vehicle('b xy 12'))).toMatchObject({ cards: 2, similar: [] })
    const found = await list({ licensePlateExactly: 'bxy-12' })
    expect(found.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort())
  })

  it('has the cards that were in it', async () => {
    await update(ids[0], { licensePlate: 'B-XY 12' })
    await update(ids[0], { licensePlate: 'B-ZZ 99' })
    expect(await holders().past(projectId, vehicle('B-XY 12'), FIRST)).toMatchObject({
      total: 1,
      docs: [{ cardId: ids[0] }],
    })
  })
})

describe('names in use', () => {
  const suggested = async (kind: 'driver' | 'vehicle', typed: string) =>
    (await holders().suggest(projectId, { kind, typed, limit: 5 })).map(({ name }) => name)

  it('are offered for the beginning of any of their words, in any spelling, the most used first', async () => {
    await update(ids[0], { driver: 'Xaver Örtel' })
    await update(ids[1], { driver: 'Xenia Oertel' })
    await update(ids[2], { driver: 'Xenia Oertel' })
    await update(ids[3], { driver: 'Anna Xörtel' })
    expect(await suggested('driver', 'oert')).toEqual(['Xenia Oertel', 'Xaver Örtel', 'Anna Xörtel'])
    expect(await suggested('driver', 'xaver o')).toEqual(['Xaver Örtel'])
  })

  it('are offered for part of a plate, and never because of the card’s number', async () => {
    await update(ids[0], { licensePlate: 'B-QX 77', driver: 'Nadia Haddad' })
    expect(await suggested('vehicle', 'bqx7')).toEqual(['B-QX 77'])
    const { cardNumber } = await sandbox().cards.get(projectId, ids[0] ?? '')
    expect(await suggested('driver', cardNumber.slice(-6))).toEqual([])
  })
})

it.skipIf(OVER_POSTGRES)('the changes of a holder are found by an index, whatever the length of the log', () => {
  const plan = rowsOf(
    test.dataDir,
    'sandbox',
    "EXPLAIN QUERY PLAN SELECT p.seq FROM audit_personal p JOIN audit_entry e ON e.seq = p.seq WHERE p.place IN ('before.driver', 'after.driver', 'before.licensePlate', 'after.licensePlate') AND p.value IN ('x', 'y') ORDER BY p.seq DESC",
  )
  expect(plan.map(({ detail }) => detail).join('\n')).toMatch(/SEARCH p USING .*INDEX audit_personal_by_holder/)
})
