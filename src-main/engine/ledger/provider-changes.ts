import type { PortalCapabilities } from '../../domain/sync/portal-protocol.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentSession } from '../kernel/environment-core.ts'

type StoredProvider = Pick<EnvironmentSchema['provider'], 'adapter' | 'capabilities'>

/**
 * Whether the project's portal accepts changes; otherwise they become change orders, for a clerk to carry out. Decided
 * from the stored row alone, because this runs in the transaction of every command.
 */
export async function portalTakesChanges(
  session: Pick<EnvironmentSession, 'first'>,
  projectKey: number,
): Promise<boolean> {
  const provider = await session.first(connectedProvider, { projectKey })
  return provider !== undefined && takesChanges(provider)
}

/** For a provider with credentials. A portal whose capabilities are unknown is assumed to accept changes. */
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
