import type { Holder } from '../../../src-main/domain/cards/holder.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { StateMessage } from '../../components/feedback/state-message.tsx'
import { ListPanel } from '../../components/table/list-panel.tsx'
import { usePage } from '../../components/table/use-page.ts'
import { ActivityTable } from '../activity/activity-table.tsx'
import { text } from '../../locales/messages.ts'

const PAGE_SIZE = 25

interface HolderHistoryProps extends ProjectScope {
  holder: Holder
  name: string
}

/** What happened to cards while they were theirs, from the audit log. */
export function HolderHistory({ holder, name, ...place }: HolderHistoryProps) {
  const [page, showPage] = usePage()
  const answer = useQuery('holders.history', { ...place, ...holder, page, limit: PAGE_SIZE }, { live: 'hold' })
  return (
    <ListPanel
      answer={answer}
      label={text('holder.history.table', { name })}
      failed={text('holder.history.error')}
      empty={
        <StateMessage icon="history" title={text('holder.history.none')} text={text('holder.history.none.text')} />
      }
      page={page}
      pageSize={PAGE_SIZE}
      onPage={showPage}
    >
      {(entries, dimmed) => (
        <ActivityTable environment={place.environment} entries={entries} dimmed={dimmed} page={page} />
      )}
    </ListPanel>
  )
}
