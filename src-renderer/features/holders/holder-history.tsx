import type { Holder } from '../../../src-main/domain/cards/holder.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { ErrorMessage, StateMessage } from '../../components/feedback/state-message.tsx'
import { ChangedPill } from '../../components/table/changed-pill.tsx'
import table from '../../components/table/data-table.module.css'
import { Pager } from '../../components/table/pager.tsx'
import { ActivityTable } from '../activity/activity-table.tsx'
import { text } from '../../locales/messages.ts'
import { usePage } from './holder-place.ts'

const PAGE_SIZE = 25

interface HolderHistoryProps {
  projectId: string
  environment: EnvironmentName
  holder: Holder
  name: string
}

/** What happened to cards while they were theirs, from the audit log. */
export function HolderHistory({ holder, name, ...place }: HolderHistoryProps) {
  const [page, showPage] = usePage()
  const answer = useQuery('holders.history', { ...place, ...holder, page, limit: PAGE_SIZE }, { live: 'hold' })
  const { value, isPrevious, error, loading, reload } = answer
  return (
    <section className={table.panel} aria-busy={loading} aria-label={text('holder.history.table', { name })}>
      <ChangedPill changed={answer.changed} onShow={answer.show} />
      {error !== null && <ErrorMessage title={text('holder.history.error')} error={error} onRetry={reload} />}
      {error === null && value?.total === 0 && (
        <StateMessage icon="history" title={text('holder.history.none')} text={text('holder.history.none.text')} />
      )}
      {error === null && value?.total !== 0 && (
        <ActivityTable environment={place.environment} entries={value?.docs ?? null} dimmed={isPrevious} page={page} />
      )}
      {value !== undefined && value.total > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={value.total} onPage={showPage} />
      )}
    </section>
  )
}
