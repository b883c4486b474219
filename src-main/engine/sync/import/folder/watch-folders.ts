import { watch, type FSWatcher } from 'node:fs'
import { prepareQuery, queryBuilder } from '../../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../../database/schema.ts'
import { createDuty, type Duty } from '../../../kernel/duties.ts'
import type { EnvironmentCore } from '../../../kernel/environment-core.ts'
import { parseSettings } from '../../provider-connection.ts'
import { readProvider, type ProviderRow } from '../../provider-store.ts'

/** Checks watched folders soon after something changes in them; the schedule checks them in any case. */
export interface FolderWatch {
  /** Call when a project's connection is set, removed or rescheduled. */
  changed(projectKey: number): void
  /** Checks the project's folder soon. */
  changedIn(projectKey: number): void
  close(): void
}

/** The wait after a change, so that a file can settle. */
const QUIET_MS = 500

export function watchFolders(core: EnvironmentCore, look: (provider: ProviderRow) => Promise<void>): FolderWatch {
  const watched = new Map<number, { folder: string; watcher: FSWatcher; duty: Duty }>()
  const end = (projectKey: number) => {
    const known = watched.get(projectKey)
    watched.delete(projectKey)
    known?.watcher.close()
    known?.duty.stop().catch(() => {})
  }
  const lookInto = async (projectKey: number): Promise<void> => {
    const provider = await readProvider(core.database, projectKey)
    if (provider !== null) await look(provider)
  }
  const lookSoon = (projectKey: number) => watched.get(projectKey)?.duty.wakeIn(QUIET_MS)
  const begin = (projectKey: number, folder: string) => {
    try {
      const watcher = watch(folder, { persistent: false }, () => lookSoon(projectKey))
      // The folder is gone, or the system cannot watch it: the schedule remains.
      watcher.on('error', () => end(projectKey))
      const duty = createDuty({
        failure: 'a watched folder could not be checked',
        logger: core.logger,
        run: () => lookInto(projectKey),
      })
      watched.set(projectKey, { folder, watcher, duty })
    } catch (error) {
      core.logger.log('warn', 'a folder cannot be watched; it is checked on schedule', { error: String(error) })
    }
  }
  const follow = async (projectKey: number): Promise<void> => {
    const provider = await readProvider(core.database, projectKey)
    const folder = provider === null ? null : watchedFolder(provider)
    if (watched.get(projectKey)?.folder === folder) return
    end(projectKey)
    if (folder !== null) begin(projectKey, folder)
  }
  const followAll = async (): Promise<void> => {
    for (const { project_key: projectKey } of await core.database.all(folderProviders, {})) await follow(projectKey)
  }
  const logFailure = (error: unknown) => core.logger.log('warn', 'a folder is not watched', { error: String(error) })
  followAll().catch(logFailure)
  return {
    changed: (projectKey) => {
      follow(projectKey).catch(logFailure)
    },
    changedIn: lookSoon,
    close: () => {
      for (const projectKey of watched.keys()) end(projectKey)
    },
  }
}

/** Null if files are chosen by hand, or the schedule is off. */
function watchedFolder(provider: ProviderRow): string | null {
  const settings = parseSettings(provider.settings)
  return settings.adapter === 'file' && provider.schedule_enabled === 1 ? settings.folder : null
}

const folderProviders = prepareQuery<object>()('providers with folders', () =>
  queryBuilder<EnvironmentSchema>().selectFrom('provider').select('project_key').where('adapter', '=', 'file'),
)
