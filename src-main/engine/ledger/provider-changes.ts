import type { PortalCapabilities } from '../../domain/sync/portal-protocol.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentSession } from '../kernel/environment-core.ts'

type StoredProvider = Pick<EnvironmentSchema['provider'], 'adapter' | 'capabilities'>

/**
 * Whether the project's portal takes changes by itself; else they become change orders, for a clerk to carry over.
 * Known from the stored row alone: nothing is opened, in the transaction of every command.
 */
export async function portalTakesChanges(
  session: Pick<EnvironmentSession, 'first'>,
  projectKey: number,
): Promise<boolean> {
  const provider = await session.first(connectedProvider, { projectKey })
  return provider !== undefined && takesChanges(provider)
}

/** Of a provider that has credentials. A portal that was not asked yet is taken to take changes. */
export function takesChanges({ adapter, capabilities }: StoredProvider): boolean {
  if (adapter !== 'rest') return false
  const known = capabilities === null ? {} : (JSON.parse(capabilities) as Partial<PortalCapabilities>)
  return known.changes === undefined || known.changes.length > 0
}

const connectedProvider = prepareQuery<{ projectKey: number }>()('connected provider', (parameter) =>
  queryBuilder<EnvironmentSchema>()
    .selectFrom('provider')
    .select(['adapter', 'capabilities'])
    .where('project_key', '=', parameter('projectKey'))
    .where('credentials', 'is not', null),
)
