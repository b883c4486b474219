import { offsetClock } from '../domain/clock.ts'
import type { EnvironmentName } from '../domain/environment-name.ts'
import type { EnvironmentSchema } from '../database/schema.ts'
import type { Store } from '../database/store.ts'
import { createEnvironmentCore, type EnvironmentCore, type EnvironmentPorts } from './kernel/environment-core.ts'
import { clockOffsetMs, loadClockOffset } from './kernel/sandbox-clock.ts'

/** What the capabilities of each environment share; the sandbox has a time of its own. */
export async function createCores(
  ports: Omit<EnvironmentPorts, 'database' | 'clock'>,
  databases: Record<EnvironmentName, Store<EnvironmentSchema>>,
): Promise<Record<EnvironmentName, EnvironmentCore>> {
  const { sandbox, production } = databases
  await loadClockOffset(sandbox)
  const sandboxClock = offsetClock(ports.wallClock, () => clockOffsetMs(sandbox))
  return {
    sandbox: await createEnvironmentCore('sandbox', { ...ports, database: sandbox, clock: sandboxClock }),
    production: await createEnvironmentCore('production', { ...ports, database: production, clock: ports.wallClock }),
  }
}
