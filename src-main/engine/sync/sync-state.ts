import type { SyncState } from '../../domain/sync/provider.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { providerOf, readProvider } from './provider-store.ts'
import { countPushes } from './push/push-counts.ts'
import { lastRun, runById, runViewOf } from './run-store.ts'

const NOTHING: SyncState = {
  provider: null,
  running: null,
  lastRun: null,
  pendingPushes: 0,
  failedPushes: 0,
  driftedCards: 0,
  openOrders: 0,
}

/** @param runningId the run in progress in this process */
export async function readSyncState(
  core: EnvironmentCore,
  projectId: string,
  runningId: string | null,
): Promise<SyncState> {
  const projectKey = await core.findProjectKey(projectId)
  if (projectKey === null) return NOTHING
  const { database } = core
  const provider = await readProvider(database, projectKey)
  const running = runningId === null ? undefined : await database.first(runById, { id: runningId })
  const last = await database.first(lastRun, { projectKey })
  return {
    provider: provider === null ? null : providerOf(provider),
    running: running === undefined ? null : runViewOf(running),
    lastRun: last === undefined ? null : runViewOf(last),
    ...(await countPushes(core, projectKey)),
  }
}
