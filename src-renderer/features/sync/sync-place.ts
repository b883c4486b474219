import type { SyncState } from '../../../src-main/domain/sync/provider.ts'
import { useAppStore } from '../../app-store.ts'
import type { Params } from '../../place.ts'

export const SYNC_TABS = ['runs', 'drift', 'pushes', 'orders'] as const
export type SyncTab = (typeof SYNC_TABS)[number]

const SYNC_TASKS = ['connect', 'schedule', 'disconnect', 'missing'] as const
type SyncTask = (typeof SYNC_TASKS)[number]

/** What the screen shows, as the address names it. */
export interface SyncView {
  tab: SyncTab
  page: number
  task: SyncTask | null
}

export function syncViewOf(params: Params): SyncView {
  const page = Number(params['page'] ?? 1)
  return {
    tab: SYNC_TABS.find((tab) => tab === params['tab']) ?? 'runs',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    task: SYNC_TASKS.find((task) => task === params['do']) ?? null,
  }
}

export function syncParamsOf(view: SyncView): Params {
  return {
    ...(view.tab === 'runs' ? {} : { tab: view.tab }),
    ...(view.page === 1 ? {} : { page: String(view.page) }),
    ...(view.task === null ? {} : { do: view.task }),
  }
}

export function useSyncView(): SyncView {
  return syncViewOf(useAppStore((state) => state.params))
}

/** Changes what is shown; another tab adds a step to go back. */
export function showSync(changes: Partial<SyncView>): void {
  const { params, show } = useAppStore.getState()
  const before = syncViewOf(params)
  const moved = changes.tab !== undefined && changes.tab !== before.tab
  show(syncParamsOf({ ...before, ...(moved ? { page: 1 } : {}), ...changes }), moved)
}

/** How many cards the last pull missed, if that can be accepted now; else null. */
export function missingOf({ provider, running, lastRun }: SyncState): number | null {
  return provider !== null && running === null && lastRun?.kind === 'pull' ? lastRun.missing : null
}

/** The calls that our changes here make stale. */
export const CHANGED_BY_SYNC = [
  'sync.state',
  'sync.runs',
  'sync.pushes',
  'drift.list',
  'orders.list',
  'provider.get',
  'cards.list',
  'cards.get',
  'audit.list',
  'overview.get',
] as const
