import { Tabs } from '@mantine/core'
import type { SyncState } from '../../../src-main/domain/sync/provider.ts'
import { formatNumber, text } from '../../locales/messages.ts'
import { DriftPanel } from './drift/drift-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { PushesPanel } from './pushes-panel.tsx'
import { RunsPanel } from './runs-panel.tsx'
import { showSync, SYNC_TABS, useSyncView, type SyncTab } from './sync-place.ts'
import styles from './sync.module.css'

/** Runs, differences, pending changes and change orders. */
export function SyncTabs({ projectId, state }: { projectId: string; state: SyncState }) {
  const { tab } = useSyncView()
  const counts: Record<SyncTab, number> = {
    runs: 0,
    drift: state.driftedCards,
    pushes: state.pendingPushes + state.failedPushes,
    orders: state.openOrders,
  }
  return (
    <Tabs
      className={styles.tabs}
      value={tab}
      keepMounted={false}
      onChange={(next) => showSync({ tab: SYNC_TABS.find((known) => known === next) ?? 'runs' })}
    >
      <Tabs.List aria-label={text('sync.title')}>
        {SYNC_TABS.map((name) => (
          <Tabs.Tab
            key={name}
            value={name}
            rightSection={
              counts[name] > 0 ? (
                <span className={name === 'drift' ? styles.countUrgent : styles.count}>
                  {formatNumber(counts[name])}
                </span>
              ) : null
            }
          >
            {text(`sync.tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel className={styles.tabPanel} value={tab}>
        {tab === 'runs' && (
          <RunsPanel projectId={projectId} lastRunId={state.running === null ? (state.lastRun?.id ?? null) : null} />
        )}
        {tab === 'drift' && <DriftPanel projectId={projectId} />}
        {tab === 'pushes' && <PushesPanel projectId={projectId} failed={state.failedPushes} />}
        {tab === 'orders' && <OrdersPanel projectId={projectId} takesChanges={state.provider?.takesChanges ?? false} />}
      </Tabs.Panel>
    </Tabs>
  )
}
