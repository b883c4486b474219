import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../src-main/domain/clock.ts'
import type { EnvironmentName } from '../../src-main/domain/environment-name.ts'
import { openDatabase } from '../../src-main/database/sqlite/open-database.ts'
import type { EnvironmentSchema } from '../../src-main/database/schema.ts'
import type { Store } from '../../src-main/database/store.ts'
import { createEnvironmentCore, type EnvironmentCore } from '../../src-main/engine/kernel/environment-core.ts'
import { DEFAULT_NETWORK } from '../../src-main/engine/kernel/network.ts'
import { silentLogger } from '../../src-main/engine/kernel/ports.ts'
import { dataKeyFrom } from '../../src-main/engine/kernel/secrets/data-key.ts'
import { systemResolver } from '../../src-main/net/resolver.ts'
import { createFile } from './new-file.ts'

/** What the capabilities of an environment share, on a file of its own in `dataDir`. */
export async function environmentCore(name: EnvironmentName, dataDir: string, clock: Clock): Promise<EnvironmentCore> {
  const file = join(dataDir, `${name}.sqlite`)
  createFile(file, name)
  const database = openDatabase<EnvironmentSchema>({ file, repeatWorks: true })
  onTestFinished(() => database.close())
  return coreOn(database, name, clock)
}

/** The same on a store that the test opens and closes. */
export function coreOn(
  database: Store<EnvironmentSchema>,
  name: EnvironmentName,
  clock: Clock,
): Promise<EnvironmentCore> {
  return createEnvironmentCore(name, {
    database,
    dataKey: dataKeyFrom(Buffer.alloc(32, 7)),
    wallClock: clock,
    clock,
    resolver: systemResolver,
    logger: silentLogger,
    version: '0',
    network: () => DEFAULT_NETWORK,
  })
}
