import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Card, CardCommand } from '../../../../src-main/domain/card.ts'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import { bulkRequestSchema } from '../../../../src-main/domain/cards/bulk.ts'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { eventually } from '../../../support/eventually.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { openTwoInstances } from '../../../support/instances.ts'
import { changeRows, rowsOf } from '../../../support/rows.ts'
import { fleetOf, onCards, run, undo } from '../bulk/fleet.ts'

const HOUR_MS = 3_600_000
const ANNA = { ...CLERK, actor: { type: 'person', id: 'p-anna', name: 'Anna' } } as const

let test: TestEngine
let projectId: string
let fleets = 0
beforeAll(async () => void (test = await openTestEngine()))
beforeEach(async () => void (projectId = await fleetOf(test, 40, (fleets += 1))))
afterAll(() => test.close())

const sandbox = (engine: Engine = test.engine) => engine.environment('sandbox')
const inHours = (hours: number) => new Date(sandbox().clock.now().getTime() + hours * HOUR_MS).toISOString()
const some = async (status: Card['status'], count = 1) =>
  (await sandbox().cards.list(projectId, cardListInputSchema.parse({ status }))).docs
    .slice(0, count)
    .map(({ id }) => id)
const one = async (status: 'active' | 'inactive') => (await some(status))[0] ?? ''
const give = (cardId: string, command: CardCommand, note?: string) =>
  sandbox().cards.command(projectId, cardId, command, { ...ANNA, reason: note })
const card = (cardId: string): Promise<Card> => sandbox().cards.get(projectId, cardId)
const pass = (hours: number) => sandbox().sandboxClock?.advance(hours * HOUR_MS, CLERK)
const planned = async () => (await sandbox().planned.list(projectId, { page: 1, limit: 50 })).docs
/** The audit entries of a card, oldest first, without its personal values. */
const entries = (cardId: string) =>
  rowsOf(
    test.dataDir,
    'sandbox',
    `SELECT seq, action, actor_type, before, after FROM audit_entry WHERE target_id = '${cardId}' ORDER BY seq`,
  ).map(({ seq, action, actor_type: by, before, after }) => ({
    seq: Number(seq),
    action,
    by,
    before: JSON.parse(String(before)) as Record<string, unknown>,
    after: JSON.parse(String(after)) as Record<string, unknown>,
  }))
const told = (cardId: string) =>
  rowsOf(test.dataDir, 'sandbox', `SELECT name FROM event WHERE card_id = '${cardId}' ORDER BY seq`).map(
    ({ name }) => name,
  )

describe('a card that is disabled until', () => {
  it('is enabled then by the clock, which names who planned it and repeats their note', async () => {
    const id = await one('active')
    const until = inHours(10)
    expect(await give(id, { type: 'disable', reason: 'other', until }, 'On holiday')).toMatchObject({
      status: 'inactive',
      plannedChange: { action: 'enable', at: until, held: false },
    })
    expect(await planned()).toMatchObject([
      { cardId: id, action: 'enable', at: until, by: { name: 'Anna' }, note: 'On holiday', held: false },
    ])
    await pass(9)
    expect(await card(id)).toMatchObject({ status: 'inactive' })
    await pass(2)
    expect(await card(id)).toMatchObject({ status: 'active', reason: null, plannedChange: null })
    expect(await planned()).toEqual([])
    expect(told(id)).toEqual(['card.disabled', 'card.enabled'])
    const [, end] = entries(id)
    expect(end).toMatchObject({
      action: 'card.enable',
      by: 'schedule',
      before: { status: 'inactive', plannedChange: `enable ${until}` },
      after: { status: 'active', plannedChange: null, plannedBy: 'p-anna' },
    })
    const said = rowsOf(test.dataDir, 'sandbox', `SELECT place, value FROM audit_personal WHERE seq = ${end?.seq}`)
    expect(said).toContainEqual({ place: 'after.plannerName', value: 'Anna' })
    expect(said).toContainEqual({ place: 'reason', value: 'On holiday' })
    await pass(48)
    expect(told(id)).toHaveLength(2)
  })

  it('is disabled again for the reason it had, after it was enabled for a while', async () => {
    const id = await one('active')
    await give(id, { type: 'disable', reason: 'vehicle_sold' })
    expect(await give(id, { type: 'enable', until: inHours(3) })).toMatchObject({
      status: 'active',
      reason: null,
      plannedChange: { action: 'disable' },
    })
    await pass(3)
    expect(await card(id)).toMatchObject({ status: 'inactive', reason: 'vehicle_sold', plannedChange: null })
  })

  it('is carried out once by a service that was off at the time', async () => {
    const id = await one('active')
    await give(id, { type: 'disable', until: inHours(1) })
    await test.engine.stop()
    changeRows(test.dataDir, 'sandbox', `UPDATE card SET planned_for = '2020-01-01T00:00:00.000Z' WHERE id = '${id}'`)
    await test.reopen()
    await eventually(async () => expect(await card(id)).toMatchObject({ status: 'active', plannedChange: null }))
    await test.reopen()
    await pass(1)
    expect(told(id)).toEqual(['card.disabled', 'card.enabled'])
  })

  it('keeps its distance when the clock is reset', async () => {
    const id = await one('active')
    await pass(100)
    await give(id, { type: 'disable', until: inHours(2) })
    await sandbox().sandboxClock?.reset(CLERK)
    const at = Date.parse((await card(id)).plannedChange?.at ?? '')
    expect(Math.abs(at - Date.parse(inHours(2)))).toBeLessThan(60_000)
    await pass(3)
    expect((await card(id)).status).toBe('active')
  })
})

describe('a plan ends', () => {
  it('when it is cancelled, which leaves the card as it is', async () => {
    const id = await one('active')
    await give(id, { type: 'disable', reason: 'returned', until: inHours(1) })
    expect(await sandbox().planned.cancel(projectId, id, CLERK)).toMatchObject({
      status: 'inactive',
      reason: 'returned',
      plannedChange: null,
    })
    await pass(2)
    expect((await card(id)).status).toBe('inactive')
    expect(entries(id).at(-1)).toMatchObject({ action: 'card.plan_cancel', after: { plannedChange: null } })
    await expect(sandbox().planned.cancel(projectId, id, CLERK)).rejects.toMatchObject({
      code: 'error.bad_request',
      reason: 'nothing_planned',
    })
  })

  it('with any other change of the status, whose entry says so', async () => {
    const id = await one('active')
    const until = inHours(1)
    await give(id, { type: 'disable', until })
    await give(id, { type: 'enable' })
    expect(entries(id).at(-1)).toMatchObject({
      before: { plannedChange: `enable ${until}` },
      after: { plannedChange: null },
    })
    await give(id, { type: 'disable', reason: 'stolen' })
    await pass(2)
    expect(await card(id)).toMatchObject({ status: 'inactive', reason: 'stolen' })
  })

  it('with an undo, and with another plan for the same time', async () => {
    const [id = '', other = ''] = await some('active', 2)
    const until = inHours(1)
    await give(id, { type: 'disable', until })
    await sandbox().bulk.undoCard(projectId, id, CLERK)
    await give(other, { type: 'disable', reason: 'lost', until })
    await give(other, { type: 'enable', until })
    expect(await planned()).toMatchObject([{ cardId: other, action: 'disable', reason: 'lost' }])
    await pass(2)
    expect(await card(id)).toMatchObject({ status: 'active', plannedChange: null })
    expect(await card(other)).toMatchObject({ status: 'inactive', reason: 'lost' })
  })

  it('but not with a change of plate and driver, nor with their undo', async () => {
    const id = await one('active')
    await give(id, { type: 'disable', until: inHours(1) })
    await give(id, { type: 'update', driver: 'Vera Novak' })
    await sandbox().bulk.undoCard(projectId, id, CLERK)
    expect(await card(id)).toMatchObject({ plannedChange: { action: 'enable' } })
  })

  it('with the archiving of its project', async () => {
    const id = await one('active')
    await give(id, { type: 'disable', until: inHours(1) })
    await test.engine.projects.archive(projectId, CLERK)
    await pass(2)
    expect(await card(id)).toMatchObject({ status: 'inactive', plannedChange: null })
    expect(entries(id).at(-1)).toMatchObject({ action: 'card.plan_cancel', after: { ended: 'project_archived' } })
  })

  it('in words if the card is in another state by then', async () => {
    const id = await one('active')
    await give(id, { type: 'disable', until: inHours(1) })
    changeRows(test.dataDir, 'sandbox', `UPDATE card SET status = 'active' WHERE id = '${id}'`)
    await pass(2)
    expect(await card(id)).toMatchObject({ status: 'active', plannedChange: null })
    expect(entries(id).at(-1)).toMatchObject({
      action: 'card.plan_refuse',
      by: 'schedule',
      after: { plannedChange: null, refusal: 'Card is already enabled' },
    })
  })
})

describe('a plan that is moved', () => {
  const BEN = { ...CLERK, actor: { type: 'person', id: 'p-ben', name: 'Ben' } } as const

  it('happens at the new time alone, by whoever moved it, with the reason and the note that it had', async () => {
    const [id = ''] = await some('inactive')
    await give(id, { type: 'enable', until: inHours(1) }, 'Only today')
    const { at } = (await card(id)).plannedChange ?? { at: '' }
    const until = inHours(5)
    expect(await sandbox().planned.move(projectId, id, until, BEN)).toMatchObject({
      status: 'active',
      plannedChange: { action: 'disable', at: until },
    })
    expect(await planned()).toMatchObject([{ cardId: id, at: until, by: { name: 'Ben' }, note: 'Only today' }])
    expect(entries(id).at(-1)).toMatchObject({
      action: 'card.plan_move',
      before: { plannedChange: `disable ${at}` },
      after: { plannedChange: `disable ${until}` },
    })
    await pass(2)
    expect((await card(id)).status).toBe('active')
    await pass(4)
    expect(await card(id)).toMatchObject({ status: 'inactive', plannedChange: null })
    expect(entries(id).at(-1)).toMatchObject({ action: 'card.disable', after: { plannedBy: 'p-ben' } })
    expect(told(id)).toEqual(['card.enabled', 'card.disabled'])
  })

  it('to the time that it has leaves no trace; nothing planned, or a time that is past, is refused', async () => {
    const [id = '', other = ''] = await some('active', 2)
    const until = inHours(1)
    await give(id, { type: 'disable', until })
    await sandbox().planned.move(projectId, id, until, BEN)
    expect(entries(id)).toHaveLength(1)
    await expect(sandbox().planned.move(projectId, id, inHours(-1), BEN)).rejects.toMatchObject({
      code: 'error.validation',
      details: [{ field: 'until', problem: { code: 'time_past' } }],
    })
    await expect(sandbox().planned.move(projectId, other, until, BEN)).rejects.toMatchObject({
      reason: 'nothing_planned',
    })
    expect((await card(id)).plannedChange?.at).toBe(until)
  })
})

describe('an undo', () => {
  const BEN = { ...CLERK, actor: { type: 'person', id: 'p-ben', name: 'Ben' } } as const
  const takeBack = (cardId: string) => sandbox().bulk.undoCard(projectId, cardId, BEN)
  /** Open until then by Anna, though its vehicle is sold. */
  const openUntil = async (hours: number) => {
    const id = await one('active')
    await give(id, { type: 'disable', reason: 'vehicle_sold' })
    const { plannedChange } = await give(id, { type: 'enable', until: inHours(hours) }, 'For the last tank')
    return { id, plannedChange, at: plannedChange?.at ?? '' }
  }

  it('brings back the plan that the command ended, as it was: the card is disabled then, and fuel does not flow on', async () => {
    const { id, plannedChange, at } = await openUntil(3)
    const before = await planned()
    await give(id, { type: 'disable', reason: 'stolen' })
    expect(await planned()).toEqual([])
    await test.reopen()
    expect(await takeBack(id)).toMatchObject({ status: 'active', reason: null, plannedChange })
    expect(await planned()).toEqual(before)
    expect(before).toMatchObject([
      { action: 'disable', at, by: { name: 'Anna' }, reason: 'vehicle_sold', note: 'For the last tank', held: false },
    ])
    expect(entries(id).at(-1)).toMatchObject({
      action: 'card.enable',
      before: { plannedChange: null },
      after: { plannedChange: `disable ${at}` },
    })
    await pass(2)
    expect(await card(id)).toMatchObject({ status: 'active' })
    await pass(1)
    expect(await card(id)).toMatchObject({ status: 'inactive', reason: 'vehicle_sold', plannedChange: null })
    expect(entries(id).at(-1)).toMatchObject({ action: 'card.disable', by: 'schedule', after: { plannedBy: 'p-anna' } })
    expect(told(id).slice(1)).toEqual(['card.enabled', 'card.disabled', 'card.enabled', 'card.disabled'])
  })

  it('withdraws what the command itself planned, even if it was moved since, for what it replaced', async () => {
    const { id, plannedChange } = await openUntil(3)
    await give(id, { type: 'disable', until: inHours(1) })
    await sandbox().planned.move(projectId, id, inHours(9), ANNA)
    expect(await takeBack(id)).toMatchObject({ status: 'active', plannedChange })
    await pass(4)
    expect(await card(id)).toMatchObject({ status: 'inactive', reason: 'vehicle_sold' })
    await pass(9)
    expect((await card(id)).status).toBe('inactive')
  })

  it('of an enable brings back the end of a block', async () => {
    const id = await one('active')
    const { plannedChange } = await give(id, { type: 'disable', reason: 'returned', until: inHours(2) })
    await give(id, { type: 'enable' })
    expect(await takeBack(id)).toMatchObject({ status: 'inactive', reason: 'returned', plannedChange })
    await pass(2)
    expect(await card(id)).toMatchObject({ status: 'active', plannedChange: null })
  })

  it('after the time of the plan carries it out at once', async () => {
    const { id } = await openUntil(1)
    await give(id, { type: 'disable', reason: 'lost' })
    await pass(2)
    expect((await takeBack(id)).status).toBe('active')
    await eventually(async () =>
      expect(await card(id)).toMatchObject({ status: 'inactive', reason: 'vehicle_sold', plannedChange: null }),
    )
    expect(told(id).slice(-2)).toEqual(['card.enabled', 'card.disabled'])
  })

  it('of what the clock carried out plans nothing: it would be carried out again', async () => {
    const { id } = await openUntil(1)
    await pass(1)
    expect(await takeBack(id)).toMatchObject({ status: 'active', plannedChange: null })
    await pass(1)
    expect((await card(id)).status).toBe('active')
  })

  it('keeps the distance of the plan when the clock is reset in between', async () => {
    await pass(100)
    const { id } = await openUntil(2)
    await give(id, { type: 'disable' })
    await sandbox().sandboxClock?.reset(CLERK)
    const at = Date.parse((await takeBack(id)).plannedChange?.at ?? '')
    expect(Math.abs(at - Date.parse(inHours(2)))).toBeLessThan(60_000)
  })

  it('leaves alone the plan that an earlier command ended, also where a version without such plans gave the last', async () => {
    const { id } = await openUntil(3)
    await give(id, { type: 'disable' })
    const given = (table: string, where: string) =>
      changeRows(test.dataDir, 'sandbox', `UPDATE ${table} SET revision = revision + 1 WHERE ${where}`)
    given('card', `id = '${id}'`)
    given('last_command', `card_seq = (SELECT seq FROM card WHERE id = '${id}')`)
    expect(await takeBack(id)).toMatchObject({ status: 'active', plannedChange: null })
    const other = await openUntil(3)
    await give(other.id, { type: 'disable' })
    await give(other.id, { type: 'enable' })
    await give(other.id, { type: 'disable' })
    expect(await takeBack(other.id)).toMatchObject({ status: 'active', plannedChange: null })
  })

  it('of a hand-over brings back what was planned for both cards', async () => {
    const { id: old, plannedChange } = await openUntil(3)
    const [fresh = ''] = await some('new')
    const handOver = () => sandbox().cards.handOver(projectId, { cardId: fresh, replacesCardId: old }, ANNA)
    await handOver()
    expect(await planned()).toEqual([])
    await takeBack(fresh)
    expect([await card(old), await card(fresh)]).toMatchObject([
      { status: 'active', plannedChange },
      { status: 'inactive', plannedChange: null },
    ])
    await give(fresh, { type: 'enable' })
    await give(fresh, { type: 'disable', until: inHours(5) })
    const before = await planned()
    await handOver()
    expect(await planned()).toEqual([])
    await takeBack(old)
    expect(before.map(({ action }) => action)).toEqual(['disable', 'enable'])
    expect(await planned()).toEqual(before)
  })
})

describe('a time that nothing can be planned for', () => {
  it.each([
    [-1, 'time_past'],
    [0, 'time_past'],
    [5 * 366 * 24, 'time_too_far'],
  ])('is refused: %d hours ahead', async (hours, code) => {
    const id = await one('active')
    const refusal = { code: 'error.validation', details: [{ field: 'until', problem: { code } }] }
    await expect(give(id, { type: 'disable', until: inHours(hours) })).rejects.toMatchObject(refusal)
    const request = bulkRequestSchema.parse({
      selection: { kind: 'cards', cardIds: [id] },
      command: { type: 'disable', until: inHours(hours) },
    })
    await expect(sandbox().bulk.start(projectId, request, CLERK)).rejects.toMatchObject(refusal)
    expect((await card(id)).status).toBe('active')
  })
})

describe('many cards', () => {
  it('are planned by one bulk command, found in the list, and all carried out; its undo ends the plans', async () => {
    const chosen = await some('active', 8)
    const until = inHours(2)
    const disable = (cardIds: string[]) =>
      run(
        sandbox(),
        projectId,
        bulkRequestSchema.parse({ selection: { kind: 'cards', cardIds }, command: { type: 'disable', until } }),
      )
    const job = await disable(chosen)
    expect(job).toMatchObject({ succeeded: 8, until })
    const found = (planned: 'enable' | 'disable' | 'any') =>
      sandbox().cards.list(
        projectId,
        cardListInputSchema.parse({ planned, limit: 3, page: 2, sortField: 'plannedChange' }),
      )
    expect(await found('any')).toMatchObject({ total: 8, docs: [{}, {}, {}] })
    expect(await found('enable')).toMatchObject({ total: 8 })
    expect(await found('disable')).toMatchObject({ total: 0 })
    await undo(sandbox(), job.id)
    expect(await planned()).toEqual([])
    await disable(chosen)
    await pass(3)
    for (const id of chosen) expect((await card(id)).status).toBe('active')
    expect(await found('any')).toMatchObject({ total: 0 })
  })
})

describe('a bulk command over what is planned', () => {
  it('ends it; its undo plans all of it again, for those cards that had it', async () => {
    const [first = '', second = '', third = ''] = await some('inactive', 3)
    await give(first, { type: 'enable', until: inHours(1) }, 'First')
    await give(second, { type: 'enable', until: inHours(2) })
    await give(third, { type: 'enable' })
    const before = await planned()
    const job = await run(sandbox(), projectId, onCards('disable', [first, second, third]))
    expect(await planned()).toEqual([])
    const { bulk } = sandbox()
    expect(await bulk.plansBack(projectId, { jobId: job.id })).toEqual({ count: 2, first: before[0]?.at })
    expect(await bulk.plansBack(projectId, { cardId: second })).toEqual({ count: 1, first: before[1]?.at })
    expect(await bulk.plansBack(projectId, { cardId: third })).toEqual({ count: 0, first: null })
    await pass(1)
    expect(await undo(sandbox(), job.id)).toMatchObject({ succeeded: 3 })
    expect(await bulk.plansBack(projectId, { jobId: job.id })).toEqual({ count: 0, first: null })
    await eventually(async () => expect(await card(first)).toMatchObject({ status: 'inactive', plannedChange: null }))
    expect(before).toHaveLength(2)
    expect(await planned()).toEqual(before.slice(1))
    expect(await card(third)).toMatchObject({ status: 'active', plannedChange: null })
  })
})

describe('an export', () => {
  it('says what is planned, which an import of the same file leaves alone and says so', async () => {
    const [id = '', other = ''] = await some('active', 2)
    const until = inHours(10)
    await give(id, { type: 'disable', until })
    const file = join(temporaryFolder(), 'cards.csv')
    await sandbox().exports.toFile(projectId, cardListInputSchema.parse({}), { file, delimiter: ';' })
    const [header = '', ...lines] = readFileSync(file, 'utf8').split('\r\n')
    const column = header.split(';').indexOf('Planned change')
    const plannedOf = (cardId: string) => lines.find((line) => line.includes(cardId))?.split(';')[column]
    expect([plannedOf(id), plannedOf(other)]).toEqual([`enable ${until}`, ''])
    await sandbox().planned.cancel(projectId, id, CLERK)
    const report = await sandbox().imports.run(projectId, { file, apply: true }, CLERK)
    expect(report).toMatchObject({ change: 0, leave: 40, refusedTotal: 0 })
    expect(report.ignoredColumns).toContain('Planned change')
    expect(await planned()).toEqual([])
  })
})

describe('two instances on one store', () => {
  it('carry out a plan once between them', async () => {
    const { here, there } = await openTwoInstances()
    const { id: fleet } = await here.projects.create('Shared', CLERK)
    await sandbox(here).mockCards?.create(fleet, { count: 20, seed: 4 }, CLERK)
    const active = cardListInputSchema.parse({ status: 'active' })
    const cards = (await sandbox(here).cards.list(fleet, active)).docs
    const until = new Date(sandbox(here).clock.now().getTime() + HOUR_MS).toISOString()
    for (const { id } of cards) await sandbox(here).cards.command(fleet, id, { type: 'disable', until }, ANNA)
    await Promise.all([here, there].map(async (engine) => sandbox(engine).sandboxClock?.advance(HOUR_MS, CLERK)))
    await eventually(async () => expect((await sandbox(there).cards.list(fleet, active)).total).toBe(cards.length))
    const entriesOf = async (cardId: string) =>
      (await here.audit.list('sandbox', { targetId: cardId, action: 'card.enable', page: 1, limit: 10 })).docs
    for (const { id } of cards) expect(await entriesOf(id)).toHaveLength(1)
  })
})
