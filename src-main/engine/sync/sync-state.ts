import { sql } from 'kysely'
import type { SyncState } from '../../domain/provider.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../environment.ts'
import { providerOf, readProvider, takesChanges } from './provider-store.ts'
import { lastRun, runById, runViewOf } from './run-store.ts'

const NOTHING: SyncState = { provider: null, running: null, lastRun: null, pendingPushes: 0, failedPushes: 0, driftedCards: 0, openOrders: 0 }

/** @param runningId the run that is under way in this process */
export function readSyncState(core: EnvironmentCore, projectId: string, runningId: string | null): SyncState {
  const projectKey = core.findProjectKey(projectId)
  if (projectKey === null) return NOTHING
  const { database } = core
  const provider = readProvider(database, projectKey)
  const running = runningId === null ? undefined : database.first(runById, { id: runningId })
  const last = database.first(lastRun, { projectKey })
  const jobs = database.first(pushJobs, { projectKey })?.count ?? 0
  const sendsByItself = provider !== null && takesChanges(provider)
  return {
    provider: provider === null ? null : providerOf(provider),
    running: running === undefined ? null : runViewOf(running),
    lastRun: last === undefined ? null : runViewOf(last),
    pendingPushes: sendsByItself ? jobs : 0,
    failedPushes: database.first(failedCards, { projectKey })?.count ?? 0,
    driftedCards: database.first(drifted, { projectKey })?.count ?? 0,
    openOrders: sendsByItself ? 0 : jobs,
  }
}

const builder = queryBuilder<EnvironmentSchema>()

const pushJobs = prepareQuery<{ projectKey: number }>()('waiting pushes', (parameter) =>
  builder
    .selectFrom('job')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('project_key', '=', parameter('projectKey'))
    .where('kind', '=', 'push')
    .where('state', '<>', 'failed'),
)

/** Gone cards are failed too, without any push. */
const failedCards = prepareQuery<{ projectKey: number }>()('failed cards', (parameter) =>
  builder
    .selectFrom('card_count')
    .select(sql<number>`coalesce(sum(count), 0) - (SELECT count(*) FROM gone_card JOIN card ON card.seq = gone_card.card_seq WHERE card.project_key = ${parameter('projectKey')})`.as('count'))
    .where('project_key', '=', parameter('projectKey'))
    .where('sync_status', '=', 'failed'),
)

const drifted = prepareQuery<{ projectKey: number }>()('drifted cards', (parameter) =>
  builder
    .selectFrom('drift')
    .innerJoin('card', 'card.seq', 'drift.card_seq')
    .select((count) => count.fn.count<number>('drift.card_seq').distinct().as('count'))
    .where('card.project_key', '=', parameter('projectKey')),
)
