import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import type { CardReason } from '../../../../src-main/domain/cards/card-reason.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { rowsOf } from '../../../support/rows.ts'
import { fleetOf, onCards, run, undo } from '../bulk/fleet.ts'

let test: TestEngine
let projectId: string
beforeEach(async () => {
  test = await openTestEngine()
  projectId = await fleetOf(test, 40)
})
afterEach(() => test.close())

const sandbox = () => test.engine.environment('sandbox')
const list = async (query: object) => (await sandbox().cards.list(projectId, cardListInputSchema.parse(query))).docs
const ids = async (status: 'active' | 'inactive') => (await list({ status })).map(({ id }) => id)
const disable = (id: string, reason: CardReason, note?: string) =>
  sandbox().cards.command(projectId, id, { type: 'disable', reason }, { ...CLERK, reason: note })
const enable = (id: string, reason?: CardReason) =>
  sandbox().cards.command(projectId, id, { type: 'enable', reason }, CLERK)
const reasonOf = async (id: string) => (await sandbox().cards.get(projectId, id)).reason
const lastEntry = () =>
  rowsOf(test.dataDir, 'sandbox', 'SELECT before, after FROM audit_entry ORDER BY seq DESC LIMIT 1')[0]

describe('the reason of a disabled card', () => {
  it('stays on the card, in its event and in the audit log until the card is enabled', async () => {
    const [id = ''] = await ids('active')
    expect(await disable(id, 'lost', 'Missing since the ferry')).toMatchObject({ status: 'inactive', reason: 'lost' })
    expect(JSON.parse(String(lastEntry()?.['after']))).toMatchObject({ status: 'inactive', reason: 'lost' })
    await enable(id, 'returned')
    expect(await reasonOf(id)).toBeNull()
    expect(JSON.parse(String(lastEntry()?.['before']))).toMatchObject({ reason: 'lost' })
    expect(JSON.parse(String(lastEntry()?.['after']))).toMatchObject({ reason: null, because: 'returned' })
    const told = rowsOf(
      test.dataDir,
      'sandbox',
      "SELECT name, body FROM event WHERE name LIKE 'card.%abled' ORDER BY seq",
    )
    expect(told.map(({ name, body }) => [name, (JSON.parse(String(body)) as { data: object }).data])).toMatchObject([
      ['card.disabled', { reason: 'lost' }],
      ['card.enabled', { reason: null }],
    ])
    expect(JSON.stringify(told)).not.toContain('ferry')
  })

  it('is the same again after the undo of an enable', async () => {
    const [id = ''] = await ids('active')
    await disable(id, 'vehicle_sold')
    await enable(id)
    expect(await sandbox().bulk.undoCard(projectId, id, CLERK)).toMatchObject({
      status: 'inactive',
      reason: 'vehicle_sold',
    })
  })

  it('finds its cards, exactly counted, page by page', async () => {
    const active = await ids('active')
    for (const id of active.slice(0, 5)) await disable(id, 'stolen')
    await disable(active[5] ?? '', 'lost')
    const page = await sandbox().cards.list(
      projectId,
      cardListInputSchema.parse({ reason: 'stolen', limit: 2, page: 3 }),
    )
    expect(page).toMatchObject({ total: 5, docs: [{ reason: 'stolen' }] })
    expect(await list({ reason: 'stolen', status: 'active' })).toEqual([])
  })

  it('is given to many by a bulk command, and taken back with it', async () => {
    const chosen = (await ids('active')).slice(0, 6)
    const { selection } = onCards('disable', chosen)
    const job = await run(sandbox(), projectId, { selection, command: { type: 'disable', reason: 'driver_left' } })
    expect(job).toMatchObject({ succeeded: 6, cardReason: 'driver_left', reason: null })
    for (const id of chosen) expect(await reasonOf(id)).toBe('driver_left')
    await undo(sandbox(), job.id)
    for (const id of chosen) expect(await reasonOf(id)).toBeNull()
  })

  it('takes other words of a bulk command as its note, as earlier versions gave them', async () => {
    const [id = ''] = await ids('active')
    const { selection } = onCards('disable', [id])
    const job = await run(sandbox(), projectId, { selection, command: { type: 'disable', reason: 'Season over' } })
    expect(job).toMatchObject({ succeeded: 1, cardReason: null, reason: 'Season over' })
    expect(await reasonOf(id)).toBeNull()
  })
})

describe('the list of one driver', () => {
  const name = (id: string, driver: string) => sandbox().cards.command(projectId, id, { type: 'update', driver }, CLERK)
  const drivers = async (driver: string) => new Set((await list({ driver })).map((card) => card.driver))

  it('has every spelling of the complete name, and no other name that contains it', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = await ids('active')
    await name(a, 'Jürgen Müller')
    await name(b, 'Juergen Mueller')
    await name(c, 'JURGEN MULLER')
    await name(d, 'Jürgen Müllermann')
    await name(e, 'Anna Jürgen Müller')
    for (const asked of ['Jürgen Müller', 'jurgen muller', ' JUERGEN MUELLER '])
      expect(await drivers(asked)).toEqual(new Set(['JURGEN MULLER', 'Juergen Mueller', 'Jürgen Müller']))
    expect(await drivers('Jürgen')).toEqual(new Set())
    expect(await drivers('%')).toEqual(new Set())
  })

  it('finds names of two letters, which the search index does not hold', async () => {
    const [a = '', b = ''] = await ids('active')
    await name(a, 'Li')
    await name(b, 'Lis')
    expect(await drivers('li')).toEqual(new Set(['Li']))
  })
})
