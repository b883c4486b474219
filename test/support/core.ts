import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../src-main/domain/clock.ts'
import type { EnvironmentName } from '../../src-main/domain/environment-name.ts'
import { openPostgresStore } from '../../src-main/database/postgres/open-store.ts'
import { createServer } from '../../src-main/database/postgres/server.ts'
import { openDatabase } from '../../src-main/database/sqlite/open-database.ts'
import type { DatabaseKind } from '../../src-main/database/sqlite/database-kinds.ts'
import type { ControlSchema, EnvironmentSchema } from '../../src-main/database/schema.ts'
import type { Store } from '../../src-main/database/store.ts'
import { createEnvironmentCore, type EnvironmentCore } from '../../src-main/engine/kernel/environment-core.ts'
import { DEFAULT_NETWORK } from '../../src-main/engine/kernel/network.ts'
import { silentLogger } from '../../src-main/engine/kernel/ports.ts'
import { dataKeyFrom } from '../../src-main/engine/kernel/secrets/data-key.ts'
import { systemResolver } from '../../src-main/net/resolver.ts'
import { createFile } from './new-file.ts'
import { dropStoreOf, OVER_POSTGRES, storeFor, storeOf } from './postgres/databases.ts'

/** Whether works run twice, to show that they can. Over a server that would cost as much again, and show the same. */
export const REHEARSED = !OVER_POSTGRES

type SchemaOf<Kind extends DatabaseKind> = Kind extends 'control' ? ControlSchema : EnvironmentSchema

/** What the capabilities of an environment share, on a store of its own: in `dataDir`, or found by its name. */
export async function environmentCore(name: EnvironmentName, dataDir: string, clock: Clock): Promise<EnvironmentCore> {
  const database = await newDatabase(name, dataDir, { repeatWorks: REHEARSED })
  return coreOn(database, name, clock)
}

/** An empty database of its own; it goes when the test ends. */
export async function newDatabase<Kind extends DatabaseKind>(
  kind: Kind,
  dataDir: string,
  options: { repeatWorks?: boolean } = {},
): Promise<Store<SchemaOf<Kind>>> {
  if (OVER_POSTGRES) {
    await storeFor(dataDir)
    onTestFinished(() => dropStoreOf(dataDir))
  } else createFile(join(dataDir, `${kind}.sqlite`), kind)
  const database = await openAgain(kind, dataDir, options)
  onTestFinished(() => database.close())
  return database
}

/** Opens a database of a service, or of `newDatabase`, once more. */
export async function openAgain<Kind extends DatabaseKind>(
  kind: Kind,
  dataDir: string,
  options: { repeatWorks?: boolean } = {},
): Promise<Store<SchemaOf<Kind>>> {
  const store = storeOf(dataDir)
  if (store === undefined) return openDatabase({ file: join(dataDir, `${kind}.sqlite`), ...options })
  return openPostgresStore({ server: createServer(store[kind], kind), schema: kind, ...options })
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
