import { SegmentedControl } from '@mantine/core'
import { useAppStore } from '../../app-store.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useAnswer } from '../../client/client-context.tsx'
import table from '../../components/data-table.module.css'
import { FilterChip } from '../../components/filter-chip.tsx'
import { Pager } from '../../components/pager.tsx'
import { RefreshButton } from '../../components/refresh-button.tsx'
import { ScreenTitle } from '../../components/screen-title.tsx'
import { ErrorMessage } from '../../components/state-message.tsx'
import { plural, text } from '../../locales/messages.ts'
import { actionWords, CONTROL_ACTIONS, ENVIRONMENT_ACTIONS } from '../audit/audit-words.ts'
import { ActivityEmpty } from './activity-empty.tsx'
import { ActivityTable } from './activity-table.tsx'
import { ChainState } from './chain-state.tsx'
import styles from './activity.module.css'

const PAGE_SIZE = 25

type Log = 'environment' | 'control'

/** The audit log: who did what, from where, and the proof that nothing of it was touched. */
export function ActivityScreen({ projectId, environment }: { projectId: string; environment: EnvironmentName }) {
  const { params, show } = useAppStore()
  const log: Log = params['log'] === 'control' ? 'control' : 'environment'
  const kind = log === 'control' ? 'control' : environment
  const actions: readonly string[] = log === 'control' ? CONTROL_ACTIONS : ENVIRONMENT_ACTIONS
  const action = actions.find((known) => known === params['action']) ?? null
  const page = Math.max(1, Math.trunc(Number(params['page'] ?? 1)) || 1)
  // Sign-ins and keys of the whole service belong to no project alone.
  const scope = log === 'control' ? {} : { projectId }
  const { value, isPrevious, error, loading, reload } = useAnswer('audit.list', { kind, ...scope, ...(action === null ? {} : { action }), page, limit: PAGE_SIZE })
  const change = (next: { log?: Log; action?: string | null; page?: number }) => {
    const to = { log, action, page: 1, ...next }
    show({ ...(to.log === 'control' ? { log: to.log } : {}), ...(to.action === null ? {} : { action: to.action }), ...(to.page === 1 ? {} : { page: String(to.page) }) })
  }
  const entries = value === undefined || (isPrevious && value.docs.length === 0) ? null : value.docs
  return (
    <>
      <ScreenTitle title={text('activity.title')} count={value !== undefined && !isPrevious && plural('activity.count', value.total)}>
        <RefreshButton loading={loading} onRefresh={reload} />
      </ScreenTitle>
      <ChainState kind={kind} />
      <div className={styles.toolbar} role="search">
        <SegmentedControl
          size="xs"
          aria-label={text('activity.log')}
          data={[
            { value: 'environment', label: text('activity.log.environment') },
            { value: 'control', label: text('activity.log.control') },
          ]}
          value={log}
          onChange={(next) => change({ log: next === 'control' ? 'control' : 'environment', action: null })}
        />
        <FilterChip name={text('activity.filter.action')} options={actions.map((known) => ({ value: known, label: actionWords(known) }))} value={action} onChange={(next) => change({ action: next })} />
      </div>
      <section className={table.panel} aria-busy={loading}>
        {error !== null && <ErrorMessage title={text('activity.error.title')} error={error} onRetry={reload} />}
        {error === null && entries?.length !== 0 && <ActivityTable entries={entries} dimmed={isPrevious} page={page} />}
        {error === null && entries?.length === 0 && <ActivityEmpty filtered={action !== null} onClear={() => change({ action: null })} />}
        {value !== undefined && value.total > 0 && <Pager page={page} pageSize={PAGE_SIZE} total={value.total} onPage={(next) => change({ page: next })} />}
      </section>
    </>
  )
}
