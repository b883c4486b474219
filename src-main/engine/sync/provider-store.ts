import type { Selectable } from 'kysely'
import { portalCapabilitiesSchema, type PortalCapabilities } from '../../domain/sync/portal-protocol.ts'
import type { Provider } from '../../domain/sync/provider.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import type { DataKey } from '../kernel/secrets/data-key.ts'
import { takesChanges } from '../ledger/provider-changes.ts'
import { parseSettings, type StoredConnection } from './provider-connection.ts'

export type ProviderRow = Selectable<EnvironmentSchema['provider']>

/** The place that a sealed secret is bound to: in another project's row, it cannot be opened. */
export function credentialsPlace(projectKey: number): string {
  return `provider/${projectKey}/credentials`
}

/** @throws ServiceError `error.data_key` if the secret cannot be opened */
export function connectionOf(row: ProviderRow, dataKey: DataKey): StoredConnection {
  return {
    settings: parseSettings(row.settings),
    secret: row.credentials === null ? null : dataKey.open(row.credentials, credentialsPlace(row.project_key)),
  }
}

export function knownCapabilities(row: ProviderRow): PortalCapabilities | null {
  return row.capabilities === null ? null : portalCapabilitiesSchema.parse(JSON.parse(row.capabilities))
}

/** The provider as callers see it. */
export function providerOf(row: ProviderRow): Provider {
  const settings = parseSettings(row.settings)
  const rest = settings.adapter === 'rest' ? settings : null
  return {
    adapter: row.adapter,
    baseUrl: rest?.baseUrl ?? null,
    authType: rest?.auth.type ?? null,
    clientId: rest?.auth.type === 'oauth2' ? rest.auth.clientId : null,
    folder: settings.adapter === 'file' ? settings.folder : null,
    hasCredentials: row.credentials !== null,
    takesChanges: takesChanges(row),
    schedule: {
      enabled: row.schedule_enabled === 1,
      intervalMinutes: row.schedule_interval_minutes,
      nextRunAt: row.next_run_at,
    },
    failureCount: row.failure_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function readProvider(
  session: EnvironmentSession,
  projectKey: number | null,
): Promise<ProviderRow | null> {
  return projectKey === null ? null : ((await session.first(providerOfProject, { projectKey })) ?? null)
}

/** Updates some columns of a project's provider. */
export async function changeProvider(
  transaction: EnvironmentTransaction,
  projectKey: number,
  changes: Partial<Omit<ProviderRow, 'project_key'>>,
): Promise<void> {
  await transaction.run(transaction.build.updateTable('provider').set(changes).where('project_key', '=', projectKey))
}

const builder = queryBuilder<EnvironmentSchema>()

const providerOfProject = prepareQuery<{ projectKey: number }>()('provider of project', (parameter) =>
  builder.selectFrom('provider').selectAll().where('project_key', '=', parameter('projectKey')),
)
