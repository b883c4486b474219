import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bulkRequestSchema, type BulkRow } from '../../../../src-main/domain/cards/bulk.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { rowsOf } from '../../../support/rows.ts'
import { AS_SHOWN, eventsPerCard, fleetOf, resultsOf, run, statesOf, undo, type State } from './fleet.ts'

let test: TestEngine
let projectId: string
beforeEach(async () => {
  test = await openTestEngine()
  projectId = await fleetOf(test, 200)
})
afterEach(() => test.close())

const sandbox = () => test.engine.environment('sandbox')
const states = () => statesOf(test.dataDir)
const card = (number: string) => states().find((state) => state.card_number === number)
const ofStatus = (status: State['status']) =>
  states()
    .filter((state) => state.status === status)
    .map((state) => state.card_number)
const fromRows = (type: string, rows: BulkRow[]) =>
  bulkRequestSchema.parse({ selection: { kind: 'rows', rows }, command: { type } })

describe('an activation from the rows of a file', () => {
  it('checks each row alone, in the preview and in the job alike', async () => {
    const [good = '', twice = '', noDriver = '', longPlate = ''] = ofStatus('new')
    const [active = ''] = ofStatus('active')
    const request = fromRows('activate', [
      { cardNumber: ` ${good} `, licensePlate: ' B-XY 12 ', driver: 'Ada Lovelace' },
      { cardNumber: twice, licensePlate: 'B-XY 13', driver: 'Grace Hopper' },
      { cardNumber: twice, licensePlate: 'B-XY 14', driver: 'Edith Clarke' },
      { cardNumber: noDriver, licensePlate: 'B-XY 15', driver: '  ' },
      { cardNumber: longPlate, licensePlate: 'B'.repeat(21), driver: 'Ada Lovelace' },
      { cardNumber: active, licensePlate: 'B-XY 16', driver: 'Ada Lovelace' },
      { cardNumber: '00000000', licensePlate: 'B-XY 17', driver: 'Ada Lovelace' },
    ])
    const refusals = [
      { cardNumber: twice, code: 'error.validation', message: `The card ${twice} is named more than once` },
      { cardNumber: noDriver, code: 'error.validation', message: 'Driver name is required' },
      { cardNumber: longPlate, code: 'error.validation', message: 'licensePlate: Must be at most 20 characters' },
      {
        cardNumber: active,
        code: 'error.card_already_active',
        reason: 'card_already_active',
        message: 'Card is already activated',
      },
      { cardId: null, cardNumber: '00000000', code: 'error.card_not_found', message: 'Card not found' },
    ]
    const preview = await sandbox().bulk.preview(projectId, request)
    expect(preview).toMatchObject({ total: 7, allowed: 2, refused: refusals, refusedTotal: 5 })
    const job = await run(sandbox(), projectId, request)
    expect(job).toMatchObject({ total: 7, done: 7, succeeded: 2, failed: 5 })
    expect(await resultsOf(sandbox(), job.id, 'refused')).toEqual(
      preview.refused.map((refusal) => ({ ...refusal, outcome: 'refused', ...AS_SHOWN })),
    )
    expect(card(good)).toMatchObject({
      status: 'active',
      license_plate: 'B-XY 12',
      driver: 'Ada Lovelace',
      authorizations: 4,
    })
    expect(card(twice)).toMatchObject({ status: 'active', license_plate: 'B-XY 13', driver: 'Grace Hopper' })
    expect(card(noDriver)).toMatchObject({ status: 'new' })
  })

  it('is undone by disabling the cards', async () => {
    const numbers = ofStatus('new')
    const job = await run(
      sandbox(),
      projectId,
      fromRows(
        'activate',
        numbers.map((cardNumber, index) => ({ cardNumber, licensePlate: `B-XY ${index}`, driver: `Driver ${index}` })),
      ),
    )
    expect(job).toMatchObject({ succeeded: numbers.length })
    expect(await undo(sandbox(), job.id)).toMatchObject({ succeeded: numbers.length })
    for (const [index, number] of numbers.entries())
      expect(card(number)).toMatchObject({
        status: 'inactive',
        authorizations: 0,
        license_plate: `B-XY ${index}`,
        driver: `Driver ${index}`,
      })
    expect(eventsPerCard(test.dataDir, 'card.disabled').size).toBe(numbers.length)
  })

  it('leaves out of a retry the rows that are wrong in themselves', async () => {
    const [good = '', bad = ''] = ofStatus('new')
    const [active = ''] = ofStatus('active')
    const job = await run(
      sandbox(),
      projectId,
      fromRows('activate', [
        { cardNumber: active, licensePlate: 'B 1', driver: 'Ada' },
        { cardNumber: bad, licensePlate: 'B 2' },
        { cardNumber: good, licensePlate: 'B 3', driver: 'Ada' },
      ]),
    )
    const again = await sandbox().bulk.finished((await sandbox().bulk.retryFailed(job.id, CLERK)).id)
    expect(await resultsOf(sandbox(), again.id)).toMatchObject([
      { cardNumber: active, outcome: 'refused', code: 'error.card_already_active' },
    ])
  })

  it('is refused without rows', () => {
    expect(
      bulkRequestSchema.safeParse({ selection: { kind: 'query', query: {} }, command: { type: 'activate' } }).success,
    ).toBe(false)
    expect(
      bulkRequestSchema.safeParse({
        selection: { kind: 'cards', cardIds: ['0197c3f4-0000-7000-8000-000000000000'] },
        command: { type: 'update' },
      }).success,
    ).toBe(false)
    expect(
      bulkRequestSchema.safeParse({
        selection: { kind: 'rows', rows: [{ cardNumber: '1234' }] },
        command: { type: 'enable' },
      }).success,
    ).toBe(true)
  })
})

describe('an update from the rows of a file', () => {
  it('changes what a row names, leaves the rest, and is undone to the values before', async () => {
    const [both = '', plate = '', same = '', empty = ''] = ofStatus('active')
    const before = states()
    const request = fromRows('update', [
      { cardNumber: both, licensePlate: 'HH-A 1', driver: 'Ada Lovelace' },
      { cardNumber: plate, licensePlate: 'HH-A 2', driver: '' },
      { cardNumber: same, licensePlate: card(same)?.license_plate ?? null },
      { cardNumber: empty, licensePlate: '', driver: null },
    ])
    expect(await sandbox().bulk.preview(projectId, request)).toMatchObject({
      total: 4,
      allowed: 2,
      skipped: 1,
      refusedTotal: 1,
    })
    const job = await run(sandbox(), projectId, request)
    expect(job).toMatchObject({ succeeded: 2, skipped: 1, failed: 1 })
    expect(await resultsOf(sandbox(), job.id)).toMatchObject([
      { outcome: 'done' },
      { outcome: 'done' },
      { outcome: 'skipped', code: 'skip.nothing_to_change' },
      { outcome: 'refused', code: 'error.validation', message: 'The row gives the card no new value' },
    ])
    expect(card(both)).toMatchObject({ license_plate: 'HH-A 1', driver: 'Ada Lovelace' })
    expect(card(plate)).toMatchObject({
      license_plate: 'HH-A 2',
      driver: before.find((state) => state.card_number === plate)?.driver,
    })
    expect(await undo(sandbox(), job.id)).toMatchObject({ total: 2, succeeded: 2 })
    expect(states()).toEqual(before)
  })
})

describe('the own fields of the fleet', () => {
  const owned = () =>
    new Map(
      rowsOf(test.dataDir, 'sandbox', 'SELECT card_number, internal_reference, cost_centre, notes FROM card').map(
        ({ card_number: number, ...own }) => [String(number), own],
      ),
    )
  const idOf = (number: string) => card(number)?.id ?? ''

  it('come from the rows of a file in any status, and are undone to the values before', async () => {
    const [fresh = '', bare = ''] = ofStatus('new')
    const [active = '', wrong = ''] = ofStatus('active')
    const before = owned()
    const request = fromRows('update', [
      { cardNumber: fresh, costCentre: ' 4711 Sales ', internalReference: 'Q-1', notes: 'Two\r\nlines' },
      { cardNumber: bare, costCentre: '4711 Sales', licensePlate: 'B-XY 1' },
      { cardNumber: active, costCentre: '4711 Sales', driver: 'Ada Lovelace', notes: '' },
      { cardNumber: wrong, costCentre: 'x'.repeat(61) },
    ])
    const preview = await sandbox().bulk.preview(projectId, request)
    expect(preview).toMatchObject({ allowed: 2, refusedTotal: 2 })
    expect(preview.refused.map(({ reason, message }) => reason ?? message)).toEqual([
      'card_not_activated',
      'costCentre: Must be at most 60 characters',
    ])
    const job = await run(sandbox(), projectId, request)
    expect(job).toMatchObject({ command: 'update', succeeded: 2, failed: 2 })
    expect(owned().get(fresh)).toEqual({
      internal_reference: 'Q-1',
      cost_centre: '4711 Sales',
      notes: 'Two\nlines',
    })
    expect(owned().get(active)).toMatchObject({ cost_centre: '4711 Sales', notes: before.get(active)?.['notes'] })
    expect(card(active)?.driver).toBe('Ada Lovelace')
    expect(await undo(sandbox(), job.id)).toMatchObject({ succeeded: 2 })
    expect(owned()).toEqual(before)
  })

  it('are the same for all selected cards, and those that have them already stay', async () => {
    const numbers = [...ofStatus('new').slice(0, 2), ...ofStatus('inactive').slice(0, 2)]
    const give = (costCentre: string, chosen: string[]) =>
      bulkRequestSchema.parse({
        selection: { kind: 'cards', cardIds: chosen.map(idOf) },
        command: { type: 'update', costCentre },
      })
    expect(await run(sandbox(), projectId, give('4711', numbers.slice(0, 1)))).toMatchObject({ succeeded: 1 })
    expect(await sandbox().bulk.preview(projectId, give('4711', numbers))).toMatchObject({ allowed: 3, skipped: 1 })
    const job = await run(sandbox(), projectId, give('4711', numbers))
    expect(job).toMatchObject({ succeeded: 3, skipped: 1, failed: 0 })
    expect(numbers.map((number) => owned().get(number)?.['cost_centre'])).toEqual(numbers.map(() => '4711'))
    expect(await undo(sandbox(), job.id)).toMatchObject({ succeeded: 3 })
    expect(numbers.map((number) => owned().get(number)?.['cost_centre'])).toEqual(['4711', null, null, null])
  })
})

it('cards named by their number in a file are disabled and enabled like selected ones', async () => {
  const numbers = ofStatus('active').slice(0, 5)
  expect(
    await run(
      sandbox(),
      projectId,
      fromRows(
        'disable',
        numbers.map((cardNumber) => ({ cardNumber })),
      ),
    ),
  ).toMatchObject({ succeeded: 5 })
  expect(numbers.map((number) => card(number)?.status)).toEqual(numbers.map(() => 'inactive'))
})
