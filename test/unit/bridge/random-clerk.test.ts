import * as fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { done } from '../../support/clerk/action.ts'
import { BULK_ACTIONS } from '../../support/clerk/bulk-actions.ts'
import { CARD_ACTIONS } from '../../support/clerk/card-actions.ts'
import { NUMBERS, PLATES } from '../../support/clerk/choices.ts'
import { expectFleet } from '../../support/clerk/compare.ts'
import { openOffice, type Office } from '../../support/clerk/desk.ts'
import { FLEET_ACTIONS, importRows, RESTART } from '../../support/clerk/fleet-actions.ts'
import { FleetModel } from '../../support/clerk/fleet-model.ts'
import { HAND_OVER_ACTIONS } from '../../support/clerk/hand-over-actions.ts'
import { OVER_POSTGRES } from '../../support/postgres/databases.ts'

/** Some seconds of work by default, half of it the same each time. */
const ACTIONS = Number(process.env['FUELCARD_CLERK_ACTIONS'] ?? (OVER_POSTGRES ? 120 : 600))
const SEED = Number(process.env['FUELCARD_CLERK_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const ACTIONS_AT_ONCE = 80
const FILES_KEPT_MS = 16 * 60_000

const day = fc.commands(
  [
    ...CARD_ACTIONS,
    ...CARD_ACTIONS,
    ...FLEET_ACTIONS,
    ...BULK_ACTIONS,
    ...HAND_OVER_ACTIONS,
    fc.oneof({ weight: 1, arbitrary: RESTART }, ...CARD_ACTIONS.map((arbitrary) => ({ weight: 1, arbitrary }))),
  ],
  { maxCommands: ACTIONS_AT_ONCE, size: 'max' },
)

/** Six cards: two never used, three active, one disabled. */
async function openFleet(office: Office) {
  const desk = await office.desk('Fleet')
  // The files of the day before are gone; only so many are kept at once.
  desk.clock.advance(FILES_KEPT_MS)
  await desk.call('Anna', 'clock.reset', {})
  const model = new FleetModel(() => desk.clock.now().getTime())
  const rows = NUMBERS.slice(0, 6).map((cardNumber, index) =>
    index < 2
      ? { cardNumber, status: 'new' as const }
      : {
          cardNumber,
          status: index < 5 ? ('active' as const) : ('inactive' as const),
          licensePlate: PLATES[index % PLATES.length] ?? '',
          driver: 'Vera Novak',
        },
  )
  await importRows(model, desk, 'Anna', rows)
  return { model, real: desk }
}

it(
  'whatever clerks do at random, cards, plans, audit log and events are as a model of them says',
  { timeout: ACTIONS * 1_000 },
  async () => {
    const office = await openOffice()
    onTestFinished(() => office.close())
    console.log(`FUELCARD_CLERK_SEED=${SEED} repeats what is random here`)
    for (let round = 0; done.actions < ACTIONS; round += 1) {
      const isFixed = done.actions < ACTIONS / 2 && process.env['FUELCARD_CLERK_SEED'] === undefined
      const seed = isFixed ? round : SEED + round
      await fc.assert(
        fc.asyncProperty(day, async (actions) => {
          const fleet = await openFleet(office)
          await fc.asyncModelRun(() => fleet, actions)
          const { model, real: desk } = fleet
          await expectFleet(desk, model)
          await desk.call('Anna', 'projects.archive', { projectId: desk.place.projectId })
          for (const card of model.cards) model.cancelPlan(card, { by: 'Anna' })
          await expectFleet(desk, model)
        }),
        { seed, numRuns: 1 },
      )
    }
    const desk = await office.desk('Other')
    expect(await desk.call('Ben', 'audit.verify', {})).toMatchObject({ ok: true })
  },
)
