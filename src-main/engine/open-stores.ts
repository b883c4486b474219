import type { SchemaAddress, StoreAddress } from '../database/postgres/store-address.ts'
import { makePrivateFolder } from '../database/private-file.ts'
import { openDatabase } from '../database/sqlite/open-database.ts'
import { DATABASE_KINDS, type DatabaseKind } from '../database/sqlite/database-kinds.ts'
import { existsSync } from 'node:fs'
import type { Clock } from '../domain/clock.ts'
import { ServiceError } from '../domain/errors.ts'
import type { ControlSchema, EnvironmentSchema } from '../database/schema.ts'
import type { Store } from '../database/store.ts'
import { DEFAULT_SETTINGS, type Settings } from '../domain/desk/settings.ts'
import { silentLogger, systemClock, type Logger } from './kernel/ports.ts'
import { fileOf, prepareFolder } from './prepare-folder.ts'
import { peekSettings } from './settings/stored-settings.ts'

export interface StoresOptions {
  dataDir: string
  /** The product's. */
  version: string
  /** The store of a cluster, or what `--store` says of it; otherwise the databases are files in the data folder. */
  store?: StoreAddress | string | undefined
  /** The login that owns the store's schemas, if this instance may migrate them. */
  storeOwner?: SchemaAddress | undefined
  /** Connections at a time for each login of a store. */
  storeConnections?: number | undefined
  wallClock?: Clock | undefined
  logger?: Logger
  /** Called when what was read from a store may be out of date: the engine has to be opened again. */
  onMissed?: (() => void) | undefined
  /** Called when a store has been migrated beyond what this version may work on. */
  onUnusable?: ((error: Error) => void) | undefined
  repeatWorks?: boolean
  /** For tests: databases that another instance has open. */
  stores?: Stores | undefined
}

/** The three databases. */
export interface Stores {
  /** For leases, due times and limits: the server's time on a store that several instances share. */
  clock: Clock
  control: Store<ControlSchema>
  databases: { sandbox: Store<EnvironmentSchema>; production: Store<EnvironmentSchema> }
  closeAll(): Promise<unknown>
}

/** Opens the databases; in a data folder, creates what is missing and upgrades older files. */
export async function openStores(options: StoresOptions): Promise<Stores> {
  const { dataDir, store, wallClock = systemClock } = options
  if (options.stores !== undefined) return options.stores
  if (store === undefined) {
    prepareFolder(dataDir, wallClock)
    return { clock: wallClock, ...openFiles(options) }
  }
  refuseDeskFolder(dataDir)
  makePrivateFolder(dataDir)
  // The driver is loaded for a cluster only.
  const [{ openPostgresStores }, { readStoreAddress }] = await Promise.all([
    import('../database/postgres/open-stores.ts'),
    import('../database/postgres/store-address.ts'),
  ])
  const logger = options.logger ?? silentLogger
  const stores = await openPostgresStores({
    address: typeof store === 'string' ? readStoreAddress(store) : store,
    version: options.version,
    ...(options.storeOwner !== undefined && { owner: options.storeOwner }),
    ...(options.storeConnections !== undefined && { poolSize: options.storeConnections }),
    repeatWorks: options.repeatWorks ?? false,
    onMissed: () => options.onMissed?.(),
    onUnusable: (error) => options.onUnusable?.(error),
    onSlowQuery: (database, name, durationMs) =>
      logger.log('warn', 'slow query', { database, name, durationMs: Math.round(durationMs) }),
    onTrouble: (database, error) =>
      logger.log('warn', 'the database server does not answer', { database, error: String(error) }),
  })
  return options.wallClock === undefined ? stores : { ...stores, clock: options.wallClock }
}

/** @throws ServiceError if the folder is a desk's: its data would look lost */
function refuseDeskFolder(dataDir: string): void {
  if (!DATABASE_NAMES.some((kind) => existsSync(fileOf(dataDir, kind)))) return
  throw new ServiceError(
    'error.validation',
    `${dataDir} holds the databases of a desk, and --store names another store: give the instance a folder of its own with --data-dir, or move the desk's data with "store copy"`,
  )
}

const DATABASE_NAMES = Object.keys(DATABASE_KINDS) as DatabaseKind[]

function openFiles({ dataDir, logger, repeatWorks = false }: StoresOptions): Omit<Stores, 'clock'> {
  const openOne = <Schema>(kind: DatabaseKind): Store<Schema> =>
    openDatabase<Schema>({
      file: fileOf(dataDir, kind),
      repeatWorks,
      onSlowQuery: (name, durationMs) =>
        (logger ?? silentLogger).log('warn', 'slow query', {
          database: kind,
          name,
          durationMs: Math.round(durationMs),
        }),
      ...(logger && {
        onLateWork: ({ message, stack }) => logger.log('error', message, { database: kind, stack }),
      }),
    })
  const control = openOne<ControlSchema>('control')
  const databases = {
    sandbox: openOne<EnvironmentSchema>('sandbox'),
    production: openOne<EnvironmentSchema>('production'),
  }
  return {
    control,
    databases,
    closeAll: () => Promise.all([control.close(), databases.sandbox.close(), databases.production.close()]),
  }
}

/** A folder's settings before its databases are open: see `peekSettings`. An instance of a cluster has none yet. */
export function settingsOfFolder(dataDir: string, store?: StoresOptions['store']): Settings {
  return store === undefined ? peekSettings(fileOf(dataDir, 'control')) : DEFAULT_SETTINGS
}
