import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '../../domain/audit.ts'
import { ServiceError, validationError } from '../../domain/errors.ts'
import type { ConformanceReport } from '../../domain/sync/portal-conformance.ts'
import {
  DEFAULT_SYNC_INTERVAL_MINUTES,
  type Provider,
  type ProviderConnection,
  type SyncSchedule,
} from '../../domain/sync/provider.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { runConformance, type ConformanceOptions } from './portals/conformance/conformance.ts'
import { PortalError, type ProviderPortal } from './portals/portal.ts'
import { networkOf, openCoresPortal } from './portals/portal-source.ts'
import { openCaller } from './portals/rest/caller.ts'
import type { WireLimits } from './portals/rest/wire.ts'
import { restSettings, takeConnection, type StoredConnection } from './provider-connection.ts'
import {
  changeProvider,
  connectionOf,
  credentialsPlace,
  providerOf,
  readProvider,
  type ProviderRow,
} from './provider-store.ts'
import { forgetHealth } from './push/kept-health.ts'
import { testPortal, type PortalTest } from './portals/test-portal.ts'

/** The connections of projects to their providers. */
export interface Providers {
  /** Null if none is connected. */
  get(projectId: string): Promise<Provider | null>
  /**
   * Connects, or replaces the connection; the next pull then asks for everything.
   *
   * @throws ServiceError `error.validation`
   */
  set(
    projectId: string,
    connection: ProviderConnection,
    schedule: ScheduleChange,
    context: ChangeContext,
  ): Promise<Provider>
  /** @throws ServiceError `error.validation` if none is connected */
  schedule(projectId: string, schedule: ScheduleChange, context: ChangeContext): Promise<Provider>
  /** Tries this connection, or the stored one, without changing anything on either side. */
  test(projectId: string, connection: ProviderConnection | undefined, signal: AbortSignal): Promise<PortalTest>
  /**
   * Tests the gateway of this connection, or of the stored one, against the portal protocol.
   *
   * @throws ServiceError `error.validation` for an unsuitable connection or test card
   */
  conformance(
    projectId: string,
    connection: ProviderConnection | undefined,
    options: ConformanceOptions,
    context: ChangeContext,
  ): Promise<ConformanceReport>
  /** The folders of this machine that may be connected; null for any. */
  folders(): readonly string[] | null
  /**
   * What `set` would change about address and credentials; the digest is the same as long as the stored ones are.
   *
   * @throws ServiceError `error.validation` as `set`
   */
  compare(projectId: string, connection: ProviderConnection): Promise<ConnectionChange>
  /** Removes connection and credentials; cards, runs and pending changes stay. */
  remove(projectId: string, context: ChangeContext): Promise<void>
}

interface ConnectionChange {
  /** False where only the schedule would change. */
  changes: boolean
  /** Address or folder, then and now. */
  place: string | null
  before: string | null
  newCredentials: boolean
  digest: string
}

type ScheduleChange = { [Field in keyof SyncSchedule]?: SyncSchedule[Field] | undefined }

export interface ProvidersOptions {
  /** Ends the project's pull before its connection is replaced or removed. */
  endPull: (projectId: string) => Promise<void>
  limits?: WireLimits | undefined
}

export function createProviders(core: EnvironmentCore, { endPull, limits }: ProvidersOptions): Providers {
  const find = async (projectId: string, session: EnvironmentSession = core.database): Promise<ProviderRow | null> =>
    readProvider(session, await core.findProjectKey(projectId, session))
  const storedOf = (row: ProviderRow | null): StoredConnection | null => {
    try {
      return row === null ? null : connectionOf(row, core.dataKey)
    } catch (error) {
      // Sealed with a lost key: treated as never entered.
      if (error instanceof ServiceError) return null
      throw error
    }
  }
  const record = async (
    transaction: EnvironmentTransaction,
    projectId: string,
    action: AuditAction,
    context: ChangeContext,
    before: ProviderRow | null,
    after: ProviderRow | null,
  ) => {
    const row = after ?? before
    if (row !== null) {
      await forgetHealth(transaction, row.project_key)
      transaction.note({ about: 'connection', projectKey: row.project_key })
    }
    core.audit.append(transaction, context, {
      action,
      target: { type: 'provider', id: projectId },
      projectId,
      before: before === null ? null : auditedFields(before),
      after: after === null ? null : auditedFields(after),
    })
  }
  return {
    get: async (projectId) => {
      const row = await find(projectId)
      return row === null ? null : providerOf(row)
    },
    set: async (projectId, connection, schedule, context) => {
      const { settings, secret } = takeConnection(connection, storedOf(await find(projectId)), core)
      await endPull(projectId)
      const row = await core.database.write(async (transaction) => {
        const projectKey = await core.projectKey(transaction, projectId)
        const before = await readProvider(transaction, projectKey)
        const now = core.clock.now().toISOString()
        const planned = {
          enabled: schedule.enabled ?? before?.schedule_enabled !== 0,
          intervalMinutes:
            schedule.intervalMinutes ?? before?.schedule_interval_minutes ?? DEFAULT_SYNC_INTERVAL_MINUTES,
        }
        const after: ProviderRow = {
          project_key: projectKey,
          adapter: settings.adapter,
          settings: JSON.stringify(settings),
          credentials: secret === null ? null : core.dataKey.seal(secret, credentialsPlace(projectKey)),
          capabilities: null,
          schedule_enabled: Number(planned.enabled),
          schedule_interval_minutes: planned.intervalMinutes,
          // A person who connects wants to see cards.
          next_run_at: planned.enabled ? now : null,
          failure_count: 0,
          last_portal_time: null,
          last_full_pull_at: null,
          // A folder receives no changes, so none can be held back.
          full_pull_owed: settings.adapter === 'rest' ? (before?.full_pull_owed ?? 0) : 0,
          created_at: before?.created_at ?? now,
          updated_at: now,
        }
        await transaction.run(
          transaction.build
            .insertInto('provider')
            .values(after)
            .onConflict((conflict) => conflict.column('project_key').doUpdateSet(after)),
        )
        await record(transaction, projectId, 'provider.set', context, before, after)
        return after
      })
      return providerOf(row)
    },
    schedule: async (projectId, schedule, context) => {
      const row = await core.database.write(async (transaction) => {
        const before = await find(projectId, transaction)
        if (before === null) throw noProvider()
        const enabled = schedule.enabled ?? before.schedule_enabled === 1
        const intervalMinutes = schedule.intervalMinutes ?? before.schedule_interval_minutes
        const same = enabled === (before.schedule_enabled === 1) && intervalMinutes === before.schedule_interval_minutes
        if (same) return before
        const now = core.clock.now()
        const changes = {
          schedule_enabled: Number(enabled),
          schedule_interval_minutes: intervalMinutes,
          next_run_at: enabled ? new Date(now.getTime() + intervalMinutes * 60_000).toISOString() : null,
          updated_at: now.toISOString(),
        }
        await changeProvider(transaction, before.project_key, changes)
        await record(transaction, projectId, 'provider.schedule', context, before, { ...before, ...changes })
        return { ...before, ...changes }
      })
      return providerOf(row)
    },
    test: async (projectId, connection, signal) => {
      const row = await find(projectId)
      const stored = storedOf(row)
      if (connection === undefined && row === null) throw noProvider()
      const tried = connection === undefined ? stored : takeConnection(connection, stored, core)
      if (tried?.settings.adapter === 'file') return testFolder(tried.settings.folder)
      const settings = tried === null ? null : restSettings(tried)
      if (settings === null)
        return { result: 'credentials', message: 'The credentials are missing: give them again.', name: null }
      const portal = openCoresPortal(core, settings, limits)
      return closing(portal, () => testPortal(portal, signal))
    },
    conformance: async (projectId, connection, options, context) => {
      const stored = storedOf(await find(projectId))
      const tried = connection === undefined ? stored : takeConnection(connection, stored, core)
      const settings = tried === null ? null : restSettings(tried)
      if (settings === null)
        throw validationError([
          {
            field: 'connection',
            message: 'There is no gateway to ask: connect one, or give its address and credentials',
            problem: { code: 'no_gateway' },
          },
        ])
      const caller = openCaller(settings, networkOf(core, limits))
      const report = await closing(caller, () => runConformance(caller, options)).catch((error: unknown) => {
        if (error instanceof PortalError) throw new ServiceError('error.unavailable', 'Cancelled')
        throw error
      })
      await core.database.write(async (transaction) => {
        const { held, testCard, restored } = report
        core.audit.append(transaction, context, {
          action: 'provider.conformance',
          target: { type: 'provider', id: projectId },
          projectId,
          after: { held, testCard, restored },
        })
        return undefined
      })
      return report
    },
    folders: () => core.network().importFolders,
    compare: async (projectId, connection) => {
      const row = await find(projectId)
      const stored = storedOf(row)
      const taken = takeConnection(connection, stored, core)
      const newCredentials = taken.secret !== null && taken.secret !== stored?.secret
      return {
        changes: stored === null || newCredentials || !isDeepStrictEqual(taken.settings, stored.settings),
        place: placeOf(taken),
        before: stored === null ? null : placeOf(stored),
        newCredentials,
        digest: hash('sha256', `${row?.settings ?? ''} ${row?.credentials ?? ''}`, 'base64url'),
      }
    },
    remove: async (projectId, context) => {
      await endPull(projectId)
      await core.database.write(async (transaction) => {
        const row = await find(projectId, transaction)
        if (row === null) return undefined
        await transaction.run(transaction.build.deleteFrom('provider').where('project_key', '=', row.project_key))
        await transaction.run(transaction.build.deleteFrom('sync_file').where('project_key', '=', row.project_key))
        await record(transaction, projectId, 'provider.remove', context, row, null)
        return undefined
      })
    },
  }
}

function placeOf({ settings }: StoredConnection): string | null {
  return settings.adapter === 'rest' ? settings.baseUrl : settings.folder
}

export function noProvider(): ServiceError {
  return new ServiceError('error.validation', 'No provider is connected to this project', {
    details: [{ field: 'projectId', message: 'No provider is connected', problem: { code: 'no_provider' } }],
  })
}

/** Records whether there are credentials, but never the credentials. */
function auditedFields(row: ProviderRow): Record<string, unknown> {
  const { adapter, baseUrl, authType, clientId, folder, hasCredentials, schedule } = providerOf(row)
  return {
    adapter,
    baseUrl,
    authType,
    clientId,
    folder,
    hasCredentials,
    scheduleEnabled: schedule.enabled,
    intervalMinutes: schedule.intervalMinutes,
  }
}

/** `takeConnection` has already checked that the folder exists. */
function testFolder(folder: string | null): PortalTest {
  return {
    result: 'ok',
    message:
      folder === null ? 'Exports are chosen by hand: there is nothing to connect to.' : 'The folder can be read.',
    name: null,
  }
}

async function closing<Result>(portal: Pick<ProviderPortal, 'close'>, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } finally {
    await portal.close()
  }
}
