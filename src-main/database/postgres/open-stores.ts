import type { Clock } from '../../domain/clock.ts'
import { DatabaseError, type DatabaseFault } from '../database-error.ts'
import type { ControlSchema, EnvironmentSchema } from '../schema.ts'
import type { Store } from '../store.ts'
import { pendingMigrations } from './migrate.ts'
import { migrateStore } from './migrate-store.ts'
import { refuseMoved } from './moved-store.ts'
import { openPostgresStore } from './open-store.ts'
import { refuseTransactionPooling } from './pooling-proxy.ts'
import { requireConnections } from './required-connections.ts'
import { createServer, DEFAULT_POOL, type Server } from './server.ts'
import { createServerClock } from './server-clock.ts'
import { SCHEMAS, type SchemaAddress, type SchemaName, type StoreAddress } from './store-address.ts'

export interface PostgresStoresOptions {
  address: StoreAddress
  /** The product's, which may be one minor version apart from the schemas. */
  version: string
  /** The login that owns the schemas, if this instance may migrate them. */
  owner?: SchemaAddress
  /** Connections at a time for each of the three logins. */
  poolSize?: number
  onSlowQuery?: (schema: SchemaName, name: string, durationMs: number) => void
  onTrouble?: (schema: SchemaName, error: unknown) => void
  /** Called when what was read before may be out of date: the stores have to be opened again. */
  onMissed?: () => void
  /** Called when a schema has been migrated beyond what this version may work on. */
  onUnusable?: (error: DatabaseError) => void
  /** For tests: runs every unit of work twice. */
  repeatWorks?: boolean
}

/** The three databases of a cluster. */
export interface PostgresStores {
  control: Store<ControlSchema>
  databases: { sandbox: Store<EnvironmentSchema>; production: Store<EnvironmentSchema> }
  /** The server's time. */
  clock: Clock
  closeAll(): Promise<unknown>
}

/**
 * Opens the stores of a cluster.
 *
 * @throws DatabaseError `away` when no server answers; `missing` when the schemas are not there or not up to date;
 * `newer` or `tampered` when their history is not this version's
 */
export async function openPostgresStores(options: PostgresStoresOptions): Promise<PostgresStores> {
  const { address, version, owner, poolSize } = options
  const servers = {} as Record<SchemaName, Server>
  for (const schema of SCHEMAS) servers[schema] = createServer(address[schema], schema, poolSize)
  const opened: Pick<Store<unknown>, 'close'>[] = []
  try {
    await refuseTransactionPooling(servers.control)
    for (const schema of SCHEMAS) await requireConnections(servers[schema], poolSize ?? DEFAULT_POOL)
    if (owner !== undefined) await migrateStore(owner, address, version)
    for (const schema of SCHEMAS) {
      if ((await pendingMigrations(servers[schema].read, schema, version)) > 0)
        throw new DatabaseError(
          'missing',
          servers[schema].place,
          `${servers[schema].place} is not ready for this version: run fuelcard-desk store migrate`,
        )
    }
    await refuseMoved(servers.control)
    const open = async <Schema>(schema: SchemaName): Promise<Store<Schema>> => {
      const store = await openPostgresStore<Schema>({
        server: servers[schema],
        schema,
        repeatWorks: options.repeatWorks ?? false,
        onSlowQuery: (name, durationMs) => options.onSlowQuery?.(schema, name, durationMs),
        onTrouble: (error) => options.onTrouble?.(schema, error),
        onMissed: () => options.onMissed?.(),
        onMigrated: async () => {
          try {
            await pendingMigrations(servers[schema].read, schema, version)
          } catch (error) {
            if (!(error instanceof DatabaseError) || !UNUSABLE.has(error.fault)) throw error
            options.onUnusable?.(error)
          }
        },
      })
      opened.push(store)
      return store
    }
    const control = await open<ControlSchema>('control')
    const databases = {
      sandbox: await open<EnvironmentSchema>('sandbox'),
      production: await open<EnvironmentSchema>('production'),
    }
    const clock = await createServerClock(servers.control)
    return {
      control,
      databases,
      clock,
      closeAll: async () => {
        clock.stop()
        await Promise.all(opened.map((store) => store.close()))
      },
    }
  } catch (error) {
    await Promise.all(opened.map((store) => store.close()))
    await Promise.all(SCHEMAS.slice(opened.length).map((schema) => servers[schema].end()))
    throw error
  }
}

const UNUSABLE: ReadonlySet<DatabaseFault> = new Set(['newer', 'tampered'])
