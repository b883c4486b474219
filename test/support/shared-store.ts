import { onTestFinished } from 'vitest'
import type { EnvironmentName } from '../../src-main/domain/environment-name.ts'
import { joinCluster } from '../../src-main/engine/kernel/cluster/instances.ts'
import type { EnvironmentCore } from '../../src-main/engine/kernel/environment-core.ts'
import { silentLogger } from '../../src-main/engine/kernel/ports.ts'
import type { FakeClock } from './clock.ts'
import { coreOn, newDatabase, openAgain, REHEARSED } from './core.ts'
import { OVER_POSTGRES } from './postgres/databases.ts'

/** One of several instances of the engine that share a store. */
export interface Instance {
  core: EnvironmentCore
  /** Ends as a service does: the others know at once. */
  leave(): Promise<void>
}

export interface SharedStore {
  join(): Promise<Instance>
  /** Time in which only these instances show that they live. */
  pass(ms: number, ...living: Instance[]): Promise<void>
}

/** A store that says of itself that several instances share it: a file does so for the sake of the tests. */
export async function sharedStore(name: EnvironmentName, dataDir: string, clock: FakeClock): Promise<SharedStore> {
  const database = { ...(await newDatabase(name, dataDir, { repeatWorks: REHEARSED })), isShared: true }
  // Runs after what the test itself ends.
  const ends: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const end of ends) await end()
  })
  return {
    join: async () => {
      // Two openings of a file would wait for one another's locks.
      const own = OVER_POSTGRES ? await openAgain(name, dataDir, { repeatWorks: REHEARSED }) : database
      const core = await coreOn(own, name, clock)
      const { leave } = await joinCluster([core], { address: 'here', version: '0' }, silentLogger)
      ends.push(async () => {
        await leave()
        if (own !== database) await own.close()
      })
      return { core, leave }
    },
    pass: async (ms, ...living) => {
      // Before the clock moves: a runner may look at any moment.
      const seenAt = new Date(clock.now().getTime() + ms).toISOString()
      await database.write(async (transaction) => {
        const { build } = transaction
        for (const { core } of living)
          await transaction.run(
            build.updateTable('instance').set({ seen_at: seenAt }).where('id', '=', core.instanceId),
          )
      })
      clock.advance(ms)
    },
  }
}
