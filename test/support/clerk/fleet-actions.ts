import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { CardListInput } from '../../../src-main/domain/cards/card-list.ts'
import { action } from './action.ts'
import * as some from './choices.ts'
import { expectFleet } from './compare.ts'
import type { Desk, Somebody } from './desk.ts'
import type { FleetModel, Row } from './fleet-model.ts'
import type { ModelCard } from './model-card.ts'

const { by } = some

const cardNumber = fc.constantFrom(...some.NUMBERS)
const row: fc.Arbitrary<Row> = fc.record(
  {
    cardNumber,
    status: fc.constantFrom('new', 'active', 'inactive'),
    licensePlate: some.licensePlate,
    driver: some.driver,
    reason: some.reason,
    internalReference: some.reference,
    costCentre: some.costCentre,
    replacesCardNumber: cardNumber,
  },
  { requiredKeys: ['cardNumber'] },
)

const TITLES = {
  cardNumber: 'Card number',
  status: 'Status',
  licensePlate: 'Licence plate',
  driver: 'Driver',
  reason: 'Reason',
  internalReference: 'Internal reference',
  costCentre: 'Cost centre',
  replacesCardNumber: 'Replaces card',
} as const satisfies Record<keyof Row, string>

/** Imports a file, in the service and in the model. */
export async function importRows(
  model: FleetModel,
  desk: Desk,
  by: Somebody,
  rows: readonly Row[],
): Promise<ModelCard[]> {
  const fields = Object.keys(TITLES) as (keyof Row)[]
  const lines = [
    [...fields.map((field) => TITLES[field]), 'Expiry date'],
    ...rows.map((one) => [...fields.map((field) => one[field] ?? ''), some.lastDayOf(one.cardNumber)]),
  ]
  const bytes = Buffer.from(lines.map((cells) => `${cells.join(';')}\n`).join(''))
  const { uploadId } = await desk.call(by, 'uploads.begin', { name: 'list.csv', sizeBytes: bytes.length })
  await desk.call(by, 'uploads.append', { uploadId, offset: 0, data: bytes.toString('base64') })
  const report = await desk.call(by, 'imports.run', { ...desk.place, uploadId, apply: true })
  const ids = new Map((await desk.bridge.cards(desk.place)).map((card) => [card.cardNumber, card.id]))
  const counts = { create: 0, change: 0, leave: 0, refusedTotal: 0 }
  for (const [index, one] of rows.entries()) {
    // A number that stands in the file twice is refused the second time.
    const isRepeated = rows.slice(0, index).some(({ cardNumber }) => cardNumber === one.cardNumber)
    counts[isRepeated ? 'refusedTotal' : model.import(one, (number) => ids.get(number) ?? '')] += 1
  }
  expect(report).toMatchObject(counts)
  model.entries.push('cards.import')
  return model.cards.filter(({ cardNumber }) => rows.some((one) => one.cardNumber === cardNumber))
}

type Filter = Pick<CardListInput, 'reason' | 'planned' | 'driver' | 'costCentre' | 'status'>

const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ reason: some.reason }),
  fc.record({ planned: fc.constantFrom('enable', 'disable', 'any') }),
  fc.record({ driver: some.driver }),
  fc.record({ costCentre: some.costCentre }),
  fc.record({ reason: some.reason, driver: some.driver }),
  fc.record({ planned: fc.constant('any'), status: fc.constantFrom('active', 'inactive') }),
)

/** The forms of a name that are one to a search. */
const folded = (name: string | null) => name?.toLowerCase().replaceAll('ö', 'oe').replaceAll('ü', 'ue')

function isFound({ seen }: ModelCard, { reason, planned, driver, costCentre, status }: Filter): boolean {
  return (
    (reason === undefined || seen.reason === reason) &&
    (planned === undefined ||
      (planned === 'any' ? seen.plannedChange !== null : seen.plannedChange?.action === planned)) &&
    (driver === undefined || folded(seen.driver) === folded(driver)) &&
    (costCentre === undefined || seen.costCentre === costCentre) &&
    (status === undefined || seen.status === status)
  )
}

export async function letSandboxTimePass(model: FleetModel, desk: Desk, by: Somebody, ms: number): Promise<void> {
  const { now } = await desk.call(by, 'clock.advance', { ms })
  model.offsetMs += ms
  expect(Date.parse(now)).toBe(model.now)
  model.carryOutDue()
}

async function letTimePass(model: FleetModel, desk: Desk, by: Somebody, ms: number): Promise<void> {
  desk.clock.advance(ms)
  // What is due by now happens before the call ends.
  await letSandboxTimePass(model, desk, by, 1)
}

export async function setClockBack(model: FleetModel, desk: Desk, by: Somebody): Promise<void> {
  const { now } = await desk.call(by, 'clock.reset', {})
  model.resetClock()
  expect(Date.parse(now)).toBe(model.now)
}

/** Clocks, files, filters, and the end of the service in the middle of the day. */
export const FLEET_ACTIONS = [
  action(
    'import',
    fc.record({ by, rows: fc.array(row, { minLength: 1, maxLength: 4 }) }),
    (model, desk, { by, rows }) => importRows(model, desk, by, rows),
  ),
  action('let the sandbox’s time pass', fc.record({ by, ms: some.passing }), async (model, desk, { by, ms }) => {
    await letSandboxTimePass(model, desk, by, ms)
    return model.cards
  }),
  action('let time pass', fc.record({ by, ms: some.waiting }), async (model, desk, { by, ms }) => {
    await letTimePass(model, desk, by, ms)
    return model.cards
  }),
  action('set the sandbox’s clock back', fc.record({ by }), async (model, desk, { by }) => {
    await setClockBack(model, desk, by)
    return model.cards
  }),
  action('look through a filter', fc.record({ by, filter }), async (model, desk, { by, filter }) => {
    const { docs, total } = await desk.call(by, 'cards.list', { ...desk.place, query: { ...filter, sortField: 'id' } })
    const found = model.cards.filter((card) => isFound(card, filter)).map(({ id }) => id)
    expect({ total, ids: docs.map(({ id }) => id).toSorted() }).toEqual({ total: found.length, ids: found.toSorted() })
    return []
  }),
  action('look at everything', fc.record({ by }), async (model, desk) => {
    await expectFleet(desk, model)
    return []
  }),
]

/** Ends the service and starts it again on the same data. */
export const RESTART = action('start the service again', fc.record({}), async (model, desk) => {
  await desk.bridge.test.reopen()
  await expectFleet(desk, model)
  return []
})
