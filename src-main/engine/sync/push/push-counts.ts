import { portalTakesChanges } from '../../ledger/provider-changes.ts'
import type { Push, SyncState } from '../../../domain/sync/provider.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../database/schema.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'

/** How many pushes, orders and drifted cards a project has, from counters that triggers maintain. */
export interface SyncCounts {
  inState(state: Push['state']): number
  /** Orders not yet exported, and exported. */
  orders: { fresh: number; exported: number }
  drifted: number
}

export async function readSyncCounts(core: EnvironmentCore, projectKey: number): Promise<SyncCounts> {
  const counts = new Map(
    (await core.database.all(countsOfProject, { projectKey })).map(({ name, count }) => [name, count]),
  )
  const named = (name: string) => counts.get(name) ?? 0
  return {
    inState: (state) => named(state) + named(`${state}+exported`),
    orders: { fresh: named('queued'), exported: named('queued+exported') },
    drifted: named('drifted'),
  }
}

/** The numbers of the Sync screen. If no portal accepts changes, queued ones are orders. */
export async function countPushes(
  core: EnvironmentCore,
  projectKey: number,
): Promise<Pick<SyncState, 'pendingPushes' | 'failedPushes' | 'driftedCards' | 'openOrders'>> {
  const { inState, drifted } = await readSyncCounts(core, projectKey)
  const taken = await portalTakesChanges(core.database, projectKey)
  const queued = inState('queued')
  return {
    pendingPushes: inState('sending') + inState('confirming') + inState('blocked') + (taken ? queued : 0),
    failedPushes: inState('failed'),
    driftedCards: drifted,
    openOrders: taken ? 0 : queued,
  }
}

const countsOfProject = prepareQuery<{ projectKey: number }>()('sync counts', (parameter) =>
  queryBuilder<EnvironmentSchema>()
    .selectFrom('sync_count')
    .select(({ fn }) => ['name', fn.sum<number>('count').as('count')])
    .where('project_key', '=', parameter('projectKey'))
    .groupBy('name'),
)
