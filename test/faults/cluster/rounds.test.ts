import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { disturb } from '../../support/cluster/disturbances.ts'
import { startLoad } from '../../support/cluster/load.ts'
import {
  expectAllMade,
  expectDutiesDoneOnce,
  expectEventsArrived,
  expectNothingRepeated,
  expectProviderInStep,
  settled,
} from '../../support/cluster/promises.ts'
import { expectLiveEvents, expectScheduledOnce } from '../../support/cluster/quiet.ts'
import { prepareScene, type Scene } from '../../support/cluster/scene.ts'
import { postgresPrograms } from '../../support/postgres/server.ts'

/** Short in `npm test`; at length `FUELCARD_CLUSTER_ROUNDS=60 FUELCARD_CLUSTER_SEED=1`. */
const ROUNDS = Number(process.env['FUELCARD_CLUSTER_ROUNDS'] ?? 2)
const SEED = Number(process.env['FUELCARD_CLUSTER_SEED'] ?? Math.floor(Math.random() * 1e6))
/** A fault comes within this time. */
const LONGEST_CALM_MS = 1_500
/** With the schedule's runs, longer than instances take to look for work that a dead one has left. */
const QUIET_MS = 3_000
/** So often nothing dies for a while. */
const ROUNDS_UNTIL_QUIET = 6
const ADDED_CARDS = 3

test.skipIf(postgresPrograms() === null)(
  `two instances lose nothing and do nothing twice while they and their database are killed (seed ${SEED})`,
  async () => {
    const scene = await prepareScene(SEED)
    const { cluster, portal, random } = scene
    const load = startLoad(scene)
    onTestFinished(() => load.stop())
    let over = false
    load.working.catch(() => (over = true))
    for (let round = 0; round < ROUNDS && !over; round++) {
      const pulled = portal
        .addCards(ADDED_CARDS)
        .then(() => cluster.json(['sync', '--project', 'Fleet']).catch(() => {}))
      const bulk = cluster
        .json(['cards', 'bulk', round % 2 === 0 ? 'disable' : 'enable', '--project', 'Depot', '--all', '--apply'])
        .catch(() => {})
      if (round % ROUNDS_UNTIL_QUIET === 0) await rest(scene, load)
      await expectLiveEvents(scene, shownCard(scene))
      await setTimeout(random(LONGEST_CALM_MS))
      await disturb(scene, round + SEED)
      await Promise.all([pulled, bulk])
      await expectNothingRepeated(scene)
    }
    load.stop()
    await load.working

    await settled(scene)
    await expectNothingRepeated(scene)
    await expectAllMade(scene, load.worked)
    await expectProviderInStep(scene, load.worked)
    await expectEventsArrived(scene)
    await expectDutiesDoneOnce(scene, ADDED_CARDS * ROUNDS)
    // The chains hold.
    expect(await cluster.json(['audit', 'verify'], 1)).toMatchObject({})
    expect(await cluster.json(['check'], 0)).toMatchObject({ ok: true })
    for (const { service } of cluster.instances) expect((await service.end('SIGTERM')).code).toBe(0)
  },
  ROUNDS * 60_000 + 300_000,
)

/** Nothing dies: nothing may be asked for twice, and what one must do is done by one. */
async function rest(scene: Scene, load: ReturnType<typeof startLoad>): Promise<void> {
  await setTimeout(QUIET_MS)
  const goOn = await load.pauseSandbox()
  await expectScheduledOnce(scene)
  goOn()
  await expectNothingRepeated(scene)
}

function shownCard({ cards }: Scene) {
  const card = cards.sandbox.at(-1)
  if (card === undefined) throw new Error('There is no card')
  return card
}
