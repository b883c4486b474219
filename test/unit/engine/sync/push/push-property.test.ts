import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Card, CardCommand } from '../../../../../src-main/domain/card.ts'
import { ServiceError } from '../../../../../src-main/domain/errors.ts'
import { CLERK } from '../../../../support/context.ts'
import { openPushFleet, type PushFleet } from '../../../../support/portal/push-fleet.ts'
import { OVER_POSTGRES } from '../../../../support/postgres/databases.ts'

/** Each run has an engine, a portal and a hundred steps: few runs by default, many with `npm run soak`. */
const RUNS = Number(process.env['FUELCARD_SOAK_ROUNDS'] ?? (OVER_POSTGRES ? 2 : 6))
const CARDS = 4
const MINUTE_MS = 60_000

type Step =
  | { does: 'command'; card: number; command: CardCommand['type'] }
  | { does: 'refuse'; card: number }
  | { does: 'answer' | 'lose' | 'fail' | 'postpone' }
  | { does: 'pass'; minutes: number }
  | { does: 'retry' | 'pull' | 'reopen' }
  | { does: 'resolve'; card: number; resolution: 'ours' | 'theirs' }

const card = fc.nat({ max: CARDS - 1 })
const command: fc.Arbitrary<Step> = fc.record({
  does: fc.constant('command' as const),
  card,
  command: fc.constantFrom('activate' as const, 'enable' as const, 'disable' as const, 'update' as const),
})
const trouble: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('refuse' as const), card }),
  fc.record({ does: fc.constantFrom('answer' as const, 'lose' as const, 'fail' as const, 'postpone' as const) }),
)
const course: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('pass' as const), minutes: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ does: fc.constantFrom('retry' as const, 'pull' as const, 'reopen' as const) }),
)
const resolve: fc.Arbitrary<Step> = fc.record({
  does: fc.constant('resolve' as const),
  card,
  resolution: fc.constantFrom('ours' as const, 'theirs' as const),
})

/** What was requested of each card, in the order of acceptance. */
interface World {
  fleet: PushFleet
  cards: Card[]
  requested: string[][]
  refused: Set<string>
  /** Cards whose drift was resolved: the changes towards the chosen values have replaced the requests. */
  resolved: Set<number>
}

const REFUSAL = { code: 'x', message: 'Not now' }
const FAULTS = {
  answer: {},
  lose: { drop: 0.5 },
  fail: { errors: { '503': 0.5 } },
  postpone: { asynchronous: { delayMs: 90_000 } },
} as const

async function take(world: World, step: Step, number: number): Promise<void> {
  const { fleet, cards, requested, refused } = world
  const target = 'card' in step ? cards[step.card] : undefined
  switch (step.does) {
    case 'command': {
      if (target === undefined) return
      const texts = { licensePlate: `PL ${number}`, driver: `Driver ${number}` }
      try {
        await fleet.command(
          target,
          step.command === 'activate' || step.command === 'update'
            ? { type: step.command, ...texts }
            : { type: step.command },
        )
        requested[step.card]?.push(step.command)
      } catch (error) {
        // The state machine's own refusals are beyond this test.
        if (!(error instanceof ServiceError)) throw error
      }
      return
    }
    case 'refuse':
      if (target !== undefined) refused.add(target.providerCardId)
      return setFaults(world, {})
    case 'answer':
      refused.clear()
      return setFaults(world, {})
    case 'lose':
    case 'fail':
    case 'postpone':
      return setFaults(world, FAULTS[step.does])
    case 'pass':
      return fleet.pass(step.minutes * MINUTE_MS)
    case 'retry':
      await fleet.pushing().pushes.retry(fleet.projectId, {}, CLERK)
      return
    case 'pull':
      await fleet.pull()
      return expectPrefixes(world)
    case 'reopen':
      await fleet.test.reopen()
      return
    case 'resolve':
      world.resolved.add(step.card)
      if (target !== undefined)
        await fleet.pushing().drift.resolve(fleet.projectId, { cardIds: [target.id] }, step.resolution, CLERK)
  }
}

/**
 * The changes made to each card are the first ones requested. A pull that shows a refused change fulfilled ends it,
 * together with those still to be sent: later requests follow the changes made.
 */
async function expectPrefixes({ fleet, cards, requested, resolved }: World): Promise<void> {
  const open = new Set((await fleet.pushes()).map(({ cardId }) => cardId))
  for (const [position, one] of cards.entries()) {
    if (resolved.has(position)) continue
    const made = await fleet.changesOf(one)
    expect(made).toEqual(requested[position]?.slice(0, made.length))
    if (!open.has(one.id)) requested[position] = made
  }
}

async function setFaults({ fleet, refused }: World, faults: object): Promise<void> {
  await fleet.portal.setFaults({
    refuse: Object.fromEntries([...refused].map((id) => [id, REFUSAL])),
    routes: ['change', 'changes', 'status'],
    ...faults,
  })
}

/** With all obstacles removed, everything goes out. */
async function letThrough({ fleet }: World): Promise<void> {
  await fleet.portal.setFaults({})
  for (let round = 0; round < 60 && (await fleet.pushes()).length > 0; round += 1) {
    await fleet.pushing().pushes.retry(fleet.projectId, {}, CLERK)
    await fleet.pass(11 * MINUTE_MS)
  }
  expect(await fleet.pushes()).toEqual([])
}

async function expectSameAtProvider({ fleet, cards }: World): Promise<void> {
  for (const one of cards) {
    const ours = await fleet.card(one)
    expect(ours).toMatchObject({ syncStatus: 'synced', syncErrorMessage: null })
    expect(await fleet.portal.card(one.providerCardId)).toMatchObject({
      status: ours.status,
      licensePlate: ours.licensePlate,
      driver: ours.driver,
    })
  }
  const references = (await fleet.portal.changes()).changes.map(({ idempotencyKey }) => idempotencyKey)
  expect(new Set(references).size).toBe(references.length)
}

async function runThrough(
  steps: readonly Step[],
  bulkChanges: number,
  judge: (world: World) => Promise<void>,
): Promise<void> {
  const fleet = await openPushFleet({ cards: 12, bulkChanges })
  const world: World = {
    fleet,
    cards: fleet.cards.slice(0, CARDS),
    requested: Array.from({ length: CARDS }, () => []),
    refused: new Set(),
    resolved: new Set(),
  }
  let number = 0
  for (const step of steps) await take(world, step, (number += 1))
  await letThrough(world)
  await judge(world)
}

describe('any mix of commands, refusals, lost answers and restarts', () => {
  it(
    'makes every command one change, in order, and gives the provider the requested state',
    { timeout: RUNS * 30_000 },
    async () => {
      const steps = fc.array(
        fc.oneof(
          { weight: 5, arbitrary: command },
          { weight: 2, arbitrary: trouble },
          { weight: 3, arbitrary: course },
        ),
        { minLength: 20, maxLength: 60 },
      )
      await fc.assert(
        fc.asyncProperty(steps, fc.constantFrom(0, 20), (taken, bulkChanges) =>
          runThrough(taken, bulkChanges, async (world) => {
            await expectPrefixes(world)
            await expectSameAtProvider(world)
          }),
        ),
        { numRuns: RUNS, endOnFailure: true, includeErrorInReport: true },
      )
    },
  )

  it(
    'also with drift resolved either way, leaves the provider with the state here',
    { timeout: RUNS * 30_000 },
    async () => {
      const steps = fc.array(
        fc.oneof(
          { weight: 4, arbitrary: command },
          { weight: 2, arbitrary: trouble },
          { weight: 3, arbitrary: course },
          { weight: 2, arbitrary: resolve },
        ),
        { minLength: 20, maxLength: 60 },
      )
      await fc.assert(
        fc.asyncProperty(steps, fc.constantFrom(0, 20), (taken, bulkChanges) =>
          runThrough(taken, bulkChanges, async (world) => {
            await world.fleet.pull()
            await expectSameAtProvider(world)
          }),
        ),
        { numRuns: RUNS, endOnFailure: true, includeErrorInReport: true },
      )
    },
  )
})
