import { openDatabase } from '../database/sqlite/open-database.ts'
import type { DatabaseKind } from '../database/sqlite/database-kinds.ts'
import type { ControlSchema, EnvironmentSchema } from '../database/schema.ts'
import type { Store } from '../database/store.ts'
import type { Settings } from '../domain/desk/settings.ts'
import { silentLogger, type Logger } from './kernel/ports.ts'
import { fileOf } from './prepare-folder.ts'
import { peekSettings } from './settings/stored-settings.ts'

export interface StoresOptions {
  dataDir: string
  logger?: Logger
  repeatWorks?: boolean
}

/** The three databases of a prepared folder. */
export interface Stores {
  control: Store<ControlSchema>
  databases: { sandbox: Store<EnvironmentSchema>; production: Store<EnvironmentSchema> }
  closeAll(): Promise<unknown>
}

export function openStores({ dataDir, logger, repeatWorks = false }: StoresOptions): Stores {
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

/** A folder's settings before its databases are open: see `peekSettings`. */
export function settingsOfFolder(dataDir: string): Settings {
  return peekSettings(fileOf(dataDir, 'control'))
}
