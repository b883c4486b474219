import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../src-main/domain/clock.ts'
import { openDatabase } from '../../src-main/database/sqlite/open-database.ts'
import { prepareFile } from '../../src-main/database/sqlite/prepare-file.ts'
import type { EnvironmentSchema } from '../../src-main/database/schema.ts'
import { createEnvironmentCore, type EnvironmentCore } from '../../src-main/engine/kernel/environment-core.ts'
import { DEFAULT_NETWORK } from '../../src-main/engine/kernel/network.ts'
import { silentLogger } from '../../src-main/engine/kernel/ports.ts'
import { dataKeyFrom } from '../../src-main/engine/kernel/secrets/data-key.ts'
import { systemResolver } from '../../src-main/net/resolver.ts'

/** The shared core of production's capabilities, on a file of its own in `dataDir`. */
export async function productionCore(dataDir: string, clock: Clock): Promise<EnvironmentCore> {
  const file = join(dataDir, 'production.sqlite')
  prepareFile(file, 'production', () => {})
  const database = openDatabase<EnvironmentSchema>({ file, repeatWorks: true })
  onTestFinished(() => database.close())
  return createEnvironmentCore('production', {
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
